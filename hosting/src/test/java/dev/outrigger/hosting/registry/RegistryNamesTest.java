package dev.outrigger.hosting.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RegistryNamesTest {
    private static final Path FOLDER = Path.of("/data/jp/plugins/command");

    @Test
    void noIdThatIsAcceptedLeavesTheFolderOrNeedsQuotes() {
        var random = new Random(3);
        var letters = "abz09-./\\ \u0000~:*AÄ\n";
        int accepted = 0;
        for (int i = 0; i < 200_000; i++) {
            var id = new StringBuilder();
            for (int length = random.nextInt(6); length >= 0; length--) {
                id.append(letters.charAt(random.nextInt(random.nextBoolean() ? 6 : letters.length())));
            }
            if (RegistryNames.isId(id.toString())) {
                accepted++;
                var file = FOLDER.resolve("jp-" + id).normalize();
                assertThat(file.getParent()).isEqualTo(FOLDER);
                assertThat(id.toString()).matches("[a-z0-9]+(-[a-z0-9]+)*");
            }
        }
        assertThat(accepted).isPositive();
    }

    @Test
    void anIdIsAtMost64Long() {
        assertThat(RegistryNames.isId("a".repeat(64))).isTrue();
        assertThat(RegistryNames.isId("a".repeat(65))).isFalse();
    }
}
