package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.outrigger.kaged.commands.Commands;
import dev.outrigger.launch.sandbox.Detection;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.program.ProgramVersion;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PluginCommandsTest {
    private static DaemonFixture kaged;
    /// What plugins may read here.
    private static Path granted;

    @BeforeAll
    static void start() throws Exception {
        kaged = DaemonFixture.started();
        granted = Files.createDirectory(kaged.top.resolve("granted"));
    }

    @AfterAll
    static void stop() throws Exception {
        kaged.close();
    }

    private static String state(String plugin) {
        return ((Json.Arr) kaged.run("plugin", "list", "--json").ok().json())
                .items().stream()
                        .map(Json.Obj.class::cast)
                        .filter(it -> it.text("name").equals(Optional.of(plugin)))
                        .findFirst()
                        .flatMap(it -> it.text("state"))
                        .orElse("absent");
    }

    @Test
    void anInstallationShowsItsPlanAndWithoutATerminalNeedsAYes() throws Exception {
        var folder = kaged.plugin("asked", "1.0.0", "read:fs:" + granted, "net:example.org:443")
                .toString();
        var plan = kaged.run("plugin", "install", "--dry-run", folder).ok();
        assertThat(plan.out())
                .contains("asked 1.0.0: Answers.")
                .contains("read " + granted + " and all below it")
                .contains("connect to example.org, port 443");
        assertThat(kaged.run("plugin", "install", "--dry-run", "--json", folder)
                        .ok()
                        .object()
                        .get("plan"))
                .isPresent();
        assertThat(state("asked")).isEqualTo("absent");

        var refused = DaemonFixture.result(kaged.process(List.of("setsid", "--wait"), "plugin", "install", folder)
                .redirectInput(new File("/dev/null"))
                .start());
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("no terminal").contains("--yes");
        assertThat(state("asked")).isEqualTo("absent");

        var done = kaged.run("plugin", "install", "--yes", folder).ok();
        assertThat(done.out()).isEqualTo("installed asked 1.0.0\n");
        assertThat(state("asked")).isEqualTo("idle");
        var again = kaged.run("plugin", "install", "--yes", folder);
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err())
                .contains("asked is installed already", "kaged plugin upgrade")
                .doesNotContain("may:");
        assertThat(kaged.run("audit", "--plugin", "asked", "--kind", "install")
                        .ok()
                        .out())
                .contains("installed")
                .contains("net:example.org:443");
    }

    /// 1 means that nothing was changed; what is done, and could only not be said, has a code of its own.
    @Test
    void whatIsDoneIsNoErrorOnlyBecauseNobodyCouldBeTold() throws Exception {
        var folder = kaged.plugin("unheard", "1.0.0").toString();
        assertThat(kaged.unheard("plugin", "install", "--dry-run", folder).code())
                .isEqualTo(1);
        assertThat(state("unheard")).isEqualTo("absent");
        var installed = kaged.unheard("plugin", "install", "--yes", folder);
        assertThat(installed.code()).isEqualTo(74);
        assertThat(installed.err()).contains("warning: what was asked for is done, but cannot write to");
        assertThat(state("unheard")).isEqualTo("idle");
        assertThat(kaged.unheard("plugin", "call", "unheard", "echo").code()).isEqualTo(74);
        assertThat(kaged.unheard("plugin", "disable", "unheard").code()).isEqualTo(74);
        assertThat(state("unheard")).isEqualTo("disabled");
        assertThat(kaged.unheard("plugin", "remove", "unheard").code()).isEqualTo(74);
        assertThat(state("unheard")).isEqualTo("absent");
    }

    @Test
    void atATerminalTheOperatorDecidesAndTheWordIsKept() throws Exception {
        var folder = kaged.plugin("decided", "1.0.0").toString();
        assertThat(typed("n", folder)).contains("Install decided?").contains("you said no");
        assertThat(state("decided")).isEqualTo("absent");
        assertThat(typed("y", folder)).contains("installed decided 1.0.0");
        assertThat(state("decided")).isEqualTo("idle");
        assertThat(kaged.run("audit", "--plugin", "decided", "--kind", "install")
                        .ok()
                        .out())
                .contains("declined")
                .contains("installed");
    }

    /// What a terminal shows when this is typed at the question.
    private static String typed(String answer, String folder) throws Exception {
        var words = new StringBuilder();
        for (var word : kaged.command(List.of(), "plugin", "install", folder)) {
            words.append('\'').append(word).append("' ");
        }
        var builder = new ProcessBuilder("script", "-qec", words.toString(), "/dev/null").redirectErrorStream(true);
        builder.environment().putAll(kaged.environment());
        var terminal = builder.start();
        var shown = new StringBuilder();
        try (BufferedReader out = terminal.inputReader(StandardCharsets.UTF_8)) {
            int c = 0;
            while (c >= 0 && !shown.toString().endsWith("[y/N] ")) {
                c = out.read();
                shown.append((char) c);
            }
            terminal.getOutputStream().write((answer + "\n").getBytes(StandardCharsets.UTF_8));
            terminal.getOutputStream().flush();
            for (c = out.read(); c >= 0; c = out.read()) {
                shown.append((char) c);
            }
        }
        assertThat(terminal.waitFor(DaemonFixture.PATIENCE_SECONDS, TimeUnit.SECONDS))
                .isTrue();
        return shown.toString();
    }

    @Test
    void anUpgradeShowsWhatIsNewAndTheNextCallIsTheNewVersions() throws Exception {
        kaged.installed("grown");
        assertThat(kaged.run("plugin", "call", "grown", "version").ok().out()).contains("1.0.0");
        var newer = kaged.plugin("grown", "2.0.0", "read:fs:" + granted).toString();
        assertThat(kaged.run("plugin", "upgrade", "--dry-run", newer).ok().out())
                .contains("replaces: version 1.0.0")
                .contains("may now, and could not before")
                .contains("+ read " + granted);
        kaged.run("plugin", "upgrade", "--yes", newer).ok();
        assertThat(kaged.run("plugin", "call", "grown", "version").ok().out()).contains("2.0.0");
        var unknown = kaged.plugin("stranger", "1.0.0").toString();
        assertThat(kaged.run("plugin", "upgrade", "--yes", unknown).err()).contains("kaged plugin install");
    }

    @Test
    void aCallPrintsTheResultAndSaysWhyThereIsNone() throws Exception {
        kaged.installed("caller");
        assertThat(kaged.run("plugin", "call", "caller", "echo", "{\"a\":[1,2]}")
                        .ok()
                        .out())
                .isEqualTo("{\"a\":[1,2]}\n");
        assertThat(kaged.run("plugin", "call", "caller", "echo", "{\"a\":1}", "--json")
                        .ok()
                        .object())
                .isEqualTo(JsonText.parse("{\"a\":1}"));
        var file = Files.writeString(kaged.top.resolve("params.json"), "{\"from\": \"file\"}\n");
        assertThat(kaged.run("plugin", "call", "caller", "echo", "@" + file)
                        .ok()
                        .out())
                .contains("\"file\"");
        assertThat(kaged.run("plugin", "call", "caller", "work").ok().out()).contains("\"done\":true");

        var refused = kaged.run("plugin", "call", "caller", "refuse");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("the plugin refused: not today").contains("-32003");
        assertThat(refused.err().split("not today", -1)).as("told once").hasSize(2);
        var late = kaged.run("plugin", "call", "caller", "hang", "--timeout", "0.3");
        assertThat(late.code()).isEqualTo(1);
        assertThat(late.err()).contains("timeout", "--timeout SECONDS");
        assertThat(kaged.run("plugin", "call", "calller", "echo").err())
                .isEqualTo("error: there is no plugin calller\n  Did you mean 'caller'?\n");
        assertThat(kaged.run("plugin", "logs", "calller").err()).contains("Did you mean 'caller'?");
        assertThat(kaged.run("plugin", "call", "caller", "ecko").err()).contains("Did you mean 'echo'?");
        assertThat(kaged.run("plugin", "call", "caller", "echo", "@/nope").err())
                .isEqualTo("error: cannot read /nope: there is no such file or folder\n");
        assertThat(kaged.run("plugin", "call", "caller", "nothing").err()).contains("nothing");
        assertThat(kaged.run("plugin", "call", "nobody", "echo").err()).contains("there is no plugin nobody");
        assertThat(kaged.run("plugin", "call", "caller", "echo", "[1]").code()).isEqualTo(2);
        assertThat(kaged.run("plugin", "call", "caller", "echo", "{").err()).contains("no JSON");
        assertThat(kaged.run("plugin", "call", "caller", "echo", "--timeout", "soon")
                        .code())
                .isEqualTo(2);
        var inJson = kaged.run("--json", "plugin", "call", "caller", "refuse");
        assertThat(((Json.Obj) JsonText.parse(inJson.err().strip())).text("error"))
                .isPresent();
    }

    @Test
    void paramsComeFromStdinAndAReaderThatLeftIsNoError() throws Exception {
        kaged.installed("piped");
        var process =
                kaged.process(List.of(), "plugin", "call", "piped", "echo", "-").start();
        process.getOutputStream().write("{\"from\":\"stdin\"}".getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        assertThat(DaemonFixture.result(process).ok().out()).isEqualTo("{\"from\":\"stdin\"}\n");

        // Closed long before a JVM has come so far as to write.
        var unread = kaged.process(List.of(), "--help").start();
        unread.getInputStream().close();
        assertThat(unread.waitFor(DaemonFixture.PATIENCE_SECONDS, TimeUnit.SECONDS))
                .isTrue();
        assertThat(unread.exitValue()).isEqualTo(141);
    }

    @Test
    void aPluginIsSwitchedOffAndOnStoppedRestartedAndReloaded() throws Exception {
        kaged.installed("turned");
        kaged.run("plugin", "call", "turned", "echo").ok();
        assertThat(kaged.run("plugin", "disable", "turned").ok().out()).startsWith("turned is disabled");
        assertThat(kaged.run("plugin", "call", "turned", "echo").err()).contains("kaged plugin enable turned");
        assertThat(kaged.run("plugin", "enable", "turned").ok().out()).startsWith("turned is idle");
        kaged.run("plugin", "call", "turned", "echo").ok();
        kaged.run("plugin", "restart", "turned").ok();
        kaged.run("plugin", "call", "turned", "echo").ok();
        kaged.run("plugin", "reload", "turned").ok();
        assertThat(kaged.run("plugin", "stop", "turned", "--json").ok().object().text("state"))
                .contains("idle");
        var manifest = kaged.home.resolve("plugins/turned/kaged-plugin.yaml");
        manifest.toFile().setWritable(true);
        Files.writeString(manifest, "name: [\n");
        var broken = kaged.run("plugin", "restart", "turned");
        assertThat(broken.code()).isEqualTo(1);
        assertThat(kaged.run("plugin", "disable", "nobody").err()).contains("there is no plugin nobody");
    }

    @Test
    void aReloadOntoAMistakeLeavesThePluginAsItIs() throws Exception {
        kaged.installed("steady");
        kaged.run("plugin", "call", "steady", "echo").ok();
        var local = kaged.top.resolve("config/kaged/local.toml");
        var right = Files.readString(local);
        long pid = pid("steady");
        Files.writeString(local, right + "\n[plugins.steady\n");
        for (var turn : List.of("reload", "restart")) {
            var refused = kaged.run("plugin", turn, "steady");
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err()).contains("steady runs on as it was").contains("local.toml");
            assertThat(pid("steady")).isEqualTo(pid);
        }
        kaged.run("plugin", "stop", "steady").ok();
        assertThat(kaged.run("plugin", "reload", "steady").err()).contains("steady cannot be started");
        assertThat(kaged.run("plugin", "list").out()).contains("broken");
        kaged.run("plugin", "disable", "steady").ok();
        var enabled = kaged.run("plugin", "enable", "steady");
        assertThat(enabled.code()).isEqualTo(1);
        assertThat(enabled.out()).startsWith("steady is broken: ").contains("local.toml");
        Files.writeString(local, right);
        for (var turn : List.of("reload", "restart", "enable")) {
            assertThat(kaged.run("plugin", turn, "steady").ok().out()).startsWith("steady is idle");
        }
        kaged.run("plugin", "disable", "steady").ok();
        var off = kaged.run("plugin", "restart", "steady");
        assertThat(off.code()).isEqualTo(1);
        assertThat(off.err()).contains("steady is switched off (by the operator): `kaged plugin enable steady`");
    }

    @Test
    void aReloadOntoConfigurationThatDoesNotFitLeavesThePluginAsItIs() throws Exception {
        var folder = kaged.plugin("fitting", "1.0.0");
        Files.writeString(
                folder.resolve("kaged-plugin.yaml"),
                "config_schema: {type: object, properties: {most: {type: integer, maximum: 5}}}\n",
                StandardOpenOption.APPEND);
        kaged.run("plugin", "install", "--yes", folder.toString()).ok();
        kaged.run("plugin", "call", "fitting", "echo").ok();
        var local = kaged.top.resolve("config/kaged/local.toml");
        var right = Files.readString(local);
        long pid = pid("fitting");
        Files.writeString(local, right + "\n[plugins.fitting.config]\nmost = 6\n");
        try {
            for (var turn : List.of("reload", "restart")) {
                var refused = kaged.run("plugin", turn, "fitting");
                assertThat(refused.code()).isEqualTo(1);
                assertThat(refused.err()).contains("fitting runs on as it was").contains("most");
                assertThat(pid("fitting")).isEqualTo(pid);
            }
            kaged.run("plugin", "call", "fitting", "echo").ok();
            Files.writeString(local, right + "\n[plugins.fitting.config]\nmost = 5\n");
            kaged.run("plugin", "reload", "fitting").ok();
        } finally {
            Files.writeString(local, right);
        }
    }

    private static long pid(String plugin) throws Exception {
        for (var each : ((Json.Arr) kaged.run("plugin", "list", "--json").ok().json()).items()) {
            var one = (Json.Obj) each;
            if (one.text("name").equals(Optional.of(plugin))) {
                return new FieldReader(one).whole("pid", 1, Long.MAX_VALUE);
            }
        }
        throw new AssertionError("there is no " + plugin);
    }

    @Test
    void whatIsNotThereIsNotRemoved() throws Exception {
        kaged.installed("leaving");
        kaged.run("plugin", "remove", "leaving").ok();
        var again = kaged.run("plugin", "remove", "leaving");
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("there is no plugin leaving");
        kaged.run("plugin", "remove", "--purge", "--yes", "leaving").ok();
        assertThat(kaged.run("plugin", "remove", "--purge", "--yes", "leaving").code())
                .isEqualTo(1);
    }

    @Test
    void whatCanNeverStartIsNeitherValidNorInstalled() throws Exception {
        var greedy = kaged.plugin("greedy", "1.0.0", "net:[]", "read:fs:/").toString();
        var mistyped = kaged.plugin("mistyped", "1.0.0");
        var manifest = mistyped.resolve("kaged-plugin.yaml");
        Files.writeString(manifest, Files.readString(manifest).replace("/usr/bin/python3", "pyhton3"));
        for (var verb : List.of(List.of("validate"), List.of("install", "--dry-run"), List.of("upgrade", "--yes"))) {
            var words = new ArrayList<>(List.of("plugin"));
            words.addAll(verb);
            words.add(greedy);
            var first = kaged.run(words.toArray(String[]::new));
            assertThat(first.code()).isEqualTo(1);
            assertThat(first.out() + first.err()).contains("kaged-plugin.yaml:10: read:fs:/");
            words.set(words.size() - 1, mistyped.toString());
            var second = kaged.run(words.toArray(String[]::new));
            assertThat(second.code()).isEqualTo(1);
            assertThat(second.out() + second.err())
                    .contains("kaged-plugin.yaml: command")
                    .contains("pyhton3");
        }
    }

    @Test
    void removingKeepsWhatAPluginKeptUnlessPurged() throws Exception {
        var folder = kaged.installed("leaver");
        kaged.run("plugin", "call", "leaver", "echo").ok();
        var data = kaged.home.resolve("data/leaver");
        kaged.run("plugin", "remove", "leaver").ok();
        assertThat(state("leaver")).isEqualTo("absent");
        assertThat(data).exists();
        kaged.run("plugin", "install", "--yes", folder.toString()).ok();
        kaged.run("plugin", "remove", "--purge", "--yes", "leaver").ok();
        assertThat(data).doesNotExist();
        assertThat(kaged.run("plugin", "remove", "leaver").code()).isEqualTo(1);
        assertThat(kaged.run("audit", "--plugin", "leaver", "--kind", "install")
                        .ok()
                        .out())
                .contains("removed")
                .contains("purged");
    }

    @Test
    void aFailureShowsInStatusWithTheNextTry() throws Exception {
        kaged.installed("crasher");
        for (int i = 0; i < 2; i++) {
            var crashed = kaged.run("plugin", "call", "crasher", "crash");
            assertThat(crashed.code()).isEqualTo(1);
        }
        DaemonFixture.await(
                "it waits for its next try",
                () -> kaged.run("status")
                        .ok()
                        .out()
                        .lines()
                        .anyMatch(line -> line.startsWith("crasher") && line.contains("last failure")));
    }

    @Test
    void logsShowStderrAndLifeAndFollow() throws Exception {
        kaged.installed("talker");
        kaged.run("plugin", "call", "talker", "echo").ok();
        DaemonFixture.await(
                "its stderr is there",
                () -> kaged.run("plugin", "logs", "talker").ok().out().contains("hello from stderr"));
        assertThat(kaged.run("plugin", "logs", "talker").out())
                .contains(" * life ready (pid ")
                .contains(" | hello from stderr")
                .contains(" * install installed 1.0.0 from ");
        assertThat(kaged.run("plugin", "logs", "-n", "1", "talker").ok().out().lines())
                .hasSize(1);

        var follower = kaged.process(List.of(), "plugin", "logs", "-f", "-n", "0", "--json", "talker")
                .start();
        try (BufferedReader out = follower.inputReader(StandardCharsets.UTF_8)) {
            // Who is connected may not follow yet, and follows from then on only: so until something is heard.
            while (!out.ready()) {
                var late = kaged.run("plugin", "call", "talker", "hang", "--timeout", "0.2");
                assertThat(late.code()).isEqualTo(1);
            }
            var line = out.readLine();
            while (!line.contains("hanging")) {
                line = out.readLine();
            }
            assertThat(((Json.Obj) JsonText.parse(line)).text("kind")).contains("stderr");
            assertThat(line).doesNotContain("\"token\"");
        } finally {
            follower.destroyForcibly();
        }
    }

    @Test
    void aPluginThatIsNeverReadyIsNotGivenLonger() throws Exception {
        var folder = kaged.plugin("silent", "1.0.0");
        Files.writeString(folder.resolve("main.py"), "import sys\nsys.stdin.read()\n");
        kaged.run("plugin", "install", "--yes", folder.toString()).ok();
        assertThat(kaged.run("plugin", "call", "silent", "echo", "--timeout", "0.3")
                        .err())
                .contains("timeout", "kaged plugin logs silent")
                .doesNotContain("--timeout");
    }

    @Test
    void theAuditNeedsNoCommandAndItsUsageSaysSo() {
        assertThat(kaged.run("audit", "-h").ok().out()).contains("Usage: kaged audit [OPTIONS] [COMMAND]\n");
    }

    @Test
    void aTraceCanBePlayedAgainAndDifferencesShow() throws Exception {
        kaged.installed("traced");
        var file = kaged.top.resolve("trace.jsonl");
        var tracer = kaged.process(List.of(), "plugin", "trace", "traced", "--output", file.toString())
                .start();
        try (BufferedReader notes = tracer.errorReader(StandardCharsets.UTF_8)) {
            assertThat(notes.readLine()).contains("watching traced");
            kaged.run("plugin", "call", "traced", "echo", "{\"a\":1}").ok();
            kaged.run("plugin", "call", "traced", "version").ok();
            DaemonFixture.await("all of it is recorded", () -> recorded(file).contains("1.0.0"));
        } finally {
            tracer.destroyForcibly().waitFor(DaemonFixture.PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        assertThat(recorded(file)).contains("initialize").contains("to_plugin").contains("from_plugin");

        var same = kaged.run("plugin", "replay", "traced", file.toString()).ok();
        assertThat(same.out()).contains("0 differences");

        kaged.run("plugin", "upgrade", "--yes", kaged.plugin("traced", "2.0.0").toString())
                .ok();
        var other = kaged.run("plugin", "replay", "traced", file.toString());
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.out()).contains("1 difference").contains("1.0.0").contains("2.0.0");
        assertThat(((Json.Arr) kaged.run("plugin", "replay", "traced", file.toString(), "--json")
                                .object()
                                .get("differences")
                                .orElseThrow())
                        .items())
                .hasSize(1);

        // A record that begins in the middle of a life.
        var late = new ArrayList<>(Files.readAllLines(file));
        late.removeIf(line -> line.contains("initialize") || line.contains("api_version"));
        Files.write(file, late);
        assertThat(kaged.run("plugin", "replay", "traced", file.toString()).out())
                .contains("1 difference\n");
        Files.writeString(file, "nonsense\n");
        assertThat(kaged.run("plugin", "replay", "traced", file.toString()).err())
                .contains("line 1 of the record: it is no JSON");
    }

    /// In `initialize`, and where the plugin says them itself; and a replay has them again.
    @Test
    void aTraceHasNoSecretsUnlessAskedAndIsForNobodyElse() throws Exception {
        var folder = kaged.plugin("vault", "1.0.0");
        var manifest = folder.resolve("kaged-plugin.yaml");
        Files.writeString(manifest, Files.readString(manifest) + "system_config_schema: {type: object}\n");
        kaged.run("plugin", "install", "--yes", folder.toString()).ok();
        Files.writeString(
                kaged.top.resolve("config/kaged/local.toml"),
                Files.readString(kaged.top.resolve("config/kaged/local.toml"))
                        + "\n[plugins.vault.system_config]\ntoken = \"tok\\\"en-SECRET\"\npin = 4711\n");

        var file = Files.writeString(kaged.top.resolve("vault.jsonl"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        trace(file, "plugin", "trace", "vault", "--output", file.toString());

        assertThat(recorded(file)).contains("system_config", "[redacted]").doesNotContain("SECRET", "4711", "old");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(kaged.run("plugin", "replay", "vault", file.toString()).ok().out())
                .contains("0 differences");

        var whole = kaged.top.resolve("whole.jsonl");
        trace(whole, "plugin", "trace", "vault", "--secrets", "--output", whole.toString());
        assertThat(recorded(whole)).contains("SECRET", "4711");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(whole)))
                .isEqualTo("rw-------");
    }

    private void trace(Path file, String... words) throws Exception {
        kaged.run("plugin", "stop", "vault").ok();
        var tracer = kaged.process(List.of("sh", "-c", "umask 000; exec \"$@\"", "sh"), words)
                .start();
        try (BufferedReader notes = tracer.errorReader(StandardCharsets.UTF_8)) {
            assertThat(notes.readLine()).contains("watching vault");
            kaged.run("plugin", "call", "vault", "echo", "{\"a\":\"tok\\\"en-SECRET\",\"end\":true}")
                    .ok();
            DaemonFixture.await(
                    "all of it is recorded",
                    () -> recorded(file)
                                    .lines()
                                    .filter(line -> line.contains("end"))
                                    .count()
                            > 1);
        } finally {
            tracer.destroyForcibly().waitFor(DaemonFixture.PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Test
    void aReplayThatFloodsIsEndedAndSaysWhy() throws Exception {
        var told = replayed("flooding", """
                import sys
                while True:
                    sys.stdout.write('{"jsonrpc":"2.0","method":"x","params":{"y":"' + "z" * 1000000 + '"}}\\n')
                """);
        assertThat(told).contains("the run was ended: it says more than 64 MiB");
    }

    @Test
    void aViolationEndsAReplayAndIsInTheAudit() throws Exception {
        assumeThat(Detection.here()).as("the kernel asks about calls").isInstanceOf(Detection.Available.class);
        var told = replayed("vandal", """
                import sys
                sys.stdin.readline()
                open("/usr/share/planted", "w")
                """);
        assertThat(told).contains("the run was ended: it tried to write to /usr/share/planted");
        DaemonFixture.await(
                "it is in the audit",
                () -> kaged.run("audit", "--plugin", "vandal", "--kind", "violation")
                        .ok()
                        .out()
                        .contains("/usr/share/planted"));
    }

    /// What a replay says of a plugin like this that is to answer one question.
    private static String replayed(String name, String program) throws Exception {
        var folder = kaged.plugin(name, "1.0.0");
        Files.writeString(folder.resolve("main.py"), program);
        kaged.run("plugin", "install", "--yes", folder.toString()).ok();
        var file = Files.writeString(kaged.top.resolve(name + ".jsonl"), """
                {"direction":"to_plugin","line":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"initialize\\"}"}
                {"direction":"from_plugin","line":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"result\\":{}}"}
                """);
        var replay = kaged.run("plugin", "replay", name, file.toString());
        assertThat(replay.code()).isEqualTo(1);
        return replay.out();
    }

    private static String recorded(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void explainNamesTheLineOfTheManifestAlsoBeforeAnInstallation() throws Exception {
        var folder = kaged.plugin("explained", "1.0.0", "read:fs:" + granted);
        var before = kaged.run("plugin", "explain", folder.toString()).ok();
        assertThat(before.out().lines())
                .anyMatch(line -> line.contains(granted.toString()) && line.contains("kaged-plugin.yaml:9"));
        kaged.run("plugin", "install", "--yes", folder.toString()).ok();
        assertThat(kaged.run("plugin", "explain", "explained").ok().out()).contains("kaged-plugin.yaml:9");
        assertThat(kaged.run("plugin", "explain", "explained", "--json")
                        .ok()
                        .object()
                        .get("plan"))
                .isPresent();
        var rules = before.out().lines().skip(1).toList();
        assertThat(rules)
                .filteredOn(line -> line.startsWith("call "))
                .singleElement()
                .asString()
                .matches("call [0-9]+ system calls are refused: --all lists them");
        assertThat(kaged.run("plugin", "explain", "--all", folder.toString())
                        .ok()
                        .out())
                .contains("call ptrace");
        assertThat(before.out().indexOf("kaged-plugin.yaml:9"))
                .isLessThan(before.out().indexOf("always: "));
        assertThat(before.out())
                .doesNotContain(folder.toString())
                .contains(kaged.home.resolve("plugins/explained").toString());
        assertThat(kaged.run("plugin", "explain", "nobody").code()).isEqualTo(1);
    }

    @Test
    void validateNamesTheLineAndNeedsNoDaemon() throws Exception {
        try (var stopped = DaemonFixture.prepared()) {
            var good = stopped.plugin("fine", "1.0.0");
            assertThat(stopped.run("plugin", "validate", good.toString()).ok().out())
                    .contains("valid");
            var bad = stopped.plugin("poor", "1.0.0", "fly:to:/the/moon");
            var found = stopped.run("plugin", "validate", bad.toString());
            assertThat(found.code()).isEqualTo(1);
            assertThat(found.out()).contains("kaged-plugin.yaml:9").contains("capabilities[0]");
            assertThat(stopped.run("plugin", "validate", bad.toString(), "--format", "json")
                            .object()
                            .get("line"))
                    .contains(Json.of(9));
        }
    }

    /// With one line that says why, before anybody is asked.
    @Test
    void whatCouldNotBeStartedIsNotInstalled() throws Exception {
        var jp = Files.createDirectories(kaged.top.resolve("config/jp"));
        var real = Files.createDirectories(kaged.top.resolve("real"));
        var kept = Files.createDirectories(real.resolve(".jp"));
        var shared = Files.createDirectories(kaged.top.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
        var link = Files.createSymbolicLink(shared.resolve("link"), real);
        for (var refused : Map.of(
                        "read:fs:" + jp, "is the host's own",
                        "write:fs:" + kept, "is the host's own",
                        "read:fs:" + link, "declare read:fs:" + real + " instead")
                .entrySet()) {
            var plugin = kaged.plugin("refused", "1.0.0", refused.getKey());
            var said = kaged.run("plugin", "install", "--yes", plugin.toString());
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.err()).contains("kaged-plugin.yaml:9").contains(refused.getValue());
        }
        var kernels = kaged.plugin("kernels", "1.0.0");
        var manifest = kernels.resolve("kaged-plugin.yaml");
        Files.writeString(manifest, Files.readString(manifest).replace("/usr/bin/python3", "/proc/self/exe"));
        var said = kaged.run("plugin", "install", "--yes", kernels.toString());
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.err()).contains("/proc/self/exe").contains("name the program's own file");
    }

    @Test
    void theAuditIsFilteredVerifiedAndCut() throws Exception {
        kaged.installed("audited");
        kaged.run("plugin", "call", "audited", "echo", "{\"a\":\"\\u001b[31mred\"}")
                .ok();
        kaged.run("plugin", "call", "audited", "version").ok();
        var calls =
                kaged.run("audit", "--plugin", "audited", "--kind", "call").ok().out();
        assertThat(calls.lines()).hasSize(2);
        assertThat(calls).doesNotContain("\u001b");
        assertThat(kaged.run("audit", "--plugin", "audited", "--method", "version", "--json")
                        .ok()
                        .json())
                .isInstanceOfSatisfying(
                        Json.Arr.class, rows -> assertThat(rows.items()).hasSize(1));
        assertThat(kaged.run("audit", "--plugin", "audited", "--limit", "1")
                        .ok()
                        .out()
                        .lines())
                .hasSize(1);
        assertThat(kaged.run("audit", "--since", "2099-01-01").ok().out()).isEmpty();
        assertThat(kaged.run("audit", "--since", "2099-01-01", "--json").ok().out())
                .isEqualTo("[]\n");
        assertThat(kaged.run("audit", "--since", "yesterday").code()).isEqualTo(2);
        assertThat(kaged.run("audit").ok().out()).contains("audited");
        assertThat(kaged.run("audit", "verify").ok().out()).startsWith("whole: rows 1 to");
        assertThat(kaged.run("audit", "verify", "--json").ok().object().get("whole"))
                .contains(Json.of(true));
        assertThat(kaged.run("audit", "retain", "30").ok().out()).isEqualTo("removed 0 rows\n");
    }

    @Test
    void everyCommandHasHelpWithAnExample() {
        for (var path : leaves(List.of(Commands.ROOT))) {
            assertThat(path.getLast().examples()).as(path.getLast().name()).isNotEmpty();
            var words = new ArrayList<>(path.stream().skip(1).map(Command::name).toList());
            words.add("--help");
            assertThat(kaged.run(words.toArray(String[]::new)).ok().out())
                    .contains("Usage: kaged")
                    .contains("Examples");
        }
        assertThat(kaged.run("--version").ok().out()).isEqualTo("kaged " + ProgramVersion.NUMBER + "\n");
        assertThat(kaged.run("--help").ok().out()).contains("plugin").contains("Exit codes");
        var slip = kaged.run("plugin", "instal");
        assertThat(slip.code()).isEqualTo(2);
        assertThat(slip.err()).contains("did you mean 'install'?");
        assertThat(kaged.run().code()).isEqualTo(2);
    }

    private static List<List<Command>> leaves(List<Command> path) {
        var leaves = new ArrayList<List<Command>>();
        for (var command : path.getLast().subcommands()) {
            var longer = new ArrayList<>(path);
            longer.add(command);
            if (command.group()) {
                leaves.addAll(leaves(longer));
            } else {
                leaves.add(longer);
            }
        }
        return leaves;
    }
}
