package dev.outrigger.serveweb.view;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Everything of a page.
///
/// @param kind `list`, `chat`, `new` or `search`
/// @param more where the list goes on; 0 when it does not
/// @param list which state of the list the rows are of: a page whose stream begins with another one reads them again
/// @param assets what stands in the addresses of style and script: it changes with them
public record ChatPage(
        String kind,
        List<Row> rows,
        int more,
        String search,
        @Nullable Talk talk,
        Permission may,
        String workspace,
        String assets,
        String list) {
    /// The conversation of a page.
    ///
    /// @param after the number of the last event that is final on the page: the stream goes on behind it
    /// @param earlier the number of the first event shown, when there are some before it; 0 else
    public record Talk(
            String id, String title, boolean pinned, boolean archived, List<Entry> entries, long after, long earlier) {}

    public String title() {
        if (talk != null) {
            return talk.title().isEmpty() ? "Untitled" : talk.title();
        }
        return switch (kind) {
            case "new" -> "New conversation";
            case "search" -> "Search: " + search;
            default -> "Conversations";
        };
    }

    public Optional<Talk> shown() {
        return Optional.ofNullable(talk);
    }
}
