package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.pages.DocsPage;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// The whole plugin on docs/service-protocol.md, as a reader would try it.
class ServicePageTest {
    @Test
    void theWholePluginOfThePageIsInstalledCalledAndLeaves() throws IOException {
        try (var kaged = DaemonFixture.started()) {
            var folder = Files.createDirectories(kaged.top.resolve("sources/presets"));
            Files.writeString(
                    folder.resolve("presets.sh"),
                    DocsPage.of("docs/service-protocol.md")
                            .section("A whole plugin")
                            .block("bash"));
            Files.writeString(folder.resolve("kaged-plugin.yaml"), """
                    name: presets
                    version: "1.0.0"
                    kaged_api: 1
                    description: From the page.
                    command: [/usr/bin/bash, presets.sh]
                    methods: [presets.list, presets.search]
                    """);
            kaged.run("plugin", "install", "--yes", folder.toString()).ok();

            assertThat(kaged.run("plugin", "call", "presets", "presets.list").out())
                    .contains("raspi", "zero");
            assertThat(kaged.run("plugin", "call", "presets", "presets.search").err())
                    .contains("no such method");
            kaged.run("plugin", "stop", "presets").ok();
            assertThat(Files.readString(kaged.home.resolve("logs/kaged.log")))
                    .doesNotContain("did not leave when asked");
        }
    }
}
