package dev.outrigger.kaged.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever happens to a manifest: it is read, or there is one problem with a line in it.
class DamagedManifestTest {
    private static final String SPICE = "[]{}:,-?&*!|>'\"%@`#\\ \t\n\r\0~=<.0e\u0085\u2028é\uFFFD";

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void isReadOrRefusedWithALine(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            var valid = random.nextBoolean() ? ManifestReaderTest.FULL : ManifestReaderTest.SEED;
            var damaged = damaged(valid.getBytes(StandardCharsets.UTF_8), random);
            try {
                ManifestReader.parse("p", damaged);
            } catch (ManifestProblem e) {
                var lines =
                        new String(damaged, StandardCharsets.UTF_8).split("\r\n|[\n\r\u0085\u2028\u2029]", -1).length;
                assertThat(e.line()).as(e.getMessage()).isBetween(1, lines);
                assertThat(e.getMessage()).startsWith("p:" + e.line() + ": ").doesNotContain("\n");
            } catch (RuntimeException | StackOverflowError e) {
                fail("seed " + seed + ", round " + i + ":\n" + new String(damaged, StandardCharsets.UTF_8), e);
            }
        }
    }

    private static byte[] damaged(byte[] valid, Random random) {
        var bytes = valid;
        for (int hits = 1 + random.nextInt(3); hits > 0; hits--) {
            bytes = hit(bytes, random);
        }
        return bytes;
    }

    private static byte[] hit(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length);
        int to = Math.min(bytes.length, at + 1 + random.nextInt(30));
        var out = new ByteArrayOutputStream();
        out.write(bytes, 0, at);
        switch (random.nextInt(5)) {
            case 0 -> out.write(bytes, to, bytes.length - to);
            case 1 -> {
                out.write(bytes, at, to - at);
                out.write(bytes, at, bytes.length - at);
            }
            case 2 -> {
                out.write(random.nextInt(256));
                out.write(bytes, at + 1, bytes.length - at - 1);
            }
            case 3 -> {
                int c = random.nextInt(SPICE.length());
                out.writeBytes(SPICE.substring(c, c + 1).getBytes(StandardCharsets.UTF_8));
                out.write(bytes, at, bytes.length - at);
            }
            default -> {
                int from = random.nextInt(bytes.length);
                int length = Math.min(bytes.length - from, random.nextInt(60));
                out.write(bytes, from, length);
                out.write(bytes, at, bytes.length - at);
            }
        }
        return out.size() == 0 ? new byte[] {'x'} : out.toByteArray();
    }
}
