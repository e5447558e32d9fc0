package dev.outrigger.kaged.audit;

import java.util.List;

/// What walking the chain found.
public sealed interface ChainVerdict {
    /// Every row follows on the one before it. `notes`: losses that the chain itself tells of, oldest first. With any,
    /// the rows that are there can be trusted, and some that were there once are gone.
    record Whole(long first, long last, String hash, List<String> notes) implements ChainVerdict {}

    /// Rows that once were at the end are gone, `after` the last that is left.
    record TailLost(long after, long missing) implements ChainVerdict {}

    /// The file that the rows are in is not where it was.
    record Missing(String why) implements ChainVerdict {}

    /// `seq` is the first row that is not what was written.
    record Broken(long seq, String why) implements ChainVerdict {}

    /// Whether nothing is known to be changed, removed or lost.
    default boolean lossless() {
        return this instanceof Whole whole && whole.notes.isEmpty();
    }

    default String text() {
        return switch (this) {
            case Whole(var first, var last, var hash, var notes) ->
                (lossless() ? "whole: " : "not all there: ")
                        + (last < first ? "no rows" : "rows " + first + " to " + last + ", head " + hash)
                        + (lossless() ? "" : "; before a start, these were lost:\n  " + String.join("\n  ", notes));
            case TailLost(var after, var missing) ->
                "lost tail: " + missing + (missing == 1 ? " row" : " rows") + " after row " + after + " are gone";
            case Missing(var why) -> "missing: " + why;
            case Broken(var seq, var why) -> "broken at row " + seq + ": " + why;
        };
    }
}
