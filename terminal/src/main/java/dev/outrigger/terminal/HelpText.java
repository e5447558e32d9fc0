package dev.outrigger.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;

/// Draws the help of any command, built-in or a plugin's, from its description alone. What comes from a plugin must
/// have gone through [TerminalEscapes] before.
public final class HelpText {
    private static final String HEADING = "1;4";
    private static final String LITERAL = "1";
    private static final int INDENT = 2;
    private static final int LONG_INDENT = 10;
    private static final int WIDEST_LABEL = 36;
    private static final int NARROWEST_HELP = 24;

    private record Row(String label, List<String> paragraphs) {}

    private final StreamLook look;
    private final boolean full;
    private final StringBuilder out = new StringBuilder();

    private HelpText(StreamLook look, boolean full) {
        this.look = look;
        this.full = full;
    }

    /// A built-in command, with the global options of the groups above it.
    public static String render(List<Command> path, boolean full, StreamLook look) {
        var globals = new ArrayList<Argument>();
        for (var command : path.subList(0, path.size() - 1)) {
            for (var arg : command.args()) {
                if (arg.global()) {
                    globals.add(arg);
                }
            }
        }
        return new HelpText(look, full).draw(path.getLast(), usage(path), globals);
    }

    /// A command on its own; `path` are the words that call it, its own name the last.
    public static String render(Command command, List<String> path, boolean full, StreamLook look) {
        return new HelpText(look, full).draw(command, usage(command, path, hasOptions(command)), List.of());
    }

    /// One more section in the same look, such as the list of plugins below the help of the root.
    public static String section(String heading, SequencedMap<String, String> rows, StreamLook look) {
        var help = new HelpText(look, false);
        var list = new ArrayList<Row>();
        rows.forEach((label, text) -> list.add(new Row(label, List.of(text))));
        help.table(heading, list, false);
        return help.out.toString();
    }

    /// `jp conversation new [OPTIONS] [ID]`
    public static String usage(List<Command> path) {
        var words = new ArrayList<String>();
        boolean options = false;
        for (int i = 0; i < path.size(); i++) {
            words.add(path.get(i).name());
            for (var arg : path.get(i).args()) {
                options |= !arg.positional() && (arg.global() || i == path.size() - 1);
            }
        }
        return usage(path.getLast(), words, options);
    }

    private static boolean hasOptions(Command command) {
        for (var arg : command.args()) {
            if (!arg.positional()) {
                return true;
            }
        }
        return false;
    }

    private static String usage(Command command, List<String> words, boolean options) {
        var line = new StringBuilder(String.join(" ", words));
        if (options) {
            line.append(" [OPTIONS]");
        }
        for (var arg : command.args()) {
            if (arg.positional() || arg.required()) {
                line.append(' ').append(arg.shown());
            }
        }
        if (command.group()) {
            line.append(command.alone() ? " [COMMAND]" : " <COMMAND>");
        }
        return line.toString();
    }

    private String draw(Command command, String usage, List<Argument> globals) {
        var about = full && !command.longAbout().isBlank() ? command.longAbout() : command.about();
        if (!about.isBlank()) {
            paragraph(about, 0);
            out.append('\n');
        }
        usageLine(usage);
        commands(command.subcommands());
        arguments("Arguments", command.args(), true, false);
        var own = new ArrayList<Argument>();
        var everywhere = new ArrayList<Argument>();
        for (var arg : command.args()) {
            (arg.global() ? everywhere : own).add(arg);
        }
        everywhere.addAll(globals);
        arguments("Options", own, false, true);
        arguments("Global options", everywhere, false, false);
        examples(command.examples());
        return out.toString();
    }

    private void usageLine(String usage) {
        var label = "Usage: ";
        var lines = LineWrap.lines(usage, Math.max(look.width() - label.length(), NARROWEST_HELP));
        for (int i = 0; i < lines.size(); i++) {
            out.append(i == 0 ? styled("Usage:", HEADING) + " " : " ".repeat(label.length()));
            out.append(lines.get(i)).append('\n');
        }
    }

    private void commands(List<Command> commands) {
        var rows = new ArrayList<Row>();
        for (var command : commands) {
            rows.add(new Row(command.name(), List.of(joined(command.about(), aliases(command)))));
        }
        table("Commands", rows, false);
    }

    /// Maybe "".
    static String aliases(Command command) {
        return command.aliases().isEmpty()
                ? ""
                : note(command.aliases().size() == 1 ? "alias" : "aliases", command.aliases());
    }

    private void arguments(String heading, List<Argument> args, boolean positional, boolean helpToo) {
        var rows = new ArrayList<Row>();
        for (var arg : args) {
            if (arg.positional() == positional) {
                rows.add(new Row(label(arg), full ? longHelp(arg) : List.of(shortHelp(arg))));
            }
        }
        if (helpToo) {
            var other = full ? "Print help (see a summary with '-h')" : "Print help (see more with '--help')";
            rows.add(new Row("-h, --help", List.of(other)));
        }
        table(heading, rows, full);
    }

