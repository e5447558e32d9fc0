package dev.outrigger.wire;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Names a conversation: the tenths of a second since 1970 at which it was made, as digits.
public record ConversationId(String digits) implements Comparable<ConversationId> {
    private static final int MOST_DIGITS = 18;

    public ConversationId {
        if (!wellFormed(digits)) {
            throw new IllegalArgumentException("no conversation id: " + digits);
        }
    }

    /// Nothing when the text cannot be an id, and so cannot name a file outside the workspace either.
    public static Optional<ConversationId> parse(String text) {
        return wellFormed(text) ? Optional.of(new ConversationId(text)) : Optional.empty();
    }

    private static boolean wellFormed(String text) {
        if (text.isEmpty() || text.length() > MOST_DIGITS) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    @Override
    public int compareTo(ConversationId other) {
        return Long.compare(Long.parseLong(digits), Long.parseLong(other.digits));
    }

    /// By hand, as the other: those of records are made at run time, 10 ms for the first.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ConversationId(var others) && digits.equals(others);
    }

    @Override
    public int hashCode() {
        return digits.hashCode();
    }

    @Override
    public String toString() {
        return digits;
    }
}
