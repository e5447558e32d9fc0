package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An empty machine, and a registry with a group, two plugins and a dependency.
class RegistryTest {
    private static final String WEB = "#!/bin/sh\n# www 1\n";
    private static final String API = "#!/bin/sh\n# api 1\n";

    @TempDir
    static Path keys;

    private static RegistryServer server;

    @TempDir
    Path folder;

    private Jail jail;

    @BeforeAll
    static void aServer() throws Exception {
        server = RegistryServer.start(keys);
    }

    @BeforeEach
    void anEmptyMachine() throws IOException {
        server.log();
        jail = Jail.in(folder);
        jail.config("[plugins]\nregistry_url = \"" + server.registryUrl() + "\"\nca_file = \"" + server.authority()
                + "\"\n");
        publish("1.0.0", WEB, true);
    }

    @AfterAll
    static void end() {
        server.close();
    }

    private void publish(String version, String www, boolean apiIsOfficial) {
        server.file("/www", www);
        server.file("/api", API);
        server.registry("""
                {"version": 1, "made_by": "hand", "plugins": {
                  "serve": {"id": "serve", "kind": "command_group", "description": "Servers", "official": true,
                            "suggests": ["serve www", "serve http-api"]},
                  "serve www": {"id": "serve-www", "version": "%s", "description": "Web pages", "official": true,
                            "requires": ["serve", "serve http-api"], "binaries": {"any": {"url": "%s", "sha256": "%s"}}},
                  "serve http-api": {"id": "serve-http-api", "version": "1.0.0", "official": %s, "colour": "red",
                            "binaries": {"any": {"url": "%s", "sha256": "%s"}}}}}
                """.formatted(
                        version,
                        server.url("/www"),
                        RegistryServer.sha256(www),
                        apiIsOfficial,
                        server.url("/api"),
                        RegistryServer.sha256(API)));
    }

    private Path program(String id) {
        return folder.resolve("data/jp/plugins/command/jp-" + id);
    }

    private Jail.Result ok(String... words) {
        var result = jail.here(words);
        assertThat(result.code()).as(result.err()).isEqualTo(0);
        return result;
    }

    @Test
    void aPluginsLifeFromSearchToRemove() throws IOException {
        assertThat(ok("plugin", "search", "www").out()).isEqualTo("serve www 1.0.0  Web pages\n");

        assertThat(ok("plugin", "install", "serve", "www").out())
                .isEqualTo("installed serve http-api 1.0.0\ninstalled serve www 1.0.0\n");
        assertThat(program("serve-www")).hasContent(WEB).isExecutable();
        assertThat(program("serve-http-api")).hasContent(API).isExecutable();
        assertThat(ok("plugin", "outdated").out()).isEmpty();

        publish("1.1.0", WEB + "# more\n", true);
        assertThat(ok("plugin", "update").out()).isEqualTo("serve www  1.0.0 → 1.1.0  (update)\n");
        assertThat(program("serve-www")).as("only shown").hasContent(WEB);
        assertThat(ok("plugin", "outdated").out()).contains("serve www  1.0.0 → 1.1.0");
        assertThat(ok("plugin", "install", "serve-www").err()).contains("keep serve www 1.0.0", "jp plugin update");
        ok("plugin", "update", "--apply");
        assertThat(program("serve-www")).hasContent(WEB + "# more\n");

        publish("1.0.5", WEB + "# less\n", true);
        assertThat(ok("plugin", "update", "--apply").out()).contains("(older): kept, unless --allow-downgrade");
        assertThat(program("serve-www")).hasContent(WEB + "# more\n");
        ok("plugin", "update", "serve www", "--apply", "--allow-downgrade");
        assertThat(program("serve-www")).hasContent(WEB + "# less\n");

        Files.writeString(program("serve-www"), "tampered");
        assertThat(ok("plugin", "install", "serve", "www").out()).isEqualTo("installed serve www 1.0.5\n");
        assertThat(program("serve-www")).hasContent(WEB + "# less\n");

        var kept = jail.here("plugin", "remove", "serve-http-api");
        assertThat(kept.code()).isEqualTo(1);
        assertThat(kept.err()).contains("serve http-api is required by serve www");
        assertThat(((Json.Obj) ok("plugin", "remove", "serve", "www", "serve-http-api", "--format", "json")
                                .json())
                        .get("removed"))
                .contains(Json.texts(List.of("serve-www", "serve-http-api")));
        assertThat(program("serve-www")).doesNotExist();
        assertThat(program("serve-http-api")).doesNotExist();
        assertThat(jail.here("plugin", "remove", "serve-www").err()).contains("there is no installed plugin");
    }

