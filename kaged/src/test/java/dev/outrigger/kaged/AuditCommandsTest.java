package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.kaged.audit.AuditLog;
import dev.outrigger.kaged.audit.DaemonRows;
import dev.outrigger.kaged.control.PidLock;
import dev.outrigger.kaged.sqlite.Sqlite;
import dev.outrigger.terminal.program.ProgramVersion;
import dev.outrigger.wire.Json;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditCommandsTest {
    @Test
    void anAnchorIsPrintedKeptAndHeldAgainst() throws Exception {
        try (var kaged = DaemonFixture.started()) {
            var anchor = kaged.run("audit", "anchor").ok().out();
            assertThat(anchor).matches("kaged-audit [0-9a-f]{16} row [0-9]+ \\S+ sha256 [0-9a-f]{64}\n");
            var json = kaged.run("audit", "anchor", "--json").ok().object();
            assertThat(json.text("anchor")).contains(anchor.strip());
            kaged.installed("later");

            var held = kaged.run("audit", "verify", "--against", anchor.strip()).ok();
            assertThat(held.out()).startsWith("whole: rows 1 to ").contains("\nholds: row ");
            assertThat(kaged.run("audit", "verify", "--json", "--against", anchor.strip())
                            .ok()
                            .object()
                            .text("against"))
                    .contains("holds");
            var file = kaged.top.resolve("anchors");
            Files.writeString(
                    file,
                    "# kept elsewhere\n\n" + anchor
                            + kaged.run("audit", "anchor", "--json").out());
            assertThat(kaged.run("audit", "verify", "--against", "@anchors")
                            .ok()
                            .out()
                            .lines())
                    .hasSize(3);
            var piped = DaemonFixture.result(kaged.process(List.of(), "audit", "verify", "--against", "-")
                    .redirectInput(new File(file.toString()))
                    .start());
            assertThat(piped.ok().out()).contains("holds: row ");

            var forged = anchor.strip().substring(0, anchor.length() - 9) + "00000000";
            Files.writeString(file, anchor + forged + "\n");
            var failed = kaged.run("audit", "verify", "--against", "@anchors");
            assertThat(failed.code()).isEqualTo(1);
            assertThat(failed.out()).contains("\nholds: row ", "\nFAILS: row ");
        }
    }

    private static void removeAudit(DaemonFixture kaged, String... names) throws IOException {
        try (var files = Files.newDirectoryStream(kaged.home, "{" + String.join(",", names) + "}")) {
            for (var file : files) {
                Files.delete(file);
            }
        }
    }

    /// With its head, and without it: then what is left of plugins tells that there was one.
    @ParameterizedTest
    @ValueSource(strings = {"kaged.db*", "kaged.db*,audit.*"})
    void anAuditThatWasRemovedAsAWholeIsMissed(String names) throws Exception {
        try (var kaged = DaemonFixture.started()) {
            kaged.installed("served");
            kaged.run("audit", "verify").ok();
            kaged.run("stop").ok();
            removeAudit(kaged, names);
            kaged.run("start").ok();
            for (var _ : List.of(1, 2)) {
                var verified = kaged.run("audit", "verify");
                assertThat(verified.code()).isEqualTo(1);
                assertThat(verified.out()).startsWith("not all there: ").contains("gone");
                kaged.run("stop").ok();
                kaged.run("start").ok();
            }
        }
    }

    @Test
    void anAuditThatIsRemovedFromUnderTheDaemonIsMissedAtOnce() throws Exception {
        try (var kaged = DaemonFixture.started()) {
            removeAudit(kaged, "kaged.db*", "audit.*");
            var verified = kaged.run("audit", "verify");
            assertThat(verified.code()).isEqualTo(1);
            assertThat(verified.out()).startsWith("missing: ").contains("kaged.db was removed or replaced");
        }
    }

    @Test
    void aFolderThatWasCarriedIntoANewHomeIsNoTraceOfAnAudit() throws Exception {
        try (var kaged = DaemonFixture.prepared()) {
            var folder = Files.createDirectories(kaged.home.resolve("plugins/carried"));
            Files.setPosixFilePermissions(kaged.home, PosixFilePermissions.fromString("rwx--x--x"));
            try (var files = Files.list(kaged.plugin("carried", "1"))) {
                for (var file : files.toList()) {
                    Files.copy(file, folder.resolve(file.getFileName()));
                }
            }
            kaged.run("start").ok();
            kaged.run("plugin", "call", "carried", "echo").ok();
            assertThat(kaged.run("audit", "verify").ok().out()).startsWith("whole: ");
        }
    }

    @Test
    void whatIsNoAnchorIsRefusedByItsLine() throws Exception {
        try (var kaged = DaemonFixture.started()) {
            var anchor = kaged.run("audit", "anchor").ok().out();
            Files.writeString(kaged.top.resolve("anchors"), anchor + "> " + anchor);
            var quoted = kaged.run("audit", "verify", "--against", "@anchors");
            assertThat(quoted.code()).isEqualTo(2);
            assertThat(quoted.err()).contains("anchors:2 is no anchor");
            var typed = kaged.run("audit", "verify", "--against", "row 7");
            assertThat(typed.code()).isEqualTo(2);
            assertThat(typed.err()).contains("--against is no anchor: row 7");
            Files.writeString(kaged.top.resolve("anchors"), "# none yet\n");
            var empty = kaged.run("audit", "verify", "--against", "@anchors");
            assertThat(empty.code()).as("nothing to hold against is no success").isEqualTo(2);
            assertThat(empty.err()).contains("anchors holds no anchor");
            assertThat(kaged.run("audit", "verify", "--against", "@absent").err())
                    .contains("cannot read absent: there is no such file");
        }
    }

    @Test
    void anAnchorOfRowsThatRetentionRemovedHasAnExitCodeOfItsOwn() throws Exception {
        try (var kaged = DaemonFixture.prepared()) {
            Sqlite.library(Path.of("target"));
            Files.createDirectory(
                    kaged.home, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            var then = Clock.offset(Clock.systemUTC(), Duration.ofDays(-30));
            String old;
            try (var audit = AuditLog.open(kaged.home.resolve("kaged.db"), then);
                    var rows = DaemonRows.started(audit, then, new DaemonRows.About("0", 1, 0, "/"))) {
                old = audit.anchor().text();
                rows.endsBecause("the test said so");
            }
            kaged.run("start").ok();
            kaged.run("audit", "verify", "--against", old).ok();
            kaged.run("audit", "retain", "1").ok();
            var gone = kaged.run("audit", "verify", "--against", old);
            assertThat(gone.code()).isEqualTo(4);
            assertThat(gone.out()).contains("undecided: row 1 ");
            Files.writeString(
                    kaged.top.resolve("anchors"),
                    old + "\n" + kaged.run("audit", "anchor").ok().out());
            kaged.run("audit", "verify", "--against", "@anchors").ok();
        }
    }

    @Test
    void startsStopsAndDeathsOfTheDaemonAreRows() throws Exception {
        try (var kaged = DaemonFixture.started()) {
            long first = kaged.pid();
            var user = Files.getAttribute(kaged.home, "unix:uid");
            kaged.run("stop").ok();
            kaged.run("start").ok();
            long second = kaged.pid();
            ProcessHandle.of(second).orElseThrow().destroyForcibly();
            DaemonFixture.await("it is gone", () -> !held(kaged));
            kaged.run("start").ok();

            var rows = rows(kaged);
            assertThat(rows)
                    .extracting(row -> row.text("method").orElse(""))
                    .containsExactly("started", "stopped", "started", "died", "started");
            assertThat(rows.get(0).toString()).contains(kaged.home.toString(), ProgramVersion.NUMBER, "" + first);
            assertThat(rows.get(1).toString()).contains("by `kaged stop`, user " + user);
            assertThat(rows.get(3).toString()).contains("" + second);
            assertThat(kaged.run("audit", "--kind", "daemon", "--method", "died")
                            .ok()
                            .out())
                    .contains("  daemon  died  ", "\"pid\":" + second);
            kaged.run("audit", "verify").ok();
        }
    }

    @Test
    void aSignalThatEndedTheDaemonIsNamed() throws Exception {
        try (var kaged = DaemonFixture.prepared()) {
            for (var signal : List.of("TERM", "INT")) {
                kaged.run("start").ok();
                long pid = kaged.pid();
                var kill = new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start();
                assertThat(kill.waitFor(DaemonFixture.PATIENCE_SECONDS, TimeUnit.SECONDS))
                        .isTrue();
                DaemonFixture.await("it is gone", () -> !held(kaged));
            }
            kaged.run("start").ok();
            assertThat(rows(kaged).stream().map(Object::toString).filter(row -> row.contains("stopped")))
                    .hasSize(2)
                    .anyMatch(row -> row.contains("by SIGTERM"))
                    .anyMatch(row -> row.contains("by SIGINT"));
        }
    }

    private static List<Json.Obj> rows(DaemonFixture kaged) {
        return ((Json.Arr) kaged.run("audit", "--kind", "daemon", "--json").ok().json())
                .items().stream().map(Json.Obj.class::cast).toList();
    }

    private static boolean held(DaemonFixture kaged) {
        try {
            return PidLock.held(kaged.home.resolve("kaged.pid"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
