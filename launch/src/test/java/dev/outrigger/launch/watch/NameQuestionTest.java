package dev.outrigger.launch.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameQuestionTest {
    private static byte[] question(String name) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(new byte[] {0x6f, (byte) 0xa2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0});
        for (var label : name.split("\\.")) {
            bytes.write(label.length());
            bytes.writeBytes(label.getBytes(StandardCharsets.ISO_8859_1));
        }
        bytes.writeBytes(new byte[] {0, 0, 28, 0, 1});
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.org", "a", "xn--bcher-kva.example", "_sip._tcp.example.org", "1.2.3"})
    void readsTheName(String name) {
        assertThat(NameQuestion.in(question(name))).contains(name);
        assertThat(NameQuestion.in(question(name.toUpperCase(java.util.Locale.ROOT))))
                .contains(name);
        // What follows, as with EDNS, does not matter.
        assertThat(NameQuestion.in(Arrays.copyOf(question(name), 200))).contains(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exa mple.org", "a\u001b[2J.org", "b\u00fccher.de", "a/b"})
    void namesThatNoHostHasAreNone(String name) {
        assertThat(NameQuestion.in(question(name))).isEmpty();
    }

    @Test
    void nothingElseIsAQuestion() {
        var good = question("example.org");
        for (int at : new int[] {2, 4, 5, 6, 8}) {
            var other = good.clone();
            other[at] ^= (byte) 0x80;
            assertThat(NameQuestion.in(other)).as("%d", at).isEmpty();
        }
        for (int length = 0; length < good.length; length++) {
            assertThat(NameQuestion.in(Arrays.copyOf(good, length)))
                    .as("%d", length)
                    .isEmpty();
        }
        assertThat(NameQuestion.in(Arrays.copyOf(good, 513))).isEmpty();
        assertThat(NameQuestion.in(question("x".repeat(63)))).isPresent();
        assertThat(NameQuestion.in(question("x".repeat(64)))).isEmpty();
        assertThat(NameQuestion.in("GET / HTTP/1.1\r\nHost: example.org\r\n\r\n".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
        assertThat(NameQuestion.in(new byte[100])).isEmpty();
    }
}
