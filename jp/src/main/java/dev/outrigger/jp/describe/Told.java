package dev.outrigger.jp.describe;

import dev.outrigger.terminal.Command;
import dev.outrigger.wire.command.ToHost.Describe;
import dev.outrigger.wire.command.ToHost.Help;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A plugin's own answers, as far as it gave them, already harmless; and what was left out of them.
record Told(@Nullable Describe describe, @Nullable Help help, List<String> notes) {
    static final Told NOTHING = new Told(null, null, List.of());
    private static final int MOST_WORDS = 8;

    boolean nothing() {
        return describe == null && help == null;
    }

    Told with(Describe answer) {
        var kept = new ArrayList<>(notes);
        var command = answer.command();
        if (!isPath(command)) {
            kept.add("the command path that it declares is no list of 1 to 8 plain words, and is ignored: "
                    + Harmless.line(String.join(" ", command), Harmless.NAME));
            command = List.of();
        }
        var clean = new Describe(
                Harmless.line(answer.name(), Harmless.NAME),
                Harmless.line(answer.version(), Harmless.NAME),
                Harmless.line(answer.description(), Harmless.LINE),
                command,
                answer.author() == null ? null : Harmless.line(answer.author(), Harmless.LABEL),
                answer.help() == null ? null : Harmless.text(answer.help()),
                answer.repository() == null ? null : Harmless.line(answer.repository(), Harmless.LABEL),
                answer.optionsSchema());
        return new Told(clean, help, kept);
    }

    Told with(Help answer) {
        var trimmed = Trimming.of(answer);
        var kept = new ArrayList<>(notes);
        if (!trimmed.note().isEmpty()) {
            kept.add(trimmed.note());
        }
        return new Told(describe, trimmed.help(), kept);
    }

    /// None at all is fine: then the file's name is the path.
    static boolean isPath(List<String> command) {
        for (var word : command) {
            if (!Harmless.isWord(word)) {
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
        return Drawing.command(name, help);
    }
}
