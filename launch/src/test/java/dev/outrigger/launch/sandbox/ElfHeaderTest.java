package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ElfHeaderTest {
    @Test
    void readsWhatABinarySays() throws Exception {
        var bytes = new ElfBytes()
                .needs("libc.so.6")
                .needs("libm.so.6")
                .runPath("$ORIGIN/../lib:/opt/x/lib")
                .bytes();
        var header = ElfHeader.of(bytes);
        assertThat(header.loader()).isEqualTo(ElfBytes.LOADER);
        assertThat(header.needed()).containsExactly("libc.so.6", "libm.so.6");
        assertThat(header.folders()).containsExactly("$ORIGIN/../lib", "/opt/x/lib");
        var real = ElfHeader.of(Files.readAllBytes(Path.of("/usr/bin/bash").toRealPath()));
        assertThat(real.needed()).contains("libc.so.6");
        assertThat(real.loader()).contains("ld-linux");
    }

    @Test
    void needsNothingForWhatIsNoBinary() throws Exception {
        for (var text : new String[] {"", "#!/bin/sh\n", "\u007fELF", "x".repeat(1000)}) {
            assertThat(ElfHeader.of(text.getBytes(StandardCharsets.ISO_8859_1)))
                    .isEqualTo(new ElfHeader("", List.of(), List.of()));
        }
    }

    @Test
    void refusesFourThousandNamesOfOneString() {
        var bytes = new ElfBytes().needs("x".repeat(1 << 20), 4000).bytes();
        assertThatThrownBy(() -> ElfHeader.of(bytes)).hasMessageContaining("more than 256 libraries");
        var long255 = new ElfBytes().needs("x".repeat(256)).bytes();
        assertThatThrownBy(() -> ElfHeader.of(long255)).hasMessageContaining("longer than 255");
        var many = new StringBuilder();
        for (int i = 0; i < 33; i++) {
            many.append("/f").append(i).append(':');
        }
        assertThatThrownBy(() ->
                        ElfHeader.of(new ElfBytes().runPath(many.toString()).bytes()))
                .hasMessageContaining("more than 32 folders");
    }

    @Test
    void readsNoMoreThanItsBoundHoweverLargeTheFile() throws Exception {
        var read = new AtomicLong();
        var elf = new ElfBytes();
        for (int i = 0; i < ElfHeader.MOST_NEEDED; i++) {
            elf.needs("lib" + i + "x".repeat(240) + ".so");
        }
        var bytes = elf.bytes();
        var header = ElfHeader.of((ElfHeader.Source) (into, from) -> {
            int size = Math.min(into.remaining(), bytes.length - (int) from);
            into.put(bytes, (int) from, size);
            read.addAndGet(size);
            return size;
        });
        assertThat(header.needed()).hasSize(ElfHeader.MOST_NEEDED);
        assertThat(read.get()).isLessThanOrEqualTo(ElfHeader.MOST_BYTES);
    }

    @Test
    void refusesNumbersThatPointOutside() {
        for (int at : new int[] {32, 64 + 8, 64 + 32, 64 + 56 + 16, 64 + 112 + 8, 64 + 112 + 32}) {
            for (long value : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 10, 1L << 40}) {
                var bytes = new ElfBytes().needs("libc.so.6").bytes();
                ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(at, value);
                assertThatThrownBy(() -> ElfHeader.of(bytes))
                        .as(at + " is " + value)
                        .isInstanceOf(ElfHeader.Damaged.class);
            }
        }
        for (long value : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32}) {
            assertThatThrownBy(() -> ElfHeader.of(new ElfBytes().entry(1, value).bytes()))
                    .isInstanceOf(ElfHeader.Damaged.class);
        }
    }

    @Test
    void refusesNamesThatAreNoPlainText() {
        for (var name : new String[] {"a\nb", "\u001b[2J", "ä", "\u202e"}) {
            assertThatThrownBy(() -> ElfHeader.of(new ElfBytes().needs(name).bytes()))
                    .isInstanceOf(ElfHeader.Damaged.class);
            assertThatThrownBy(
                            () -> ElfHeader.of(new ElfBytes().loader("/" + name).bytes()))
                    .isInstanceOf(ElfHeader.Damaged.class);
        }
    }

    @Test
    void throwsNothingButItsOwnWhateverTheBytes() {
        var random = new Random(12);
        var seed = new ElfBytes().needs("libc.so.6").runPath("$ORIGIN").bytes();
        for (int round = 0; round < 20_000; round++) {
            var bytes = seed.clone();
            for (int i = random.nextInt(6); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                var header = ElfHeader.of(bytes);
                assertThat(header.needed()).hasSizeLessThanOrEqualTo(ElfHeader.MOST_NEEDED);
            } catch (ElfHeader.Damaged e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }

    @Test
    @Timeout(60)
    void opensRegularFilesOnlyAndNeverWaits(@TempDir Path folder) throws Exception {
        var pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        var link = Files.createSymbolicLink(folder.resolve("link"), pipe);
        for (var path : new Path[] {pipe, link, folder, Path.of("/dev/zero"), Path.of("/dev/tty")}) {
            assertThatThrownBy(() -> RegularFile.open(path).close())
                    .as(path.toString())
                    .isInstanceOf(IOException.class);
        }
        var file = Files.writeString(folder.resolve("file"), "text");
        try (var open = RegularFile.open(file)) {
            assertThat(open.stamp()).isEqualTo(FileIdentity.of(file));
            assertThat(open.channel().size()).isEqualTo(4);
        }
    }
}
