package dev.outrigger.serveweb.view;

import org.jspecify.annotations.Nullable;

/// A conversation in the list.
///
/// @param title harmless; "" without one
/// @param excerpt what a search found in it; "" when it is not about a search
public record Row(
        String id,
        String title,
        @Nullable Moment at,
        boolean pinned,
        boolean archived,
        boolean damaged,
        boolean current,
        String excerpt) {
    public String shownTitle() {
        return title.isEmpty() ? "Untitled" : title;
    }

    /// Sorts rows: pinned ones first, then the latest.
    public String rank() {
        return (pinned ? "1" : "0") + (at == null ? "" : at.iso());
    }
}
