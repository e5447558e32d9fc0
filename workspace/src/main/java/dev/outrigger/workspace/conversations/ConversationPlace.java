package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// A folder in which conversations may lie.
record ConversationPlace(Path folder, Sort sort) {
    private static final String EVENTS = "/events.jsonl";
    private static final String ORIGINAL_EVENTS = "/events.json";
    private static final String METADATA = "/metadata.json";
    private static final List<String> FILES = List.of(EVENTS, METADATA);
    /// With the folder itself: whose it is depends on what there is in it, and so does what counts of its events.
    private static final List<String> ALL_FILES = List.of("", EVENTS, METADATA, ORIGINAL_EVENTS);

    enum Sort {
        OURS,
        /// Ours of before, and the original's.
        SHARED,
        /// What the original threw away: ours, because it does not know them. Its own is its own affair.
        TRASH,
        USERS
    }

    /// Whose folder it is; nothing when it is none that counts here.
    ///
    /// @param holds whether it is a folder with such a file
    Optional<ConversationFolder> sorted(ConversationId id, Path path, Predicate<String> holds) {
        return switch (sort) {
            case OURS -> Optional.of(ConversationFolder.ours(id, path));
            case SHARED ->
                Optional.of(
                        holds.test("events.json") && !holds.test("events.jsonl")
                                ? ConversationFolder.original(id, path)
                                : ConversationFolder.before(id, path));
            case TRASH ->
                holds.test("events.jsonl") ? Optional.of(ConversationFolder.before(id, path)) : Optional.empty();
            case USERS -> Optional.of(ConversationFolder.original(id, path));
        };
    }

    /// What is looked at of each folder, behind its name: whatever its line in the list depends on. Of ours, whether it
    /// is a folder shows in the place itself.
    List<String> files() {
        return sort == Sort.OURS ? FILES : ALL_FILES;
    }

    /// Whether the folders themselves are among that.
    boolean looksAtFolders() {
        return sort != Sort.OURS;
    }
}
