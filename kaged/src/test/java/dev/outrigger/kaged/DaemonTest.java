package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.kaged.control.PidLock;
import dev.outrigger.terminal.program.ProgramVersion;
import dev.outrigger.wire.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class DaemonTest {
    @Test
    void aPluginThatCannotBeUsedIsALineInTheLogOfAStart() throws Exception {
        try (var kaged = DaemonFixture.started()) {
            kaged.installed("bust");
            kaged.run("stop").ok();
            Files.writeString(kaged.home.resolve("plugins/bust/kaged-plugin.yaml"), "name: [");
            kaged.run("start").ok();
            assertThat(Files.readAllLines(kaged.home.resolve("logs/kaged.log")))
                    .anyMatch(line ->
                            line.contains("the plugin bust cannot be used: ") && line.contains("kaged-plugin.yaml"));
        }
    }

    @Test
    void startsInTheBackgroundAnswersAndStops() throws Exception {
        try (var kaged = DaemonFixture.prepared()) {
            var before = kaged.run("status");
            assertThat(before.code()).isEqualTo(3);
            assertThat(before.out()).contains("not running").contains(kaged.home.toString());
            assertThat(kaged.run("status", "--json").object().get("running")).contains(Json.of(false));
            assertThat(kaged.run("plugin", "list").code()).isEqualTo(3);

            assertThat(kaged.run("start").ok().out()).contains("started, pid " + kaged.pid());

            var status = kaged.run("status", "--json").ok().object();
            assertThat(status.get("pid")).contains(Json.of(kaged.pid()));
            assertThat(status.text("version")).contains(ProgramVersion.NUMBER);
            assertThat(status.text("home")).contains(kaged.home.toString());
            assertThat(kaged.run("status").ok().out())
                    .contains("pid " + kaged.pid())
                    .contains("sandbox");
            assertThat(ProcessHandle.of(kaged.pid())).isPresent();
            assertThat(sessionOf(kaged.pid())).as("has left the terminal").isEqualTo(kaged.pid());

            assertThat(kaged.run("stop").ok().out()).isEqualTo("kaged stopped\n");
            assertThat(kaged.socket()).doesNotExist();
            assertThat(PidLock.held(kaged.home.resolve("kaged.pid"))).isFalse();
            assertThat(kaged.run("stop").code()).isEqualTo(3);
        }
    }

    private static long sessionOf(long pid) throws IOException {
        var stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3]);
    }

    @Test
    void aSecondStartSaysWhoRuns() throws Exception {
        try (var kaged = DaemonFixture.started()) {
            var second = kaged.run("start");
            assertThat(second.code()).isEqualTo(1);
            assertThat(second.err()).contains("is running already, pid " + kaged.pid());
            var foreground = DaemonFixture.result(
                    kaged.process(List.of(), "start", "--foreground").start());
            assertThat(foreground.code()).isEqualTo(1);
            assertThat(foreground.err()).contains("is running already, pid " + kaged.pid());
            kaged.run("status").ok();
        }
    }

    @Test
    void comesBackAfterKillMinusNineWithItsAuditWholeAndNoPluginLeft() throws Exception {
        try (var kaged = DaemonFixture.started()) {
            kaged.installed("survivor");
            kaged.run("plugin", "call", "survivor", "echo", "{\"a\":1}").ok();
            long plugin = Long.parseLong(numberOf(kaged.run("plugin", "list", "--json"), "pid"));
            var daemon = ProcessHandle.of(kaged.pid()).orElseThrow();
            daemon.destroyForcibly();
            DaemonFixture.await("the daemon is gone", () -> !held(kaged));
            assertThat(kaged.socket()).as("is left behind, stale").exists();
            assertThat(kaged.run("status").code()).isEqualTo(3);
            DaemonFixture.await("its plugin is gone", () -> gone(plugin));

            kaged.run("start").ok();

            kaged.run("audit", "verify").ok();
            assertThat(kaged.run("plugin", "call", "survivor", "echo", "{\"a\":2}")
                            .ok()
                            .out())
                    .contains("\"a\":2");
        }
    }

    private static boolean held(DaemonFixture kaged) {
        try {
            return PidLock.held(kaged.home.resolve("kaged.pid"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean gone(long pid) {
        try {
            var stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'Z';
        } catch (IOException _) {
            return true;
        }
    }

    private static String numberOf(DaemonFixture.Result list, String field) {
        var first = (Json.Obj) ((Json.Arr) list.ok().json()).items().getFirst();
        return ((Json.Num) first.get(field).orElseThrow()).text();
    }

    @Test
    void aSignalEndsItGracefullyAndTheServiceManagerHearsOfIt() throws Exception {
        try (var kaged = DaemonFixture.prepared()) {
            var notify = kaged.top.resolve("notify.sock");
            var listener = new ProcessBuilder("socat", "-u", "UNIX-RECV:" + notify, "STDOUT").start();
            try (BufferedReader told = listener.inputReader(StandardCharsets.UTF_8)) {
                DaemonFixture.await("somebody listens", () -> Files.exists(notify));
                kaged.environment().put("NOTIFY_SOCKET", notify.toString());
                kaged.environment().put("WATCHDOG_USEC", "300000");
                var daemon = kaged.process(List.of(), "start", "--foreground")
                        .redirectErrorStream(true)
                        .start();
                kaged.environment().remove("NOTIFY_SOCKET");
                assertThat(told.readLine()).isEqualTo("READY=1");
                assertThat(told.readLine()).isEqualTo("MAINPID=" + daemon.pid());
                assertThat(told.readLine()).isEqualTo("WATCHDOG=1");
                kaged.installed("guest");
                kaged.run("plugin", "call", "guest", "echo").ok();
                long plugin = Long.parseLong(numberOf(kaged.run("plugin", "list", "--json"), "pid"));

                // By its handle: a process that is destroyed itself closes our end of its pipes.
                daemon.toHandle().destroy();

                var end = DaemonFixture.result(daemon);
                assertThat(end.code()).as(end.out()).isZero();
                assertThat(end.out()).contains("is ready").contains("kaged has ended");
                assertThat(kaged.socket()).doesNotExist();
                assertThat(gone(plugin)).isTrue();
                var line = told.readLine();
                while (line.equals("WATCHDOG=1")) {
                    line = told.readLine();
                }
                assertThat(line).isEqualTo("STOPPING=1");
            } finally {
                listener.destroyForcibly().waitFor(DaemonFixture.PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void aStartThatFailsSaysWhy() throws Exception {
        try (var kaged = DaemonFixture.prepared()) {
            Files.writeString(kaged.top.resolve("file"), "");
            kaged.environment().put("KAGED_HOME", kaged.top.resolve("file/home").toString());
            var failed = kaged.run("start");
            assertThat(failed.code()).isEqualTo(1);
            assertThat(failed.err())
                    .contains("did not start")
                    .contains("file/home")
                    .contains("KAGED_HOME");
        }
    }

    @Test
    void aHomeThatPluginsOfRootCannotReachIsRefused() throws Exception {
        Assumptions.assumeTrue(System.getProperty("user.name").equals("root"), "only root's plugins are others");
        try (var kaged = DaemonFixture.prepared()) {
            var locked = Files.createDirectory(kaged.top.resolve("locked"));
            Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rwx------"));
            kaged.environment().put("KAGED_HOME", locked.resolve("home").toString());
            var refused = kaged.run("start");
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err()).contains(locked.toString()).contains("KAGED_HOME");
        }
    }

    @Test
    void whatIsPrivateInAHomeIsTheOwnersAlone() throws Exception {
        try (var kaged = DaemonFixture.started()) {
            kaged.installed("quiet");
            kaged.run("plugin", "call", "quiet", "echo").ok();
            boolean root = System.getProperty("user.name").equals("root");
            assertThat(mode(kaged.home)).isEqualTo(root ? "rwx--x--x" : "rwx------");
            assertThat(mode(kaged.socket())).isEqualTo("rw-------");
            for (var name : List.of("kaged.db", "kaged.db-wal", "kaged.db-shm", "audit.1", "kaged.pid")) {
                assertThat(mode(kaged.home.resolve(name))).as(name).isEqualTo("rw-------");
            }
            for (var name : List.of("logs", "storage", "data/quiet")) {
                assertThat(mode(kaged.home.resolve(name))).as(name).isEqualTo("rwx------");
            }
            assertThat(mode(kaged.home.resolve("logs/kaged.log"))).isEqualTo("rw-------");
        }
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void metricsAreInPrometheusFormat() throws Exception {
        try (var kaged = DaemonFixture.started()) {
            kaged.installed("counted");
            kaged.run("plugin", "call", "counted", "echo").ok();
            kaged.run("plugin", "call", "counted", "refuse");
            var lines = kaged.run("metrics").ok().out().lines().toList();
            assertThat(lines)
                    .allMatch(line -> line.matches("# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\\{[^}]*\\})? [0-9.]+"))
                    .contains("kaged_plugin_state{plugin=\"counted\",state=\"ready\"} 1")
                    .contains("kaged_calls_total{plugin=\"counted\",outcome=\"ok\"} 1")
                    .contains("kaged_call_seconds_count{plugin=\"counted\"} 2");
            assertThat(kaged.run("metrics", "--json").ok().object().text("text"))
                    .isPresent();
        }
    }
}
