package dev.outrigger.assistant.tools;

import dev.outrigger.assistant.Cancellation;

/// A text that stops answering when the time is over: a regular expression may need longer than the world has.
record TimedText(CharSequence text, Limit limit) implements CharSequence {
    /// Thrown out of the middle of a match; it carries nothing, and is caught where the match was begun.
    static final class Passed extends RuntimeException {
        Passed() {
            super("the time is over", null, false, false);
        }
    }

    static final class Limit {
        private static final int OFTEN = 4096;

        private final long end;
        private final Cancellation cancellation;
        private int looks;

        Limit(long nanos, Cancellation cancellation) {
            this.end = System.nanoTime() + nanos;
            this.cancellation = cancellation;
        }

        boolean passed() {
            return cancellation.isCancelled() || System.nanoTime() - end > 0;
        }

        void look() {
            if (++looks % OFTEN == 0 && passed()) {
                throw new Passed();
            }
        }
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        limit.look();
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return new TimedText(text.subSequence(start, end), limit);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
