package dev.outrigger.workspace.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeysTest {
    static List<Key> keys() {
        return Keys.all();
    }

    @ParameterizedTest
    @MethodSource("keys")
    void isNamedInTheDocumentationWithItsDefault(Key key) throws Exception {
        var page = Files.readString(Path.of("../docs/configuration.md"));
        var row = page.lines()
                .filter(line -> line.startsWith("| `" + key.path() + "` |"))
                .toList();

        assertThat(row).as("the row of " + key.path()).hasSize(1);
        if (key.standard() != null) {
            assertThat(row.getFirst()).contains("`" + TomlText.value(key.standard()) + "`");
        }
        assertThat(row.getFirst())
                .contains(
                        switch (key.trust()) {
                            case ANYONE -> "| anyone |";
                            case TIGHTEN_ONLY -> "| tighten |";
                            case USER_ONLY -> "| you |";
                        });
    }

    @ParameterizedTest
    @MethodSource("keys")
    void acceptsItsOwnDefault(Key key) {
        assertThat(key.standard() == null || key.accepts(key.standard())).isTrue();
        assertThat(key.doc()).isNotBlank().doesNotContain("\n");
    }

    @Test
    void documentsNoKeyThatDoesNotExist() throws Exception {
        var known = Keys.all().stream().map(key -> "| `" + key.path() + "`").toList();
        try (var lines = Files.lines(Path.of("../docs/configuration.md"))) {
            assertThat(lines.filter(line -> line.startsWith("| `") && !line.startsWith("| `--")))
                    .allSatisfy(line -> assertThat(known).anyMatch(line::startsWith));
        }
    }

    @Test
    void hasNoKeyTwice() {
        assertThat(Keys.all()).extracting(Key::path).doesNotHaveDuplicates();
    }
}
