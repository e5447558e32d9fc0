package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.outrigger.launch.sandbox.Detection;
import dev.outrigger.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Mistakes that everybody makes who writes or installs a first plugin: one line says what is wrong and what to do.
class FirstHourTest {
    private static DaemonFixture kaged;

    @BeforeAll
    static void start() throws Exception {
        kaged = DaemonFixture.started();
    }

    @AfterAll
    static void stop() throws Exception {
        kaged.close();
    }

    private static void change(Path folder, String file, String from, String to) throws Exception {
        var path = folder.resolve(file);
        var text = Files.readString(path);
        assertThat(text).contains(from);
        Files.writeString(path, text.replace(from, to));
    }

    private static void install(Path folder) {
        kaged.run("plugin", "install", "--yes", folder.toString()).ok();
    }

    @Test
    void aPluginThatDoesNotStartShowsItsLastWordsAtOnce() throws Exception {
        var folder = kaged.plugin("stillborn", "1.0.0");
        change(folder, "main.py", "import json, os, sys", "import json, os, sys\nimport no_such_module");
        install(folder);
        var called = kaged.run("plugin", "call", "stillborn", "echo");
        assertThat(called.code()).isEqualTo(1);
        assertThat(called.err())
                .contains("stillborn did not start: ")
                .contains("| ModuleNotFoundError: No module named 'no_such_module'")
                .contains("`kaged plugin logs stillborn`");
        // Its second start came later, if at all.
        var rows = (Json.Arr)
                kaged.run("audit", "--plugin", "stillborn", "--json").ok().json();
        var kinds = rows.items().stream()
                .map(row -> ((Json.Obj) row).get("kind").orElseThrow())
                .toList();
        assertThat(kinds.subList(0, kinds.indexOf(Json.of("call")))).containsOnlyOnce(Json.of("life"));
    }

    @Test
    void aMistakeInTheManifestIsNotForEnableToMend() throws Exception {
        var folder = kaged.installed("spoilt");
        kaged.run("plugin", "call", "spoilt", "echo").ok();
        kaged.run("plugin", "stop", "spoilt").ok();
        change(kaged.home.resolve("plugins/spoilt"), "kaged-plugin.yaml", "kaged_api: 1", "kaged_api: 7");
        var called = kaged.run("plugin", "call", "spoilt", "echo");
        assertThat(called.code()).isEqualTo(1);
        assertThat(called.err())
                .contains("kaged-plugin.yaml:3: kaged_api: this kaged speaks 1")
                .doesNotContain("enable", "kaged plugin logs");
        assertThat(folder).exists();
    }

    /// As somebody writes it whose model server runs on this machine.
    @Test
    void aLoopbackAddressThatWasNotDeclaredIsToldWithTheLineToAdd() throws Exception {
        assumeThat(Detection.here()).as("the kernel asks about calls").isInstanceOf(Detection.Available.class);
        var folder = kaged.plugin("offline", "1.0.0");
        change(folder, "main.py", "elif method == \"echo\":", """
                elif method == "echo":
                        import socket
                        try:
                            socket.create_connection(("127.0.0.1", 11434), 5)
                        except OSError as e:
                            say({"jsonrpc": "2.0", "id": id, "error": {"code": -32000, "message": str(e)}})
                            continue""".indent(0).strip());
        install(folder);
        var line = "it tried to connect to 127.0.0.1:11434";
        for (int i = 0; i < 2; i++) {
            assertThat(kaged.run("plugin", "call", "offline", "echo").err())
                    .contains("Connection refused", line, "add to capabilities: net:127.0.0.1:11434");
        }
        DaemonFixture.await(
                "the log of the plugin tells it",
                () -> kaged.run("plugin", "logs", "offline").out().contains("net:127.0.0.1:11434"));
        assertThat(kaged.run("audit", "--plugin", "offline", "--kind", "violation")
                        .out())
                .contains("net:127.0.0.1:11434");
        assertThat(Files.readString(kaged.home.resolve("logs/kaged.log"))).contains("offline: " + line);
        // Nobody was killed for it.
        assertThat(kaged.run("plugin", "call", "offline", "version").code()).isZero();
    }

    @Test
    void aNameThatWasNotDeclaredIsToldWithTheLineToAdd() throws Exception {
        assumeThat(Detection.here()).as("the kernel asks about calls").isInstanceOf(Detection.Available.class);
        var folder = kaged.plugin("nameless", "1.0.0");
        change(folder, "main.py", "elif method == \"echo\":", """
                elif method == "echo":
                        import urllib.request
                        try:
                            urllib.request.urlopen("http://example.org/")
                        except OSError as e:
                            say({"jsonrpc": "2.0", "id": id, "error": {"code": -32000, "message": str(e)}})
                            continue""".indent(0).strip());
        install(folder);
        var line = "it tried to look up the name example.org";
        var allow = "net:example.org:<port>";
        for (int i = 0; i < 2; i++) {
            assertThat(kaged.run("plugin", "call", "nameless", "echo").err())
                    .contains("Name or service not known", line, "add to capabilities: " + allow);
        }
        DaemonFixture.await(
                "the log of the plugin tells it",
                () -> kaged.run("plugin", "logs", "nameless").out().contains(allow));
        assertThat(kaged.run("audit", "--plugin", "nameless", "--kind", "violation", "--json")
                        .out())
                .contains("\"allow\":\"" + allow + "\"");
        assertThat(Files.readString(kaged.home.resolve("logs/kaged.log"))).contains("nameless: " + line);
        assertThat(kaged.run("plugin", "call", "nameless", "version").code()).isZero();
    }

