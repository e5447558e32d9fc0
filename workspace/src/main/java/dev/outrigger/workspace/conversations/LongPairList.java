package dev.outrigger.workspace.conversations;

import java.util.Arrays;

/// Pairs of numbers, growing.
final class LongPairList {
    private long[] values = new long[16];
    private int size;

    void add(long first, long second) {
        if (size + 2 > values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = first;
        values[size++] = second;
    }

    int pairs() {
        return size / 2;
    }

    long first(int pair) {
        return values[2 * pair];
    }

    long second(int pair) {
        return values[2 * pair + 1];
    }

    void clear() {
        size = 0;
    }
}
