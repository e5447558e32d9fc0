package dev.outrigger.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// In C and in Java the same is said of every kind of file.
final class FileSweepTest {
    @TempDir
    Path folder;

    private static final List<String> SUFFIXES = List.of("", "/in", "/not");

    @Test
    void saysTheSameInJavaAsInC() throws Exception {
        var names = new ArrayList<String>();
        for (int i = 0; i < 300; i++) {
            var each = Files.createDirectory(folder.resolve("n" + i + "e"));
            Files.writeString(each.resolve("in"), "x".repeat(i));
            names.add("n" + i + "e");
        }
        Files.writeString(folder.resolve("file"), "content");
        Files.createSymbolicLink(folder.resolve("link"), Path.of("n1e"));
        Files.createSymbolicLink(folder.resolve("dangling"), Path.of("nowhere"));
        Files.setLastModifiedTime(folder.resolve("n2e/in"), FileTime.fromMillis(1_500));
        names.addAll(List.of("file", "link", "dangling", "missing", "/dev/null"));

        var swept = FileSweep.of(folder, names, SUFFIXES);

        var text = (String.join("\0", names) + "\0").getBytes(StandardCharsets.UTF_8);
        assertThat(swept).isEqualTo(FileSweep.inJava(folder, text, names.size(), SUFFIXES));
        assertThat(FileStatus.at(swept, 3 * FileStatus.LONGS)).satisfies(first -> {
            assertThat(first.isFolder()).isTrue();
            assertThat(first).isEqualTo(FileSweep.of(folder.resolve("n1e")));
        });
        assertThat(FileStatus.at(swept, 4 * FileStatus.LONGS).size()).isEqualTo(1);
        assertThat(FileStatus.at(swept, 5 * FileStatus.LONGS).isMissing()).isTrue();
        assertThat(FileStatus.at(swept, 7 * FileStatus.LONGS).mtime()).isEqualTo(1_500_000_000L);
    }

    @Test
    void whatWasKeptIsComparedAlikeInJavaAndInC() {
        var numbers = new long[] {1, -2, Long.MAX_VALUE, 0};
        var kept = ByteBuffer.allocate(3 + 4 * Long.BYTES).order(ByteOrder.nativeOrder());
        kept.position(3);
        for (long number : numbers) {
            kept.putLong(number);
        }
        assertThat(FileSweep.isAsKept(kept.array(), 3, numbers)).isTrue();
        assertThat(FileSweep.sameInJava(kept.array(), 3, numbers)).isTrue();
        assertThat(FileSweep.isAsKept(kept.array(), 3, new long[0])).isTrue();
        for (int at = 3; at < kept.capacity(); at++) {
            var other = kept.array().clone();
            other[at] ^= 1;
            assertThat(FileSweep.isAsKept(other, 3, numbers)).isFalse();
            assertThat(FileSweep.sameInJava(other, 3, numbers)).isFalse();
        }
        for (int from : new int[] {-1, 4, kept.capacity(), kept.capacity() + 1, Integer.MAX_VALUE}) {
            assertThat(FileSweep.isAsKept(kept.array(), from, numbers))
                    .as("" + from)
                    .isFalse();
        }
    }

    @Test
    void aFolderThatIsNoneHasNothing() throws Exception {
        var none = FileSweep.of(folder.resolve("none"), List.of("a", "b"), SUFFIXES);
        for (int i = 0; i < none.length; i += FileStatus.LONGS) {
            assertThat(FileStatus.at(none, i).isMissing()).isTrue();
        }
        var file = Files.writeString(folder.resolve("file"), "");
        assertThat(FileStatus.at(FileSweep.of(file, List.of("a"), List.of("")), 0)
                        .isMissing())
                .isTrue();
        assertThat(FileSweep.of(folder, List.of(), SUFFIXES)).isEmpty();
    }

    @Test
    void aNameThatIsTooLongIsNoFile() {
        var long_ = "n".repeat(5000);
        assertThat(FileStatus.at(FileSweep.of(folder, List.of(long_), List.of("")), 0)
                        .type())
                .isNegative();
        assertThatThrownBy(() -> FileSweep.of(folder, List.of("a"), List.of("s".repeat(40))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aStatusIsSettledWhenNoChangeCouldHideBehindIt() {
        long now = 1_000_000_000_500_000_000L;
        assertThat(changed(now - 200_000_000L).isSettled(now)).isTrue();
        assertThat(changed(now - 50_000_000L).isSettled(now)).isFalse();
        assertThat(changed(now + 50_000_000L).isSettled(now)).isFalse();
        // A file system that keeps whole seconds only, or two.
        assertThat(changed(now - 2_500_000_000L).isSettled(now)).isFalse();
        assertThat(changed(now - 4_500_000_000L).isSettled(now)).isTrue();
        assertThat(new FileStatus(-2, 0, 0, 0, 0).isSettled(now)).isTrue();
        assertThat(new FileStatus(-13, 0, 0, 0, 0).isSettled(now)).isFalse();
    }

    private static FileStatus changed(long ctime) {
        return new FileStatus(0100000, 1, 2, 3, ctime);
    }
}