    /// Inside, the name is an address of the sandbox's own: whoever writes the manifest knows the name alone.
    @Test
    void anotherPortOfADeclaredNameIsToldWithTheLineToAdd() throws Exception {
        assumeThat(Detection.here()).as("the kernel asks about calls").isInstanceOf(Detection.Available.class);
        var folder = kaged.plugin("wrongport", "1.0.0", "net:example.com:443");
        change(folder, "main.py", "elif method == \"echo\":", """
                elif method == "echo":
                        import socket
                        try:
                            socket.create_connection(("example.com", 80), 5)
                        except OSError as e:
                            say({"jsonrpc": "2.0", "id": id, "error": {"code": -32000, "message": str(e)}})
                            continue""".indent(0).strip());
        install(folder);
        assertThat(kaged.run("plugin", "call", "wrongport", "echo").err())
                .contains("it tried to connect to example.com:80")
                .contains("add to capabilities: net:example.com:80");
        DaemonFixture.await(
                "the log of the plugin tells it",
                () -> kaged.run("plugin", "logs", "wrongport").out().contains("net:example.com:80"));
        assertThat(kaged.run("audit", "--plugin", "wrongport", "--kind", "violation", "--json")
                        .out())
                .contains("\"allow\":\"net:example.com:80\"")
                .doesNotContain("127.77");
    }

    @Test
    void whatItIsKilledForIsInTheCallsErrorWithTheCapability() throws Exception {
        assumeThat(Detection.here()).as("the kernel asks about calls").isInstanceOf(Detection.Available.class);
        var folder = kaged.plugin("runner", "1.0.0");
        change(folder, "main.py", "os._exit(3)", "os.execv(\"/usr/bin/env\", [\"env\", \"/usr/bin/perl\", \"-v\"])");
        install(folder);
        assertThat(kaged.run("plugin", "call", "runner", "crash").err())
                .contains("runner ended before it answered (it tried to run /usr/bin/perl")
                .contains("add to capabilities: exec:perl:/usr/bin/perl");
    }

    @Test
    void anInstallationNamesTheConfigurationThatIsMissingAndWhatDoesNothingYet() throws Exception {
        var folder = kaged.plugin("unset", "1.0.0");
        change(folder, "kaged-plugin.yaml", "kaged_api: 1", """
                kaged_api: 1
                hooks: [on_session_start]
                notifications: [changed]
                roles: [observer]
                config_schema: {type: object, required: [library]}""");
        var plan =
                kaged.run("plugin", "install", "--dry-run", folder.toString()).ok();
        assertThat(plan.out().replaceAll("\\s+", " "))
                .contains("note: it is not started before this is right: ")
                .contains("local.toml: plugins.unset.config")
                .contains("library")
                .contains("note: hooks are not called yet")
                .contains("note: notifications are taken and dropped")
                .contains("note: roles do nothing yet");
        var done = kaged.run("plugin", "install", "--yes", "--json", folder.toString())
                .ok()
                .object();
        assertThat(done.text("deed")).contains("installed");
        assertThat(String.valueOf(done.get("notes"))).contains("plugins.unset.config");
    }

    @Test
    void aDowngradeIsCalledOne() throws Exception {
        install(kaged.plugin("falling", "1.10.0"));
        var older = kaged.plugin("falling", "1.9.0").toString();
        var plan = kaged.run("plugin", "upgrade", "--dry-run", older).ok();
        assertThat(plan.out()).contains("replaces: version 1.10.0, which is NEWER: this is a downgrade");
        assertThat(kaged.run("plugin", "upgrade", "--yes", older).ok().out())
                .isEqualTo("downgraded falling to 1.9.0\n");
        assertThat(kaged.run("audit", "--plugin", "falling", "--kind", "install")
                        .out())
                .contains("downgraded");
        var newer = kaged.plugin("falling", "1.11.0").toString();
        assertThat(kaged.run("plugin", "upgrade", "--yes", newer).ok().out()).isEqualTo("upgraded falling 1.11.0\n");
    }

    @Test
    void aFolderWithoutAManifestIsToldThatWhateverLinksItHas() throws Exception {
        var folder = Files.createDirectories(kaged.top.resolve("sources/none"));
        Files.createSymbolicLink(folder.resolve("out"), Path.of("/etc"));
        assertThat(kaged.run("plugin", "install", "--yes", folder.toString()).err())
                .contains("a plugin's folder needs a kaged-plugin.yaml");
    }

    @Test
    void whatIsNotThereOrSwitchedOffIsAnError() throws Exception {
        var absent = kaged.run("plugin", "remove", "never-seen");
        assertThat(absent.code()).isEqualTo(1);
        assertThat(absent.err()).contains("there is no plugin never-seen");
        kaged.installed("resting");
        kaged.run("plugin", "disable", "resting").ok();
        var restarted = kaged.run("plugin", "restart", "resting");
        assertThat(restarted.code()).isEqualTo(1);
        assertThat(restarted.err()).contains("resting is switched off", "kaged plugin enable resting");
        var removed = kaged.run("plugin", "remove", "resting", "--json").ok().object();
        assertThat(removed.text("name")).contains("resting");
    }

    @Test
    void rowsOfTheAuditAreOneLineUnlessAllIsAskedFor() throws Exception {
        kaged.installed("wordy");
        var word = "x".repeat(2000);
        kaged.run("plugin", "call", "wordy", "echo", "{\"word\":\"" + word + "\"}")
                .ok();
        var rows =
                kaged.run("audit", "--plugin", "wordy", "--kind", "call").ok().out();
        assertThat(rows.lines().toList()).singleElement().matches(row -> row.length() <= 200 && row.endsWith("…"));
        assertThat(kaged.run("audit", "--plugin", "wordy", "--kind", "call", "--full")
                        .ok()
                        .out())
                .contains(word);
    }
}
