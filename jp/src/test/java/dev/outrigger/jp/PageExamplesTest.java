package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.outrigger.launch.sandbox.SandboxReadiness;
import dev.outrigger.pages.DocsPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a reader copies from the pages does what they say.
class PageExamplesTest {
    @TempDir
    Path folder;

    private Jail jail;

    /// For root, everything of tool plugins is elsewhere when others cannot reach it here.
    @BeforeEach
    void aWorkspace() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        jail = Jail.in(folder);
    }

    @Test
    void thePluginInEightLinesCounts() throws IOException {
        var script = section("README.md", "A plugin in eight lines").indented();
        assertThat(script.lines()).hasSize(8);
        jail.plugin("howmany", script).trusted("howmany");
        jail.jp("conversation", "new");

        var ran = jail.jp("howmany");

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).isEqualTo("1 conversations\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "python"})
    void theWholePluginOfTheProtocolsPageListsTitles(String language) throws IOException {
        jail.plugin("titles", section("docs/protocol.md", "A whole plugin").block(language))
                .trusted("titles");
        jail.jp("conversation", "new", "--title", "Taxes");

        var ran = jail.jp("titles");

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).isEqualTo("Taxes\n");
        assertThat(jail.jp("titles", "-h").out()).contains("List conversation titles");
    }

    @Test
    void theFrontOfThePageAnswersAFolder() throws IOException {
        var script = section("docs/live-plugins.md", "The example: an inbox").block("python");
        assertThat(script.lines()).hasSizeLessThanOrEqualTo(30);
        jail.plugin("inbox", script).trusted("inbox").config("[assistant.model.id]\nprovider = \"demo\"\n");
        jpOnPath();

        var ran =
                jail.sh(section("docs/live-plugins.md", "The example: an inbox").block("sh"));

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).contains("Four.", "nobody is here to be asked");
        assertThat(jail.workspace().resolve("x")).doesNotExist();
        // More than jp answers at once, and none at all.
        var many = jail.sh("mkdir many none; for n in $(seq 20); do echo \"/say $n.\" >many/$n.txt; done; "
                + "jp inbox many && cat many/*.md && jp inbox none");
        assertThat(many.code()).as(many.err()).isZero();
        assertThat(many.out().split("\\.")).hasSize(20).doesNotHaveDuplicates();
    }

    @Test
    void theLocalToolOfThePageTellsTheWeather() throws IOException {
        localTool("bash");

        var asked = query("/call weather {\"city\": \"Oslo\"}");

        assertThat(asked.code()).as(asked.err()).isZero();
        assertThat(asked.out()).contains("It rains in Oslo.");
        assertThat(query("/call weather {}").out()).contains("city").doesNotContain("It rains");
    }

    @Test
    void theLocalToolInPythonAsksForItsUnit() throws IOException {
        localTool("python");
        assertThat(query("/call weather {\"city\": \"Oslo\"}").out()).contains("Which unit for Oslo?");

        var line = section("docs/tools.md", "Local tools").block("json").strip();
        var answered = line.replace("\"answers\": {}", "\"answers\": {\"unit\": \"C\"}");
        assertThat(answered).isNotEqualTo(line);
        assertThat(weather(answered)).isEqualTo("{\"type\": \"success\", \"content\": \"20 \\u00b0C in Oslo\"}\n");
        assertThat(weather(answered.replace("Oslo", "Atlantis"))).contains("\"type\": \"error\"");
    }

    private String weather(String line) {
        var ran = jail.sh("echo '" + line + "' | weather.py");
        assertThat(ran.code()).as(ran.err()).isZero();
        return ran.out();
    }

    private void localTool(String language) throws IOException {
        var settings = section("docs/tools.md", "Local tools").block("toml");
        assertThat(settings).contains("run = \"ask\"");
        jail.config(settings.replace("run = \"ask\"", "run = \"unattended\""));
        program(
                jail.plugins().resolve("weather.py"),
                section("docs/tools.md", "Local tools").block(language));
    }

    private Jail.Result query(String text) {
        return jail.jp("query", "--new", "-m", "demo", "--format", "json", text);
    }

    @Test
    void theFirstToolPluginIsMadeCheckedRunAndInstalled() throws IOException {
        assumeThat(SandboxReadiness.missing()).as("a sandbox can be made here").isEmpty();
        jpOnPath();
        var first = jail.sh(section("docs/tool-protocol.md", "A first plugin").block("bash"));
        var greet = jail.workspace().resolve("greet");
        drafted(first.out(), greet);

        // Where the page lets jp ask, there is nobody here.
        var steps = section("docs/tool-protocol.md", "A first plugin")
                .blocks("bash")
                .get(1);
        assertThat(steps).contains("jp tool install . ");
        for (var step : steps.replace("jp tool install . ", "jp tool install . --yes ")
                .lines()
                .toList()) {
            var ran = jail.sh("cd greet; " + step);
            assertThat(ran.code()).as(step + "\n" + ran.out() + ran.err()).isZero();
            if (step.startsWith("jp tool run")) {
                assertThat(ran.out()).isEqualTo("Hello, Ann!\n");
            }
        }
        assertThat(jail.jp("tool", "list").out()).contains("plugin.greet/greet");
    }

    @Test
    void theFirstToolPluginInPythonSaysTheSame() throws IOException {
        assumeThat(SandboxReadiness.missing()).as("a sandbox can be made here").isEmpty();
        jpOnPath();
        var greet = Files.createDirectory(jail.workspace().resolve("greet"));
        program(
                greet.resolve("greet.py"),
                section("docs/tool-protocol.md", "A first plugin").block("python"));
        drafted(jail.jp("tool", "check", greet.toString()).out(), greet);

        var ran = jail.jp("tool", "run", "greet", "--dir", greet.toString(), "--input", "{\"text\": \"Ann\"}");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).isEqualTo("Hello, Ann!\n");
        assertThat(jail.jp("tool", "check", greet.toString()).code()).isZero();
    }

    /// As the page says: what the check shows, with `greet` for `my_tool`.
    private static void drafted(String check, Path plugin) throws IOException {
        assertThat(check).contains("my_tool");
        var draft = check.substring(check.indexOf('{'), check.lastIndexOf('}') + 1);
        Files.writeString(plugin.resolve("rterm-plugin.json"), draft.replace("my_tool", "greet"));
    }

    private void jpOnPath() throws IOException {
        Files.createSymbolicLink(jail.plugins().resolve("jp"), Jail.CLONE.resolve("bin/jp"));
    }

    private static void program(Path file, String text) throws IOException {
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true, false)).isTrue();
    }

    private static DocsPage section(String page, String heading) throws IOException {
        return DocsPage.of(page).section(heading);
    }
}
