package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether a key may come with a workspace, perhaps a stranger's. No key is made without this answer.
///
/// Yes is right only for what can neither run, approve, pay for, send or look anything up: words for the model, and how
/// freely it chooses them. What jp does not look into (open tables) can never come along, see [SettingKey#open].
///
/// @param scale of [Answer#STRICTER]: the values, loosest first. An unset key counts as the second of them, so the
///     loosest always comes from the user. Empty: a workspace may set what is not set, and change nothing
record WorkspaceKeyRule(Answer answer, List<String> scale) {
    enum Answer {
        YES,
        /// Only when the new value is at least as strict as the one before.
        STRICTER,
        /// From the user's own files, the environment and `--cfg` only.
        NO
    }

    static final WorkspaceKeyRule YES = new WorkspaceKeyRule(Answer.YES, List.of());
    static final WorkspaceKeyRule NO = new WorkspaceKeyRule(Answer.NO, List.of());
    /// Setting it is the strict side, whatever the value: a pin.
    static final WorkspaceKeyRule UNLESS_SET = new WorkspaceKeyRule(Answer.STRICTER, List.of());

    static WorkspaceKeyRule stricter(String loosest, String... others) {
        var scale = new ArrayList<String>();
        scale.add(loosest);
        scale.addAll(List.of(others));
        return new WorkspaceKeyRule(Answer.STRICTER, List.copyOf(scale));
    }

    /// Whether something that came with a workspace may put this value in place of that. The one place where that is
    /// decided.
    boolean allows(@Nullable Json before, Json wanted) {
        return switch (answer) {
            case YES -> true;
            case NO -> false;
            case STRICTER ->
                scale.isEmpty()
                        ? before == null || SettingKey.word(before).equals(SettingKey.word(wanted))
                        : strictness(wanted) >= strictness(before);
        };
    }

    /// The place of a value on the scale; of one that is not on it, before the loosest.
    int strictness(@Nullable Json value) {
        return value == null ? 1 : scale.indexOf(SettingKey.word(value));
    }
}
