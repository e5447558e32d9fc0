package dev.outrigger.assistant;

import dev.outrigger.wire.Json;

/// One call as whoever decides about it sees it. A yes is to this, and [#action] does this or nothing: a tool that
/// looked at something in order to say what it would do looks again before it does it.
///
/// @param words what would be done: a diff, a command line. Markdown; "" when the arguments say it all. Who shows it
///     makes visible what is not, and shows the arguments too; but not those of a `builtin`, whose words have all that
///     matters of them
/// @param whole all of it, as plain text, where the words are only its beginning; "" where they are all
public record Proposal(Json.Obj arguments, String words, String whole, Action action) {
    public Proposal(Json.Obj arguments, String words, Action action) {
        this(arguments, words, "", action);
    }

    /// As [Tool#run].
    public interface Action {
        ToolResult run(ToolRun run);
    }
}