    @Test
    void whatIsInstalledAndUpdatedIsToldToPrograms() throws IOException {
        var installed = ok("plugin", "install", "serve", "www", "--json");
        assertThat(told(installed, "installed"))
                .satisfiesExactly(api -> assertThat(api.text("id")).contains("serve-http-api"), www -> {
                    assertThat(www.text("id")).contains("serve-www");
                    assertThat(www.text("version")).contains("1.0.0");
                    assertThat(www.text("file")).contains(program("serve-www").toString());
                });

        publish("1.1.0", WEB + "# more\n", true);
        var updated = ok("plugin", "update", "--apply", "--json");
        assertThat(told(updated, "changes")).singleElement().satisfies(change -> {
            assertThat(change.text("id")).contains("serve-www");
            assertThat(change.text("kept")).contains("");
        });
        assertThat(told(updated, "installed"))
                .singleElement()
                .satisfies(www -> assertThat(www.text("version")).contains("1.1.0"));
    }

    private static List<Json.Obj> told(Jail.Result result, String list) {
        assertThat(result.out()).hasLineCount(1);
        var said = (Json.Obj) result.json();
        return ((Json.Arr) said.get(list).orElseThrow())
                .items().stream().map(Json.Obj.class::cast).toList();
    }

    @Test
    void whatIsNotOfficialAsksAndADenialStopsAll() throws IOException {
        publish("1.0.0", WEB, false);

        var unasked = jail.here("plugin", "install", "serve", "www");
        assertThat(unasked.code()).isEqualTo(1);
        assertThat(unasked.err()).contains("plugins.command.serve-http-api.install true");
        assertThat(folder.resolve("data/jp/plugins/command")).doesNotExist();

        var no = jail.sh("printf 'n\\n' | script -qec \"$JP plugin install serve www\" /dev/null");
        assertThat(no.out().replaceAll("\\s+", " "))
                .contains("Install serve http-api 1.0.0", "which serve www requires", "nothing was installed");
        assertThat(program("serve-www")).doesNotExist();

        Files.writeString(
                jail.workspace().resolve(".jp/config.toml"), "[plugins.command.serve-http-api]\ninstall = false\n");
        var denied = jail.here("plugin", "install", "serve", "www", "--yes");
        assertThat(denied.code()).isEqualTo(1);
        assertThat(denied.err())
                .contains("serve www is not installed, since it requires serve http-api")
                .contains("plugins.command.serve-http-api.install is false");
        assertThat(program("serve-www")).doesNotExist();
        Files.delete(jail.workspace().resolve(".jp/config.toml"));

        var yes = jail.sh("printf 'y\\n' | script -qec \"$JP plugin install serve www\" /dev/null");
        assertThat(yes.out()).contains("installed serve www 1.0.0");
        assertThat(program("serve-www")).exists();
    }

    @Test
    void aPinThatDiffersRefusesWithBothValues() throws IOException {
        jail.config(
                "[plugins.command.serve-www.checksum]\nalgorithm = \"sha256\"\nvalue = \"" + "ab".repeat(32) + "\"\n");

        var result = jail.here("plugin", "install", "serve-www", "--yes");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("ab".repeat(32), RegistryServer.sha256(WEB), "checksum.value");
        assertThat(folder.resolve("data/jp/plugins/command")).doesNotExist();
    }

    @Test
    void officialDoesNotCountFromARegistryNamedInPassing() {
        var result = jail.here(
                "plugin", "install", "serve-www", "--cfg", "plugins.registry_url=" + server.url("/moved.json"));

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("is not official");
    }

    @Test
    void anUnchangedRegistryIsNotSentAgain() {
        ok("plugin", "update");
        ok("plugin", "update");

        assertThat(server.log()).containsExactly("/registry.json 200", "/registry.json 304");
    }

