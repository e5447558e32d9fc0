package dev.outrigger.kaged.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.pages.DocsPage;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What docs/manifests.md says of local.toml is what is read.
class LocalConfigPageTest {
    @TempDir
    Path folder;

    private static DocsPage page() throws IOException {
        return DocsPage.of("docs/manifests.md").section("local.toml");
    }

    @Test
    void hasEachFieldWithItsTypeAndItsDefaultAndNoOther() throws IOException {
        assertThat(page().rows())
                .extracting(row -> row.subList(0, 3))
                .containsExactlyElementsOf(Stream.concat(
                                Stream.of(LocalConfig.Field.values())
                                        .map(field -> List.of(
                                                field.word(),
                                                field.wanted(),
                                                field.standard() instanceof Json.Bool ? "false" : "")),
                                Stream.of(List.of(LocalConfig.GIT_HOSTS, LocalConfig.GIT_HOSTS_WANTED, "[]")))
                        .toList());
    }

    @Test
    void theExampleOfEachFieldIsTakenAndAnotherTypeIsNot() throws Exception {
        for (var field : LocalConfig.Field.values()) {
            var row = page().row(field.word());
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
    void whereProjectsMayFetchFromIsTakenAsThePageHasIt() throws Exception {
        var row = page().row(LocalConfig.GIT_HOSTS);
        assertThat(read(row.get(0) + " = " + row.get(3) + "\n").gitHosts()).containsExactly("git.example.org", "file:");
        assertThat(read(page().blocks("toml").getLast()).gitHosts()).containsExactly("git.example.org", "file:");
        assertThat(read(row.get(0) + " = " + row.get(2) + "\n").gitHosts()).isEqualTo(read("").gitHosts());
        assertThatThrownBy(() -> read(row.get(0) + " = 3\n").gitHosts())
                .isInstanceOf(StoreProblem.class)
                .hasMessageContaining(row.get(0) + " must be " + row.get(1));
    }

    @Test
    void theWholeExampleIsTaken() throws Exception {
        var config = read(page().block("toml"));
        assertThat(config.plugin("weather").config().text("place")).contains("Kyoto");
        assertThat(config.systemConfig("weather").fields()).containsOnlyKeys("api_key");
    }

    private LocalConfig read(String toml) throws Exception {
        return LocalConfig.read(Files.writeString(folder.resolve("local.toml"), toml));
    }
}
