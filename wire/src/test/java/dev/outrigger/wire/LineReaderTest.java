package dev.outrigger.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LineReaderTest {
    private static final int CHUNK = 64 * 1024;
    private static final String TOO_LONG = "too long: ";

    @Test
    void givesTheLinesOfAStreamAndThenItsEnd() throws IOException {
        assertThat(lines("one\ntwo\nthree\n", 100)).containsExactly("one", "two", "three");
    }

    @Test
    void countsALastLineWithoutANewline() throws IOException {
        assertThat(lines("one\ntwo", 100)).containsExactly("one", "two");
    }

    @Test
    void findsNoLineInNothing() throws IOException {
        assertThat(lines("", 100)).isEmpty();
    }

    @Test
    void staysAtTheEnd() throws IOException {
        var reader = new LineReader(stream("one"), 100);
        reader.next();

        assertThat(reader.next()).isEqualTo(LineReader.Found.END);
        assertThat(reader.next()).isEqualTo(LineReader.Found.END);
        assertThat(reader.ready()).isFalse();
    }

    @Test
    void givesBlankLinesAndKnowsThemAsBlank() throws IOException {
        var reader = new LineReader(stream("\n \t\r\n{}\r\n\f\n"), 100);

        assertThat(blanks(reader)).containsExactly(true, true, false, false);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 119, 120, 121, 1000, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK})
    void takesALineOfExactlyItsLimitAndNoByteMore(int limit) throws IOException {
        var fits = "a".repeat(limit);

        for (int step : new int[] {1, 7, Integer.MAX_VALUE}) {
            assertThat(lines(fits + "\nb\n", Math.max(limit, 1), step)).containsExactly(fits, "b");
            assertThat(lines(fits, limit, step)).isEqualTo(limit == 0 ? List.of() : List.of(fits));
            if (limit > 0) {
                var head = TOO_LONG + "a".repeat(Math.min(limit + 1, 120));
                assertThat(lines(fits + "a\nb\n", limit, step)).containsExactly(head, "b");
                assertThat(lines(fits + "a", limit, step)).containsExactly(head);
                assertThat(lines("b\n" + fits + "a\n" + fits + "\n", limit, step))
                        .containsExactly("b", head, fits);
            }
        }
    }

    @Test
    void goesOnBehindALineThatWasTooLong() throws IOException {
        var text = "first\n" + "x".repeat(1_000_000) + "\nsecond\n" + "y".repeat(200_000) + "\n\nthird";

        assertThat(lines(text, 1000))
                .containsExactly(
                        "first", TOO_LONG + "x".repeat(120), "second", TOO_LONG + "y".repeat(120), "", "third");
    }

    @Test
    void holdsBoundedMemoryForALineWithoutEnd() throws IOException {
        int limit = 1 << 20;
        var endless = new Endless(300L << 20);
        var reader = new LineReader(endless, limit);

        assertThat(reader.next()).isEqualTo(LineReader.Found.TOO_LONG);
        assertThat(endless.largestRead).isLessThanOrEqualTo(2 * limit);
        assertThat(reader.bytes().length).isLessThanOrEqualTo(2 * limit + CHUNK);
        assertThat(text(reader)).isEqualTo("z".repeat(120));
        assertThat(reader.next()).isEqualTo(LineReader.Found.END);
    }

    @Test
    void doesNotGrowWithTheNumberOfLinesThatWereTooLong() throws IOException {
        var text = ("x".repeat(50) + "\n").repeat(50_000);
        var reader = new LineReader(stream(text), 10);

        int count = 0;
        while (reader.next() == LineReader.Found.TOO_LONG) {
            count++;
        }

        assertThat(count).isEqualTo(50_000);
        assertThat(reader.bytes().length).isLessThanOrEqualTo(17 * CHUNK);
    }

    @Test
    void givesBackTheRoomThatOneLongLineTook() throws IOException {
        var reader = new LineReader(stream("x".repeat(5 << 20) + "\n"), 16 << 20);
        assertThat(reader.next()).isEqualTo(LineReader.Found.LINE);
        assertThat(reader.bytes().length).isGreaterThan(5 << 20);

        assertThat(reader.next()).isEqualTo(LineReader.Found.END);

        assertThat(reader.bytes().length).isEqualTo(CHUNK);
    }

    @Test
    void saysWhenTheNextLineIsAtHand() throws IOException {
        var reader = new LineReader(stream("one\ntwo\nthr"), 100);

        assertThat(reader.ready()).isFalse();
        reader.next();
        assertThat(reader.ready()).isTrue();
        assertThat(text(reader)).isEqualTo("one");
        reader.next();
        assertThat(reader.ready()).isFalse();
        assertThat(text(reader)).isEqualTo("two");
    }

    @Test
    void passesOnWhatBreaksTheStream() throws IOException {
        var broken = new FileInputStream("/dev/null");
        broken.close();

        assertThatIOException().isThrownBy(() -> new LineReader(broken, 10).next());
    }

    /// Against a model that splits a string: every mix of line lengths, limits and sizes of reads.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void agreesWithTheSimplestModelForRandomLinesAndReads(long seed) throws IOException {
        var random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            int limit = pick(random, 1, 5, 119, 120, 121, 300, CHUNK - 1, CHUNK, CHUNK + 1, 150_000);
            var text = new StringBuilder();
            for (int line = random.nextInt(12); line > 0; line--) {
                int around =
                        pick(random, 0, 1, 10, limit - 1, limit, limit + 1, 2 * limit, CHUNK - 1, CHUNK, CHUNK + 1);
                text.append(String.valueOf((char) ('a' + line)).repeat(around)).append('\n');
            }
            if (random.nextBoolean()) {
                text.append("t".repeat(pick(random, 0, 1, limit, limit + 1)));
            }
            int step = pick(random, 1, 2, 13, 4096, CHUNK, 100_000);

            assertThat(lines(text.toString(), limit, random, step))
                    .as("seed %d, round %d, limit %d, step %d", seed, round, limit, step)
                    .isEqualTo(model(text.toString(), limit));
        }
    }

    @Test
    void holdsLittleForAPeerThatSaysLittle() throws IOException {
        var reader = new LineReader(new Drops("little\n".repeat(10_000), () -> 7), 100);

        while (reader.next() != LineReader.Found.END) {
            assertThat(reader.bytes()).hasSizeLessThanOrEqualTo(8 * 1024);
        }
    }

    @Test
    void holdsMoreForAPeerThatSaysMuchAndLittleAgainWhenItHasCalmedDown() throws IOException {
        var much = "x".repeat(3 * CHUNK) + "\n";
        var reader = new LineReader(
                new SequenceInputStream(stream(much), new Drops("little\n".repeat(20), () -> 7)), much.length());

        assertThat(reader.next()).isEqualTo(LineReader.Found.LINE);
        assertThat(reader.bytes()).hasSizeGreaterThan(3 * CHUNK);
        for (int i = 0; i < 20; i++) {
            assertThat(reader.next()).isEqualTo(LineReader.Found.LINE);
            assertThat(text(reader)).isEqualTo("little");
        }
        assertThat(reader.bytes()).hasSizeLessThanOrEqualTo(8 * 1024);
    }

    private static List<String> model(String text, int limit) {
        var lines = new ArrayList<>(List.of(text.split("\n", -1)));
        if (lines.getLast().isEmpty()) {
            lines.removeLast();
        }
        lines.replaceAll(line -> line.length() <= limit ? line : TOO_LONG + head(line, limit));
        return lines;
    }

    /// As much of a line as is sure to be there when it is too long: more than that was never read, perhaps.
    private static String head(String line, int limit) {
        assertThat(line.length()).isGreaterThan(limit > 119 ? 119 : limit);
        return line.substring(0, Math.min(limit + 1, 120));
    }

    private static int pick(Random random, int... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static List<String> lines(String text, int limit) throws IOException {
        return lines(text, limit, Integer.MAX_VALUE);
    }

    private static List<String> lines(String text, int limit, int step) throws IOException {
        return lines(new Drops(text, () -> step), limit);
    }

    private static List<String> lines(String text, int limit, Random random, int step) throws IOException {
        return lines(new Drops(text, () -> 1 + random.nextInt(step)), limit);
    }

    private static List<String> lines(InputStream in, int limit) throws IOException {
        var reader = new LineReader(in, limit);
        var lines = new ArrayList<String>();
        for (var found = reader.next(); found != LineReader.Found.END; found = reader.next()) {
            // Looking ahead must not disturb the line that is being looked at.
            boolean ahead = reader.ready();
            assertThat(reader.ready()).isEqualTo(ahead);
            lines.add(found == LineReader.Found.LINE ? text(reader) : TOO_LONG + head(text(reader), limit));
        }
        return lines;
    }

    private static List<Boolean> blanks(LineReader reader) throws IOException {
        var blanks = new ArrayList<Boolean>();
        while (reader.next() == LineReader.Found.LINE) {
            blanks.add(reader.blank());
        }
        return blanks;
    }

    private static String text(LineReader reader) {
        return new String(reader.bytes(), reader.from(), reader.to() - reader.from(), StandardCharsets.UTF_8);
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Hands out a text in pieces, as a pipe does.
    private static final class Drops extends InputStream {
        private final InputStream whole;
        private final IntSupplier size;

        Drops(String text, IntSupplier size) {
            this.whole = stream(text);
            this.size = size;
        }

        @Override
        public int read() throws IOException {
            return whole.read();
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            return whole.read(into, offset, Math.min(length, size.getAsInt()));
        }
    }

    /// So many bytes without a newline.
    private static final class Endless extends InputStream {
        private long left;
        int largestRead;

        Endless(long left) {
            this.left = left;
        }

        @Override
        public int read() {
            return left-- > 0 ? 'z' : -1;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            largestRead = Math.max(largestRead, length);
            int count = (int) Math.min(left, length);
            Arrays.fill(into, offset, offset + count, (byte) 'z');
            left -= count;
            return count == 0 ? -1 : count;
        }
    }
}