    @Test
    void anotherMachineInstallsTheSameFromALockFileWithoutARegistry() throws IOException {
        ok("plugin", "install", "serve", "www");
        ok("plugin", "lock", folder.resolve("plugins.lock").toString());
        publish("2.0.0", WEB + "# other\n", true);
        server.file("/www", WEB);
        jail.with("XDG_DATA_HOME", folder.resolve("elsewhere").toString());

        var result = ok(
                "plugin", "install", "--locked", folder.resolve("plugins.lock").toString(), "--yes");

        assertThat(result.out()).isEqualTo("installed serve http-api 1.0.0\ninstalled serve www 1.0.0\n");
        assertThat(folder.resolve("elsewhere/jp/plugins/command/jp-serve-www")).hasContent(WEB);
        assertThat(folder.resolve("elsewhere/jp/registry.json")).doesNotExist();
        server.file("/www", "#!/bin/sh\n# evil\n");
        ok("plugin", "remove", "serve www");
        var wrong = jail.here(
                "plugin", "install", "--locked", folder.resolve("plugins.lock").toString(), "--yes");
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.err()).contains("serve www is not what was promised");
    }

    @Test
    void aPinKeepsOnePluginAndTheOthersAreUpdated() throws IOException {
        ok("plugin", "install", "serve", "www");
        jail.config("[plugins.command.serve-www.checksum]\nvalue = \"" + RegistryServer.sha256(WEB) + "\"\n");
        publish("1.1.0", WEB + "# more\n", true);

        assertThat(ok("plugin", "update", "--apply").out()).contains("serve www  1.0.0 → 1.1.0", "kept, it is pinned");
        assertThat(program("serve-www")).hasContent(WEB);
        var named = jail.here("plugin", "update", "serve-www", "--apply");
        assertThat(named.code()).isEqualTo(1);
        assertThat(named.err()).contains("serve www may not be installed: it is pinned");
    }

    @Test
    void authoritiesMayComeFromAFolder() throws IOException {
        Files.writeString(jail.userConfig(), "plugins.registry_url = \"" + server.registryUrl() + "\"\n");

        assertThat(jail.here("plugin", "update").code()).isEqualTo(1);
        jail.with("SSL_CERT_DIR", keys.toString());
        ok("plugin", "update");
    }

    @ParameterizedTest
    @CsvSource({"KILL, 1", "TERM, 0"})
    void whatAnEndedInstallationLeftIsGoneWithTheNextAtTheLatest(String signal, long left) throws Exception {
        var plugins = folder.resolve("data/jp/plugins");
        server.registry("{\"version\":1,\"plugins\":{" + scripted("slow", "/silent", "0".repeat(64)) + ","
                + scripted("quick", "/www", RegistryServer.sha256(WEB)) + "}}");
        ok("plugin", "update");
        var process = jail.builder(jail.command("plugin", "install", "slow")).start();
        await().atMost(Duration.ofSeconds(60)).until(() -> Files.isDirectory(plugins) && staging(plugins) == 1);

        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .start()
                .waitFor();
        process.waitFor();

        assertThat(staging(plugins)).isEqualTo(left);
        ok("plugin", "install", "quick");
        assertThat(staging(plugins)).isEqualTo(0);
    }

    private static String scripted(String id, String path, String sha256) {
        return "\"" + id + "\":{\"id\":\"" + id + "\",\"official\":true,\"binaries\":{\"any\":{\"url\":\""
                + server.url(path) + "\",\"sha256\":\"" + sha256 + "\"}}}";
    }

    private static long staging(Path plugins) throws IOException {
        try (var files = Files.list(plugins)) {
            return files.filter(file -> file.getFileName().toString().startsWith(".staging-"))
                    .filter(file -> Files.exists(file.resolve("lock")))
                    .count();
        }
    }

    @Test
    void aMirrorIsAFolder() throws IOException {
        var program = Files.writeString(folder.resolve("program"), WEB);
        var list = Files.writeString(
                folder.resolve("plugins.json"),
                "{\"version\":1,\"plugins\":{\"www\":{\"id\":\"www\",\"official\":true,\"binaries\":{\"any\":{\"url\":\""
                        + program.toUri() + "\",\"sha256\":\"" + RegistryServer.sha256(WEB) + "\"}}}}}");
        Files.writeString(jail.userConfig(), "plugins.registry_url = \"" + list.toUri() + "\"\n");

        ok("plugin", "install", "www");

        assertThat(program("www")).hasContent(WEB);
        assertThat(server.log()).isEmpty();
    }

    @Test
    void severalInstallsAtOnceLoseNothing() throws Exception {
        ok("plugin", "update");

        var result = jail.sh(
                "for i in 1 2 3; do $JP -q plugin install serve www & $JP -q plugin install serve-http-api & done;"
                        + " for job in $(jobs -p); do wait $job || exit 9; done");

        assertThat(result.code()).as(result.err()).isEqualTo(0);
        assertThat(ok("plugin", "search", "--format", "json").json().toString())
                .contains("serve-www", "serve-http-api");
        assertThat(Files.readString(folder.resolve("data/jp/plugins/installed.json")))
                .containsOnlyOnce("\"id\":\"serve-www\"")
                .containsOnlyOnce("\"id\":\"serve-http-api\"");
        try (var left = Files.list(folder.resolve("data/jp/plugins"))) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(".lock", "command", "installed.json");
        }
    }

    @Test
    void everythingWorksOutsideAnyWorkspace() {
        var result = jail.sh(
                "cd / && $JP plugin install serve www && $JP plugin outdated && $JP plugin update --format json");

        assertThat(result.code()).as(result.err()).isEqualTo(0);
        assertThat(result.out()).endsWith("{\"changes\":[]}\n");
    }

    @Test
    void onATerminalTheProgressIsDrawnAndWipedAway() {
        var result = jail.sh("script -qec \"$JP plugin update\" /dev/null");

        assertThat(result.out())
                .contains("\rfetching the registry", "\r\u001b[K")
                .doesNotContain(server.registryUrl());
    }
}
