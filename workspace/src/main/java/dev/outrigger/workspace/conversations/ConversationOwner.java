package dev.outrigger.workspace.conversations;

import java.nio.file.Path;

/// Whose conversation a line of the list is about.
public sealed interface ConversationOwner {
    ConversationOwner OURS = new Ours();

    record Ours() implements ConversationOwner {}

    /// The original jp's, read from there; the first write makes a copy.
    record Original(Path folder) implements ConversationOwner {}

    /// The original of a copy of ours, which goes by the same id: there is more in it than the `copied` events.
    record Grown(Path folder, long copied) implements ConversationOwner {}
}
