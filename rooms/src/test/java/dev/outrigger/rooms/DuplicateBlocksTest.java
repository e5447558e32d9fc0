package dev.outrigger.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is the same is written once: two copies are mended in one place and stay broken in the other.
class DuplicateBlocksTest {
    private static final List<String> SIX = List.of("one();", "two();", "three();", "four();", "five();", "six();");

    @TempDir
    Path folder;

    @Test
    void noSixLinesStandTwice() throws IOException {
        var files = SourceTree.java(false);
        assertThat(files).hasSizeGreaterThan(700);
        assertThat(DuplicateBlocks.in(files)).isEmpty();
    }

    @Test
    void findsThemWhateverStandsBetween() throws IOException {
        var first = file("A.java", "start();", SIX, "x();");
        var second = file("B.java", "import a.b;", spread(SIX), "y();");
        assertThat(DuplicateBlocks.in(List.of(first, second)))
                .containsExactly(first + ":2-7 again in " + second + ":4-24");
    }

    @Test
    void findsThemTwiceInOneFile() throws IOException {
        var file = file("A.java", "start();", SIX, SIX);
        assertThat(DuplicateBlocks.in(List.of(file))).containsExactly(file + ":2-7 again in " + file + ":8-13");
    }

    @Test
    void fiveAreAllowedAndSoIsALineThatStandsOftenInARow() throws IOException {
        var first = file("A.java", "start();", SIX.subList(0, 5), "a();");
        var second = file("B.java", "begin();", SIX.subList(0, 5), "b();");
        var third =
                file("C.java", "wire(", List.of("LONG,", "LONG,", "LONG,", "LONG,", "LONG,", "LONG,", "LONG,"), ");");
        assertThat(DuplicateBlocks.in(List.of(first, second, third))).isEmpty();
    }

    @Test
    void aCommentThatNamesTheOtherPlaceAndSaysWhyIsAnExcuse() throws IOException {
        var first = file("A.java", "start();", SIX, "x();");
        var second = file("B.java", "// The same stands in A: neither may know the other.", SIX, "y();");
        var third = file("C.java", "// The same stands in B: neither may know the other.", SIX, "z();");
        assertThat(DuplicateBlocks.in(List.of(first, second))).isEmpty();
        assertThat(DuplicateBlocks.in(List.of(first, third))).hasSize(1);
    }

    private static List<String> spread(List<String> lines) {
        return lines.stream()
                .flatMap(line -> List.of("", "/// words", "   " + line, "  }").stream())
                .toList();
    }

    private Path file(String name, String before, List<String> block, String after) throws IOException {
        return Files.writeString(folder.resolve(name), before + "\n" + String.join("\n", block) + "\n" + after + "\n");
    }

    private Path file(String name, String before, List<String> block, List<String> again) throws IOException {
        return file(name, before, block, String.join("\n", again));
    }
}
