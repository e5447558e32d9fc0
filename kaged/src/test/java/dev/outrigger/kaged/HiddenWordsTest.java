package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// A plugin that puts words behind U+009D, where a terminal shows nothing of them.
class HiddenWordsTest {
    private static final String SEEN = "begins<U+009D>0;hidden<U+009C>ends";

    @Test
    void whatAPluginSaysIsShownWithAllThatIsInIt() throws Exception {
        try (var kaged = DaemonFixture.started()) {
            var folder = kaged.plugin("hiding", "1.0.0");
            var code = Files.readString(folder.resolve("main.py"))
                    .replace("hello from stderr", "begins\\u009d0;hidden\\u009cends")
                    .replace("not today", "begins\\u009d0;hidden\\u009cends");
            Files.writeString(folder.resolve("main.py"), "# coding: utf-8\n" + utf8(code));
            kaged.run("plugin", "install", "--yes", folder.toString()).ok();
            var refused = kaged.run("plugin", "call", "hiding", "refuse");
            assertThat(refused.err()).contains(SEEN).doesNotContain("\u009d");
            DaemonFixture.await(
                    "the line is in its log",
                    () -> kaged.run("plugin", "logs", "hiding").out().contains("begins"));
            assertThat(kaged.run("plugin", "logs", "hiding").out()).contains("| " + SEEN);
            assertThat(kaged.run("audit", "--plugin", "hiding", "--kind", "stderr")
                            .out())
                    .contains(SEEN);
        }
    }

    /// The sandbox has no locale in which Python would write them by itself.
    private static String utf8(String code) {
        return code.replace(
                "import json, os, sys\n", "import json, os, sys\nsys.stderr.reconfigure(encoding='utf-8')\n");
    }
}
