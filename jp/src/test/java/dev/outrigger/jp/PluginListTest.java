package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Plugins in the help of jp and of its groups.
class PluginListTest {
    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void strangers() throws IOException {
        var script = "#!/bin/sh\necho \"$0\" >> " + folder.resolve("started") + "\n";
        jail = Jail.in(folder)
                .plugin("serve-www", script)
                .plugin("conversation-export", script)
                .plugin("init", script);
    }

    @Test
    void helpEndsWithThePluginsAndStartsNoneThatIsNotApproved() {
        assertThat(jail.jp("-h").out()).endsWith("""

                Plugins:
                  conversation export  (not approved)
                  serve web            Chat in the browser: read, ask, approve
                  serve www            (not approved)
                """);
        assertThat(jail.jp("--help").out()).endsWith("serve www            (not approved)\n");
        assertThat(folder.resolve("started")).doesNotExist();
    }

    @Test
    void aBareJpShowsThemOnStderrAndEndsWith2() {
        var bare = jail.jp();

        assertThat(bare.code()).isEqualTo(2);
        assertThat(bare.out()).isEmpty();
        assertThat(bare.err()).contains("Usage: jp", "Plugins:");
    }

    @Test
    void aGroupOfJpListsThePluginsBelowIt() {
        assertThat(jail.jp("c", "-h").out())
                .containsPattern("(?m)^  export +\\(not approved\\)$")
                .doesNotContain("serve www");
        assertThat(folder.resolve("started")).doesNotExist();
    }

    @Test
    void whatChangesBetweenTwoCallsIsSeenAtOnce() throws IOException {
        assertThat(jail.jp("-h").out()).contains("serve www            (not approved)");
        assertThat(jail.jp("-h").out()).contains("serve www            (not approved)");
        jail.trusted("serve-www");
        assertThat(jail.jp("-h").out()).contains("serve www").doesNotContain("serve www            (not approved)");
        jail.plugin("brand-new", "#!/bin/sh\n");
        assertThat(jail.jp("-h").out()).contains("brand new");
        assertThat(jail.jp("__complete", "bash", "", "--", "").out().lines()).contains("brand", "serve");
        Files.delete(jail.plugins().resolve("jp-serve-www"));
        assertThat(jail.jp("-h").out()).doesNotContain("serve www");
        Files.writeString(jail.workspace().resolve(".jp.toml"), "[plugins.command.brand-new]\nrun = \"deny\"\n");
        assertThat(jail.jp("-h").out()).containsPattern("brand new +\\(not approved\\)");
    }

    @Test
    void settingsThatCannotBeReadAreOneWarning() throws IOException {
        jail.config("this is no TOML");
        var help = jail.jp("-h");

        assertThat(help.code()).isEqualTo(0);
        assertThat(help.err().lines())
                .singleElement()
                .asString()
                .startsWith("warning: ")
                .contains("config.toml");
        assertThat(help.out()).contains("serve www");
    }
}
