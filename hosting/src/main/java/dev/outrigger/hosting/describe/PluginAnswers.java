package dev.outrigger.hosting.describe;

import dev.outrigger.terminal.Command;
import dev.outrigger.wire.command.ToHost.Describe;
import dev.outrigger.wire.command.ToHost.Help;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A plugin's own answers, as far as it gave them, already harmless; and what was left out of them.
record PluginAnswers(@Nullable Describe describe, @Nullable Help help, List<String> notes) {
    static final PluginAnswers NOTHING = new PluginAnswers(null, null, List.of());
    private static final int MOST_WORDS = 8;

    boolean nothing() {
        return describe == null && help == null;
    }

    PluginAnswers with(Describe answer) {
        var kept = new ArrayList<>(notes);
        var command = answer.command();
        if (!isPath(command)) {
            kept.add("the command path that it declares is no list of 1 to 8 plain words, and is ignored: "
                    + HarmlessText.line(String.join(" ", command), HarmlessText.NAME));
            command = List.of();
        }
        var clean = new Describe(
                HarmlessText.line(answer.name(), HarmlessText.NAME),
                HarmlessText.line(answer.version(), HarmlessText.NAME),
                HarmlessText.line(answer.description(), HarmlessText.LINE),
                command,
                answer.author() == null ? null : HarmlessText.line(answer.author(), HarmlessText.LABEL),
                answer.help() == null ? null : HarmlessText.text(answer.help()),
                answer.repository() == null ? null : HarmlessText.line(answer.repository(), HarmlessText.LABEL),
                answer.optionsSchema());
        return new PluginAnswers(clean, help, kept);
    }

    PluginAnswers with(Help answer) {
        var trimmed = HelpTrimming.of(answer);
        var kept = new ArrayList<>(notes);
        if (!trimmed.note().isEmpty()) {
            kept.add(trimmed.note());
        }
        return new PluginAnswers(describe, trimmed.help(), kept);
    }

    /// None at all is fine: then the file's name is the path.
    static boolean isPath(List<String> command) {
        for (var word : command) {
            if (!HarmlessText.isWord(word)) {
                return false;
            }
        }
        return command.size() <= MOST_WORDS;
    }

    Description description(String id) {
        if (describe == null) {
            var about = help == null ? "" : help.about();
            return new Description(id, "", about, List.of(), "", "", "", null, structured(id), notes);
        }
        return new Description(
                describe.name(),
                describe.version(),
                describe.description(),
                describe.command(),
                describe.author() == null ? "" : describe.author(),
                describe.help() == null ? "" : describe.help(),
                describe.repository() == null ? "" : describe.repository(),
                describe.optionsSchema(),
                structured(id),
                notes);
    }

    private @Nullable Command structured(String id) {
        if (help == null) {
            return null;
        }
        var name = describe == null || describe.command().isEmpty()
                ? id
                : describe.command().getLast();
        return CommandFromHelp.command(name, help);
    }
}
