package dev.outrigger.schema;

import java.time.Duration;

/// Ends what a hostile schema would go on with for ever: everything the library looks at passes by here.
final class SchemaDeadline {
    /// What no schema is refused for, however long it takes: on a busy machine, time passes without anything being
    /// done. A hostile one comes to so many in milliseconds.
    private static final int HARMLESS_STEPS = 20_000;

    private long nanos;
    private long steps;

    static final class Passed extends RuntimeException {
        Passed() {
            super("too late", null, false, false);
        }
    }

    void setIn(Duration limit) {
        nanos = System.nanoTime() + limit.toNanos();
        steps = 0;
    }

    void check() {
        if (++steps > HARMLESS_STEPS && System.nanoTime() - nanos > 0) {
            throw new Passed();
        }
    }

    /// The same text, which does not let itself be matched for ever.
    CharSequence watch(CharSequence text) {
        return new Watched(text, this);
    }

    private record Watched(CharSequence text, SchemaDeadline deadline) implements CharSequence {
        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            deadline.check();
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Watched(text.subSequence(start, end), deadline);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
