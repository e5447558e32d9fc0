package dev.outrigger.wire;

import dev.outrigger.fuzz.base.ChunkedInput;
import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/// Lines out of a pipe, however its bytes arrive: the same as by looking for the newlines one by one.
public final class LinesTarget implements Target {
    @Override
    public String name() {
        return "lines";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) throws IOException {
        return Seeds.all(
                tree.files("conformance/command/transcripts", ".txt"),
                tree.files("conformance/service/golden", ".jsonl"),
                Seeds.texts("a\n\nb\r\nc", "x".repeat(130) + "\n" + "y".repeat(9_000) + "\nz"));
    }

    @Override
    public String read(byte[] input) throws IOException {
        int first = input.length == 0 ? 0 : input[0] & 0xFF;
        int limit = new int[] {1, 100, 121, 1_000, 8_191, 70_000}[first % 6];
        var reader = new LineReader(new ChunkedInput(input, 1 + (first * 37) % 10_000), limit);
        int lines = 0;
        int from = 0;
        while (true) {
            var found = reader.next();
            if (found == LineReader.Found.END) {
                break;
            }
            int to = from;
            while (to < input.length && input[to] != '\n') {
                to++;
            }
            var wanted = to - from > limit ? LineReader.Found.TOO_LONG : LineReader.Found.LINE;
            if (found != wanted) {
                throw new Broken("a line is taken for too long, or not");
            }
            // Of one that is too long, only what had come of it when that was seen.
            int head = reader.to() - reader.from();
            int shown = wanted == LineReader.Found.LINE ? to : from + Math.min(Math.min(head, 120), to - from);
            if (!Arrays.equals(reader.bytes(), reader.from(), reader.to(), input, from, shown)) {
                throw new Broken("a line is another than was sent");
            }
            lines++;
            from = to + 1;
        }
        if (from < input.length) {
            throw new Broken("it ends before the input");
        }
        return limit + " " + Integer.numberOfTrailingZeros(Integer.highestOneBit(lines + 1));
    }
}
