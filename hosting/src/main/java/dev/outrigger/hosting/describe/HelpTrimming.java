package dev.outrigger.hosting.describe;

import dev.outrigger.wire.command.ToHost.Help;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Leaves of a plugin's `help` what is harmless to keep and to show: names that are words, each once; texts without
/// escapes; of everything only so much. The limits stand in docs/protocol.md.
final class HelpTrimming {
    static final int MOST_ARGS = 256;
    static final int MOST_SUBCOMMANDS = 256;
    static final int MOST_VALUES = 256;
    static final int MOST_ALIASES = 16;
    static final int DEEPEST = 8;
    static final int MOST_IN_ALL = 4_096;

    /// @param note what was left out, in one line; "" when nothing
    record Trimmed(Help help, String note) {}

    private int inAll;
    private long argsLeftOut;
    private long commandsLeftOut;
    private long namesLeftOut;
    private long valuesLeftOut;
    private long textsCut;

    private HelpTrimming() {}

    static Trimmed of(Help help) {
        var trimming = new HelpTrimming();
        var trimmed = new Help(
                trimming.line(help.about(), HarmlessText.LINE),
                trimming.text(help.longAbout()),
                trimming.args(help.args()),
                trimming.subcommands(help.subcommands(), 1));
        return new Trimmed(trimmed, trimming.note());
    }

    private List<Help.Argument> args(List<Help.Argument> args) {
        var kept = new ArrayList<Help.Argument>();
        var names = new HashSet<String>();
        var letters = new HashSet<String>();
        for (var arg : args) {
            if (arg.longName().equals("help") && !arg.positional()) {
                // jp's own, drawn for every command.
                continue;
            }
            if (kept.size() == MOST_ARGS
                    || inAll == MOST_IN_ALL
                    || !HarmlessText.isWord(arg.longName())
                    || !names.add(arg.longName())) {
                argsLeftOut++;
                continue;
            }
            inAll++;
            kept.add(arg(arg, letters));
        }
        return kept;
    }

    private Help.Argument arg(Help.Argument arg, Set<String> letters) {
        return new Help.Argument(
                arg.longName(),
                letter(arg.shortName(), letters),
                line(arg.help(), HarmlessText.LINE),
                text(arg.longHelp()),
                arg.valueName() == null ? null : line(arg.valueName(), HarmlessText.LABEL),
                arg.defaultValue() == null ? null : line(arg.defaultValue(), HarmlessText.LINE),
                arg.required(),
                values(arg.possibleValues()),
                arg.positional(),
                arg.repeats());
    }

    private @Nullable String letter(@Nullable String letter, Set<String> taken) {
        if (letter == null) {
            return null;
        }
        boolean fit = letter.length() == 1
                && letter.charAt(0) > ' '
                && letter.charAt(0) < 0x7f
                && letter.charAt(0) != '-'
                && letter.charAt(0) != 'h';
        if (!fit || !taken.add(letter)) {
            namesLeftOut++;
            return null;
        }
        return letter;
    }

    private List<String> values(List<String> values) {
        var kept = new ArrayList<String>();
        for (var value : values) {
            if (kept.size() == MOST_VALUES) {
                valuesLeftOut += values.size() - MOST_VALUES;
                break;
            }
            kept.add(line(value, HarmlessText.LINE));
        }
        return kept;
    }

    private List<Help.Sub> subcommands(List<Help.Sub> subcommands, int depth) {
        var kept = new ArrayList<Help.Sub>();
        var names = new HashSet<String>();
        for (var sub : subcommands) {
            if (kept.size() == MOST_SUBCOMMANDS
                    || depth > DEEPEST
                    || inAll == MOST_IN_ALL
                    || !HarmlessText.isWord(sub.name())
                    || !names.add(sub.name())) {
                commandsLeftOut++;
                continue;
            }
            inAll++;
            kept.add(new Help.Sub(
                    sub.name(),
                    line(sub.about(), HarmlessText.LINE),
                    text(sub.longAbout()),
                    aliases(sub.visibleAliases(), names),
                    args(sub.args()),
                    subcommands(sub.subcommands(), depth + 1)));
        }
        return kept;
    }

    private List<String> aliases(List<String> aliases, Set<String> names) {
        var kept = new ArrayList<String>();
        for (var alias : aliases) {
            if (kept.size() == MOST_ALIASES || !HarmlessText.isWord(alias) || !names.add(alias)) {
                namesLeftOut++;
            } else {
                kept.add(alias);
            }
        }
        return kept;
    }

    private String line(String text, int most) {
        var shown = HarmlessText.line(text, most);
        textsCut += HarmlessText.isCut(text, shown) ? 1 : 0;
        return shown;
    }

    private @Nullable String text(@Nullable String text) {
        if (text == null) {
            return null;
        }
        var shown = HarmlessText.text(text);
        textsCut += HarmlessText.isCut(text, shown) ? 1 : 0;
        return shown;
    }

    private String note() {
        var parts = new ArrayList<String>();
        count(parts, argsLeftOut, " more argument");
        count(parts, commandsLeftOut, " more sub-command");
        count(parts, valuesLeftOut, " more value");
        count(parts, namesLeftOut, " short name or alias", " short names and aliases");
        var note = parts.isEmpty() ? "" : "… and " + String.join(", ", parts) + " not shown";
        if (textsCut > 0) {
            note += (note.isEmpty() ? "" : "; ")
                    + grouped(textsCut)
                    + (textsCut == 1 ? " text was cut" : " texts were cut");
        }
        return note;
    }

    private static void count(List<String> parts, long number, String one) {
        count(parts, number, one, one + "s");
    }

    private static void count(List<String> parts, long number, String one, String several) {
        if (number > 0) {
            parts.add(grouped(number) + (number == 1 ? one : several));
        }
    }

    /// `9,744`
    private static String grouped(long number) {
        var digits = new StringBuilder(Long.toString(number));
        for (int at = digits.length() - 3; at > 0; at -= 3) {
            digits.insert(at, ',');
        }
        return digits.toString();
    }
}
