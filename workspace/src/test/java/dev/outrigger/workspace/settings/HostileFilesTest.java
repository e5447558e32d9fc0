package dev.outrigger.workspace.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.wire.Json;
import dev.outrigger.workspace.WorkspaceProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A clone may hold any bytes as its settings: each of these is one clear line, soon.
@Timeout(60)
class HostileFilesTest {
    @TempDir
    Path temporary;

    private SettingsFixture fixture;

    @BeforeEach
    void makeABed() throws Exception {
        fixture = new SettingsFixture(temporary);
    }

    private void refuses(String toml, String reason) throws Exception {
        fixture.workspace(toml);
        var file = fixture.workspace.storage().resolve("config.toml").toString();
        assertThatThrownBy(fixture::load)
                .isInstanceOf(WorkspaceProblem.class)
                .hasMessageContaining(file)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a", "a =", "= 1", "a = 1\na = 2", "[a", "a = \"\\q\"", "a = [1,", "[a]\n[a]", "a = 1 b = 2"})
    void refusesWhatIsNoToml(String toml) throws Exception {
        refuses(toml, "no TOML");
    }

    @Test
    void namesTheLineOfTheMistake() throws Exception {
        refuses("# one\n# two\nx = @\n", "config.toml:3: no TOML");
    }

    @Test
    void refusesAFileOfAbsurdSize() throws Exception {
        refuses("#".repeat((1 << 20) + 1), "larger than 1 MiB");
    }

    @Test
    void refusesAbsurdNesting() throws Exception {
        refuses("a = " + "[".repeat(300_000), "nested deeper");
        refuses("a = " + "[".repeat(100) + "]".repeat(100), "nested deeper");
        refuses("a = " + "{a = ".repeat(100_000), "more than 4000 keys");
        refuses("a" + ".a".repeat(1_000) + " = 1", "nested deeper");
        refuses("a" + ".a".repeat(400_000) + " = 1", "dots in a line");
    }

    @Test
    void refusesMoreKeysThanAnyConfigurationHas() throws Exception {
        var many = new StringBuilder();
        for (int i = 0; i < 50_000; i++) {
            many.append('k').append(i).append(" = 1\n");
        }
        refuses(many.toString(), "more than 4000 keys");
        refuses(" \t[[k]]\n".repeat(50_000), "more than 4000 keys");
    }

    @Test
    void refusesAZeroByteAndABrokenEncoding() throws Exception {
        refuses("a = 1\0", "zero byte");
        var file = fixture.workspace.storage().resolve("config.toml");
        Files.write(file, new byte[] {'a', '=', '"', (byte) 0xC3, '"'});
        assertThatThrownBy(fixture::load).hasMessageContaining("not in UTF-8");
        Files.writeString(file, "\uFEFFa = 1");
        assertThatThrownBy(fixture::load).hasMessageContaining("byte order mark");
    }

    @Test
    void waitsForNoPipe() throws Exception {
        var file = fixture.workspace.root().resolve(".jp.toml");
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor(Duration.ofSeconds(10)))
                .isTrue();

        assertThatThrownBy(fixture::load).hasMessageContaining("no ordinary file");
    }

    @Test
    void followsNoLinkOutOfTheWorkspace() throws Exception {
        Files.writeString(fixture.home.resolve("private.toml"), "server.token = 'secret'");
        Files.createSymbolicLink(fixture.workspace.root().resolve(".jp.toml"), fixture.home.resolve("private.toml"));

        var settings = fixture.load();

        assertThat(settings.at("server")).isEmpty();
        assertThat(settings.warnings())
                .extracting(SettingsWarning::text)
                .singleElement()
                .asString()
                .contains("leads out");
    }

    @Test
    void followsALinkWithinTheWorkspaceAndOneOfTheUsers() throws Exception {
        Files.writeString(fixture.workspace.root().resolve("shared.toml"), "assistant.model.parameters.top_k = 70");
        Files.createSymbolicLink(fixture.workspace.root().resolve(".jp.toml"), Path.of("shared.toml"));
        Files.writeString(fixture.home.resolve("dotfile.toml"), "assistant.name = 'linked'");
        Files.createDirectories(fixture.places.userConfig().resolveSibling(""));
        Files.createSymbolicLink(fixture.places.userConfig(), fixture.home.resolve("dotfile.toml"));

        var settings = fixture.load();

        assertThat(settings.wholeNumber("assistant.model.parameters.top_k")).isEqualTo(70);
        assertThat(settings.at("assistant.name")).contains(Json.of("linked"));
    }

    @Test
    void doesNotBuryTheScreenInWarnings() throws Exception {
        var many = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            many.append("unknown").append(i).append(" = 1\n");
        }
        fixture.workspace(many.toString());

        var warnings = fixture.load().warnings();

        assertThat(warnings).hasSize(21);
        assertThat(warnings.getLast().text()).contains("more of this kind");
    }

    @Test
    void saysNothingThatATerminalWouldActUpon() throws Exception {
        fixture.workspace("\"\\u001b[2J\\u202e\\n\" = 1\n" + "k".repeat(100_000) + " = 1\n");
        assertThat(fixture.load().warnings())
                .hasSize(2)
                .allSatisfy(warning ->
                        assertThat(warning.text()).hasSizeLessThan(600).matches("[^\\p{Cntrl}\\u202e]*"));
        fixture.workspace("\"\\u001b[2J\" = 1\n\"\\u001b[2J\" = 2\n");
        assertThatThrownBy(fixture::load).hasMessageMatching("[^\\p{Cntrl}]*");
    }

    @Test
    void readsBackThePathsItWrites() throws Exception {
        for (var name : new String[] {"a", "a.b", "\"", "\\", "\\u0041", "\u001b[2J", "u", "é ü", "\\\""}) {
            assertThat(KeyPath.parse(Settings.path("x", name, "y"))).containsExactly("x", name, "y");
        }
    }

    @Test
    void survivesEveryCutOfAFile() throws Exception {
        var whole = """
                # comment
                [assistant]
                name = "a\\u00e9" # x
                system_prompt = \"""
                two "" lines \\
                  joined\"""
                [server."a.b".'c d']
                list = [ 1, # one
                  { x = 'y' }, [ ] ]
                date = 1979-05-27 07:32:00Z
                """;
        for (int cut = 0; cut <= whole.length(); cut++) {
            fixture.user(whole.substring(0, cut));
            try {
                fixture.load().entries("");
            } catch (WorkspaceProblem problem) {
                assertThat(problem.message()).contains("no TOML");
            }
        }
    }
}
