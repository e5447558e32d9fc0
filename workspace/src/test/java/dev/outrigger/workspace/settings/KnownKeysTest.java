package dev.outrigger.workspace.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KnownKeysTest {
    static List<SettingKey> keys() {
        return KnownKeys.all();
    }

    /// The whole row: what it wants, its default, whether it may come with a workspace, and what it is for.
    @ParameterizedTest
    @MethodSource("keys")
    void isNamedInTheDocumentation(SettingKey key) throws Exception {
        var page = Files.readString(Path.of("../docs/configuration.md"));
        var rows = page.lines()
                .filter(line -> line.startsWith("| `" + key.path() + "` |"))
                .toList();

        assertThat(rows).as("the row of " + key.path()).containsExactly(row(key));
    }

    private static String row(SettingKey key) throws Exception {
        var wants = switch (key.type()) {
            case TEXT -> "text";
            case WHOLE_NUMBER -> "whole number";
            case NUMBER -> "number";
            case FLAG -> "true/false";
            case TEXTS -> "list of texts";
            case CHOICE -> "`" + String.join("` `", key.choices()) + "`";
            case OPEN -> "open table";
        };
        var standard = key.standard();
        return String.join(
                " | ",
                "| `" + key.path() + "`",
                wants,
                standard == null ? "" : "`" + ConfigToml.value(standard) + "`",
                switch (key.fromWorkspace().answer()) {
                    case YES -> "yes";
                    case STRICTER -> "only stricter";
                    case NO -> "no";
                },
                key.doc().replace("<", "&lt;") + " |");
    }

    @Test
    void hasAColumnForWhatMayComeWithAWorkspace() throws Exception {
        try (var lines = Files.lines(Path.of("../docs/configuration.md"))) {
            assertThat(lines.filter(line -> line.startsWith("| key |")))
                    .isNotEmpty()
                    .containsOnly("| key | value | default | may come with a workspace | |");
        }
    }

    @ParameterizedTest
    @MethodSource("keys")
    void acceptsItsOwnDefault(SettingKey key) {
        assertThat(key.standard() == null || key.accepts(key.standard())).isTrue();
        assertThat(key.doc()).isNotBlank().doesNotContain("\n");
    }

    @Test
    void documentsNoKeyThatDoesNotExist() throws Exception {
        var known =
                KnownKeys.all().stream().map(key -> "| `" + key.path() + "`").toList();
        try (var lines = Files.lines(Path.of("../docs/configuration.md"))) {
            assertThat(lines.filter(line -> line.startsWith("| `") && !line.startsWith("| `--")))
                    .allSatisfy(line -> assertThat(known).anyMatch(line::startsWith));
        }
    }

    /// The page about servers has them all, by what comes behind the server's name.
    @Test
    void thePageOfServersHasEachOfTheirKeys() throws Exception {
        var server = "providers.mcp.*.";
        var keys = KnownKeys.all().stream()
                .map(SettingKey::path)
                .filter(path -> path.startsWith(server))
                .map(path -> path.substring(server.length()).replace("*", "<NAME>"))
                .toList();

        try (var lines = Files.lines(Path.of("../docs/mcp.md"))) {
            var rows = lines.dropWhile(line -> !line.startsWith("| key of `providers.mcp.<name>` |"))
                    .takeWhile(line -> line.startsWith("|"))
                    .skip(2)
                    .map(line -> line.split("`")[1])
                    .toList();
            assertThat(rows).containsExactlyInAnyOrderElementsOf(keys);
        }
    }

    @Test
    void hasNoKeyTwice() {
        assertThat(KnownKeys.all()).extracting(SettingKey::path).doesNotHaveDuplicates();
    }
}
