package dev.outrigger.hosting.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.mcp.McpServerSettings;
import dev.outrigger.assistant.mcp.client.McpTiming;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.workspace.UserPlaces;
import dev.outrigger.workspace.settings.Settings;
import dev.outrigger.workspace.settings.SettingsSources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class McpSettingsTest {
    @TempDir
    Path folder;

    private final List<String> notes = new ArrayList<>();

    @Test
    void readsTheServersOfTheUsersConfiguration() throws Exception {
        var servers = servers("""
                [providers.mcp.files]
                command = "npx"
                args = ["-y", "server-filesystem", "."]
                [providers.mcp.files.env]
                TOKEN = "t"
                [providers.mcp.bare]
                command = "/opt/bare"
                start_timeout_secs = 5
                timeout_secs = 600
                idle_timeout_secs = 60
                """);

        assertThat(servers)
                .containsExactlyInAnyOrder(
                        new McpServerSettings(
                                "files", "npx", List.of("-y", "server-filesystem", "."), Map.of("TOKEN", "t")),
                        new McpServerSettings(
                                "bare",
                                "/opt/bare",
                                List.of(),
                                Map.of(),
                                "",
                                false,
                                McpTiming.USUAL
                                        .withStart(Duration.ofSeconds(5))
                                        .withCall(new CallDeadlines(Duration.ofSeconds(60), Duration.ofSeconds(600)))));
        assertThat(notes).isEmpty();
    }

    @Test
    void theWorkspaceIsPutInWhereTheUserSaysSoAndNothingElseIsRead() throws Exception {
        var server = servers("""
                [providers.mcp.files]
                command = "npx"
                args = ["${workspace}", "--in=${workspace}/a:${workspace}", "$${workspace}", "${HOME} $workspace ${workspace"]
                env.ROOT = "${workspace}"
                env.PLAIN = "$ROOT"
                """).getFirst();

        assertThat(server.args())
                .containsExactly(
                        "/work space",
                        "--in=/work space/a:/work space",
                        "${workspace}",
                        "${HOME} $workspace ${workspace");
        assertThat(server.env()).containsOnly(Map.entry("ROOT", "/work space"), Map.entry("PLAIN", "$ROOT"));
    }

    @Test
    void aRelativeCommandCountsFromItsFile() throws Exception {
        var commands = servers("""
                providers.mcp.a.command = "./a"
                providers.mcp.b.command = "tools/../../b"
                providers.mcp.c.command = "c"
                providers.mcp.d.command = "${workspace}/d"
                """).stream().map(McpServerSettings::command).toList();

        assertThat(commands)
                .containsExactlyInAnyOrder(
                        folder.resolve("jp/a").toString(), folder.resolve("b").toString(), "c", "/work space/d");
    }

    @Test
    void leavesOutWhatIsNotSetUpWell() throws Exception {
        var servers = servers("""
                [providers.mcp."no name"]
                command = "a"
                [providers.mcp.nothing]
                args = ["x"]
                [providers.mcp.empty]
                command = " "
                """);

        assertThat(servers).isEmpty();
        assertThat(notes)
                .hasSize(3)
                .anyMatch(note -> note.contains("\"no name\"") && note.contains("letters, digits"))
                .anyMatch(note -> note.startsWith("providers.mcp.nothing: field `command` is missing"))
                .anyMatch(note -> note.startsWith("providers.mcp.empty: field `command` is empty"));
    }

    private List<McpServerSettings> servers(String configuration) throws Exception {
        var places = new UserPlaces(folder, folder, folder);
        var file = folder.resolve("jp/config.toml");
        Files.createDirectories(folder.resolve("jp"));
        Files.writeString(file, configuration);
        var settings = Settings.load(new SettingsSources(places, null, folder, Map.of(), Json.EMPTY, List.of()));
        return McpSettings.of(settings, Path.of("/work space"), folder, notes::add);
    }
}
