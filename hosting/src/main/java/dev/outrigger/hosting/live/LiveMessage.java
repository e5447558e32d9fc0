package dev.outrigger.hosting.live;

import org.jspecify.annotations.Nullable;

/// One message of a running turn, as far as it has come. Subscriptions hold no text of it, only how much of it they
/// have told: so however many there are, and however slow, it is there once.
final class LiveMessage {
    enum Kind {
        MESSAGE("message"),
        REASONING("reasoning");

        /// The field of the event that has the text.
        final String field;

        Kind(String field) {
            this.field = field;
        }
    }

    final Kind kind;
    /// Which message of the turn, from 0.
    final long index;

    private @Nullable StringBuilder text = new StringBuilder();
    private long seq;

    LiveMessage(Kind kind, long index) {
        this.kind = kind;
        this.index = index;
    }

    synchronized void add(String more) {
        if (text != null) {
            text.append(more);
        }
    }

    /// What came behind so many characters; "" when nothing did. Half a character waits for its other half.
    synchronized String after(int told) {
        if (text == null) {
            return "";
        }
        int end = text.length();
        if (end > told && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return end > told ? text.substring(told, end) : "";
    }

    /// From now on its text is in the conversation.
    synchronized void stored(long number) {
        seq = number;
        text = null;
    }

    /// Its number in the conversation; 0 as long as it has none.
    synchronized long seq() {
        return seq;
    }

    synchronized int length() {
        return text == null ? 0 : text.length();
    }
}
