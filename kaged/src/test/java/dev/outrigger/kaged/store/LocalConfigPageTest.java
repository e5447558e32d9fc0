package dev.outrigger.kaged.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.kaged.ManifestsPage;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What docs/manifests.md says of local.toml is what is read.
class LocalConfigPageTest {
    private static final String SECTION = "local.toml";

    @TempDir
    Path folder;

    @Test
    void hasEachFieldWithItsTypeAndItsDefaultAndNoOther() throws IOException {
        assertThat(ManifestsPage.fields(SECTION))
                .containsExactlyElementsOf(Stream.of(LocalConfig.Field.values())
                        .map(field -> new ManifestsPage.Field(
                                field.word(), field.wanted(), field.standard() instanceof Json.Bool ? "false" : ""))
                        .toList());
    }

    @Test
    void theExampleOfEachFieldIsTakenAndAnotherTypeIsNot() throws Exception {
        for (var row : ManifestsPage.rows(SECTION)) {
            var config = read("[plugins.p]\n" + row.get(0) + " = " + row.get(3) + "\n");
            assertThat(config.plugins()).containsKey("p");
            assertThat(config.systemConfig("p").fields().isEmpty())
                    .isEqualTo(!row.get(0).equals("system_config"));
            assertThatThrownBy(
                            () -> read("[plugins.p]\n" + row.get(0) + " = 3\n").systemConfig("p"))
                    .isInstanceOf(StoreProblem.class)
                    .hasMessageContaining(row.get(0) + " must be " + row.get(1));
        }
    }

    @Test
    void theWholeExampleIsTaken() throws Exception {
        var config = read(ManifestsPage.example(SECTION));
        assertThat(config.plugin("weather").config().text("place")).contains("Kyoto");
        assertThat(config.systemConfig("weather").fields()).containsOnlyKeys("api_key");
    }

    private LocalConfig read(String toml) throws Exception {
        return LocalConfig.read(Files.writeString(folder.resolve("local.toml"), toml));
    }
}
