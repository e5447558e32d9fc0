package dev.outrigger.assistant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineDiffTest {
    @TempDir
    Path folder;

    @Test
    void appliedToTheOldTextItGivesTheNewOne() {
        for (int seed = 0; seed < 3000; seed++) {
            var random = new Random(seed);
            var before = text(random, random.nextInt(30));
            var after = random.nextBoolean() ? edited(random, before) : text(random, random.nextInt(30));

            var diff = LineDiff.of(before, after);

            assertThat(applied(before, diff)).as("seed %d\n%s", seed, diff).isEqualTo(after);
            assertThat(diff.isEmpty()).isEqualTo(before.equals(after));
        }
    }

    @Test
    void theSystemsPatchUnderstandsIt() throws IOException, InterruptedException {
        for (int seed = 0; seed < 20; seed++) {
            var random = new Random(seed);
            var before = text(random, 40);
            var after = edited(random, before);
            if (before.equals(after)) {
                continue;
            }
            var file = folder.resolve("file" + seed);
            Files.writeString(file, before);
            var patch = folder.resolve("patch" + seed);
            Files.writeString(patch, "--- file" + seed + "\n+++ file" + seed + "\n" + LineDiff.of(before, after));

            var process = new ProcessBuilder("git", "apply", "--unsafe-paths", "-p0", patch.toString())
                    .directory(folder.toFile())
                    .inheritIO()
                    .start();

            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(file)).as("seed %d", seed).isEqualTo(after);
        }
    }

    @Test
    void showsTheShortestChangeWithThreeLinesAround() {
        var before = lines(1, 20);
        var after = before.replace("line 10\n", "line ten\n");

        assertThat(LineDiff.of(before, after)).isEqualTo("""
                        @@ -7,7 +7,7 @@
                         line 7
                         line 8
                         line 9
                        -line 10
                        +line ten
                         line 11
                         line 12
                         line 13
                        """);
    }

    @Test
    void twoLargeTextsWithNothingInCommonAreReplacedAsAWhole() {
        var before = lines(1, 40_000);
        var after = lines(100_000, 140_000);

        var diff = LineDiff.of(before, after);

        assertThat(applied(before, diff)).isEqualTo(after);
    }

    private static String lines(int from, int to) {
        var text = new StringBuilder();
        IntStream.rangeClosed(from, to)
                .forEach(i -> text.append("line ").append(i).append('\n'));
        return text.toString();
    }

    private static String text(Random random, int lines) {
        var text = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            text.append((char) ('a' + random.nextInt(4))).append('\n');
        }
        if (!text.isEmpty() && random.nextInt(3) == 0) {
            text.setLength(text.length() - 1);
        }
        return text.toString();
    }

    private static String edited(Random random, String before) {
        var lines = LineDiff.lines(before);
        for (int i = random.nextInt(4); i > 0 && !lines.isEmpty(); i--) {
            int at = random.nextInt(lines.size());
            if (random.nextBoolean()) {
                lines.remove(at);
            } else {
                lines.add(at, "new\n");
            }
        }
        var after = new StringBuilder();
        for (var line : lines) {
            after.append(line);
            if (!line.endsWith("\n") && after.length() < before.length()) {
                after.append('\n');
            }
        }
        return after.toString();
    }

    /// A reader of unified diffs that knows nothing of how they are made.
    private static String applied(String before, String diff) {
        if (diff.isEmpty()) {
            return before;
        }
        var old = LineDiff.lines(before);
        var result = new StringBuilder();
        int at = 0;
        var lines = diff.split("\n", -1);
        for (int i = 0; i < lines.length - 1; i++) {
            var line = lines[i];
            boolean bare = i + 1 < lines.length && lines[i + 1].startsWith("\\");
            switch (line.charAt(0)) {
                case '@' -> {
                    var range = line.substring(4, line.indexOf(' ', 4)).split(",", -1);
                    int from = Integer.parseInt(range[0]);
                    boolean none = range.length == 2 && range[1].equals("0");
                    for (; at < (none ? from : from - 1); at++) {
                        result.append(old.get(at));
                    }
                }
                case ' ' -> {
                    assertThat(old.get(at++)).isEqualTo(line.substring(1) + (bare ? "" : "\n"));
                    result.append(line.substring(1)).append(bare ? "" : "\n");
                }
                case '-' -> assertThat(old.get(at++)).isEqualTo(line.substring(1) + (bare ? "" : "\n"));
                case '+' -> result.append(line.substring(1)).append(bare ? "" : "\n");
                case '\\' -> {}
                default -> throw new AssertionError("no line of a diff: " + line);
            }
        }
        for (; at < old.size(); at++) {
            result.append(old.get(at));
        }
        return result.toString();
    }
}
