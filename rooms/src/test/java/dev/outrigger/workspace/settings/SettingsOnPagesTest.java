package dev.outrigger.workspace.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.pages.DocsPage;
import dev.outrigger.toml.TomlReader;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the pages show of a config.toml could be copied into one: every key is known, and takes its value.
class SettingsOnPagesTest {
    @ParameterizedTest
    @ValueSource(strings = {"docs/configuration.md", "docs/mcp.md", "docs/tools.md"})
    void everySettingThatIsShownIsOne(String page) throws Exception {
        for (var block : DocsPage.of(page).blocks("toml")) {
            checked(TomlReader.parse(block), List.of());
        }
    }

    private static void checked(Json.Obj table, List<String> above) {
        for (var field : table.fields().entrySet()) {
            var names = new ArrayList<>(above);
            names.add(field.getKey());
            var known = KeyTree.find(names);
            if (known == null && field.getValue() instanceof Json.Obj inner) {
                checked(inner, names);
            } else {
                var key = Objects.requireNonNull(known, KeyPath.text(names));
                assertThat(key.accepts(field.getValue())).as(key.path()).isTrue();
            }
        }
    }
}
