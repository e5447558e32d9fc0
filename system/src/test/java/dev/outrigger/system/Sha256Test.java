package dev.outrigger.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Sha256Test {
    private static final String OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    Path folder;

    @Test
    void saysTheSameOfTextAndFileAndBytesThatPass() throws Exception {
        var digest = Sha256.digest();
        digest.update((byte) 'a');
        digest.update(new byte[] {'b', 'c'});
        assertThat(Sha256.hex(digest)).isEqualTo(OF_ABC);
        assertThat(Sha256.of("abc")).isEqualTo(OF_ABC);
        assertThat(Sha256.of(Files.writeString(folder.resolve("f"), "abc"))).isEqualTo(OF_ABC);
    }

    @Test
    void readsAllOfALargeFile() throws Exception {
        var bytes = new byte[200_001];
        bytes[200_000] = 1;
        assertThat(Sha256.of(Files.write(folder.resolve("f"), bytes)))
                .isEqualTo(Sha256.of(bytes))
                .isNotEqualTo(Sha256.of(new byte[200_001]));
    }

    @Test
    void startsEachTimeAnew() {
        Sha256.digest().update((byte) 'x');
        assertThat(Sha256.of("abc")).isEqualTo(OF_ABC);
    }
}