    static String label(Argument arg) {
        if (arg.positional()) {
            return arg.shown();
        }
        var letter = arg.shortName() == Argument.NO_SHORT ? "    " : "-" + arg.shortName() + ", ";
        return letter + arg.shown() + (arg.repeatable() ? "..." : "");
    }

    private static String shortHelp(Argument arg) {
        return joined(joined(arg.help(), defaultNote(arg)), valuesNote(arg));
    }

    static List<String> longHelp(Argument arg) {
        var paragraphs = new ArrayList<String>();
        paragraphs.add(arg.longHelp().isBlank() ? arg.help() : arg.longHelp());
        paragraphs.add(defaultNote(arg));
        paragraphs.add(valuesNote(arg));
        paragraphs.removeIf(String::isBlank);
        return paragraphs;
    }

    private static String defaultNote(Argument arg) {
        return arg.defaultValue().isEmpty() ? "" : note("default", List.of(arg.defaultValue()));
    }

    private static String valuesNote(Argument arg) {
        return arg.possibleValues().isEmpty() ? "" : note("possible values", arg.possibleValues());
    }

    private static String note(String what, List<String> values) {
        return "[" + what + ": " + String.join(", ", values) + "]";
    }

    private static String joined(String text, String note) {
        return text.isEmpty() || note.isEmpty() ? text + note : text + " " + note;
    }

    private void examples(List<CommandExample> examples) {
        if (examples.isEmpty()) {
            return;
        }
        heading("Examples");
        for (var example : examples) {
            example(example.line());
            if (!example.about().isBlank()) {
                paragraph(example.about(), 3 * INDENT);
            }
        }
    }

    /// Whole; or, where a terminal is too narrow for that, so that it can still be copied: a shell takes what comes
    /// behind a backslash for the same line.
    private void example(String line) {
        int width = look.terminal() ? look.width() - INDENT : Integer.MAX_VALUE;
        var rest = line;
        var indent = " ".repeat(INDENT);
        while (TextWidth.of(rest) > width) {
            int end = continued(rest, width);
            if (end < 0) {
                break;
            }
            out.append(indent)
                    .append(styled(rest.substring(0, end) + " \\", LITERAL))
                    .append('\n');
            rest = rest.substring(end).stripLeading();
            indent = " ".repeat(2 * INDENT);
            width = look.width() - 2 * INDENT;
        }
        out.append(indent).append(styled(rest, LITERAL)).append('\n');
    }

    /// The last space between words of the shell that leaves room for a backslash, or else the first; -1 for none.
    private static int continued(String line, int width) {
        int found = -1;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == ' ' && (found < 0 || TextWidth.of(line, 0, i) + 2 <= width)) {
                found = i;
            }
        }
        return found;
    }

    /// Two columns; or, in full help and on narrow screens, the help below its label.
    private void table(String heading, List<Row> rows, boolean below) {
        if (rows.isEmpty()) {
            return;
        }
        heading(heading);
        int column = 0;
        for (var row : rows) {
            int label = TextWidth.of(row.label);
            column = label <= WIDEST_LABEL ? Math.max(column, label) : column;
        }
        int indent = INDENT + column + 2;
        boolean stacked = below || look.width() - indent < NARROWEST_HELP;
        for (int i = 0; i < rows.size(); i++) {
            var row = rows.get(i);
            if (stacked) {
                out.append(below && i > 0 ? "\n" : "").append(" ".repeat(INDENT));
                out.append(styled(row.label, LITERAL)).append('\n');
                stacked(row.paragraphs, below ? LONG_INDENT : 3 * INDENT);
            } else {
                beside(row, column, indent);
            }
        }
    }

    private void stacked(List<String> paragraphs, int indent) {
        for (int i = 0; i < paragraphs.size(); i++) {
            out.append(i > 0 ? "\n" : "");
            paragraph(paragraphs.get(i), indent);
        }
    }

    private void beside(Row row, int column, int indent) {
        int label = TextWidth.of(row.label);
        out.append(" ".repeat(INDENT)).append(styled(row.label, LITERAL));
        var text = String.join(" ", row.paragraphs).strip().replace("\t", "    ");
        if (text.isEmpty()) {
            out.append('\n');
            return;
        }
        var lines = LineWrap.lines(text, look.width() - indent);
        for (int i = 0; i < lines.size(); i++) {
            boolean sameLine = i == 0 && label <= column;
            if (i == 0 && !sameLine) {
                out.append('\n');
            }
            if (!lines.get(i).isEmpty()) {
                out.append(" ".repeat(sameLine ? column - label + 2 : indent)).append(lines.get(i));
            }
            out.append('\n');
        }
    }

    private void paragraph(String text, int indent) {
        int width = Math.max(look.width() - indent, NARROWEST_HELP);
        for (var line : LineWrap.lines(text.strip().replace("\t", "    "), width)) {
            out.append(line.isEmpty() ? "" : " ".repeat(indent)).append(line).append('\n');
        }
    }

    private void heading(String text) {
        out.append(out.isEmpty() ? "" : "\n")
                .append(styled(text + ":", HEADING))
                .append('\n');
    }

    private String styled(String text, String style) {
        return look.colour() ? "\u001b[" + style + "m" + text + "\u001b[0m" : text;
    }
}
