package dev.outrigger.assistant.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.outrigger.launch.NativePrograms;
import dev.outrigger.launch.sandbox.SandboxReadiness;
import dev.outrigger.pages.SourceRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A host that is killed with SIGKILL in the middle of a call can do nothing for its plugin any more: the kernel does.
class DyingHostTest {
    @TempDir
    Path base;

    @Test
    void nothingIsLeftOfAPluginWhoseHostWasKilled() throws Exception {
        assumeThat(NativePrograms.program("contain"))
                .as("contain is compiled: bin/lib/native target/native")
                .isPresent();
        leavesNothing("mute", "bash .* mute", true, System.getProperty("outrigger.native", ""));
    }

    @Test
    void norOfOneThatTookBackToEndWithIt() throws Exception {
        assumeThat(NativePrograms.program("contain"))
                .as("contain is compiled: bin/lib/native target/native")
                .isPresent();
        leavesNothing("mute-untied", "bash .* untied", true, System.getProperty("outrigger.native", ""));
    }

    @Test
    void norWhereTheSystemsOwnProgramsHoldIt() throws Exception {
        leavesNothing("mute", "bash .* mute", true, base.toString());
    }

    @Test
    void norInASandbox() throws Exception {
        assumeThat(SandboxReadiness.missing()).as("a sandbox can be made here").isEmpty();
        leavesNothing("mute", "bash .* mute", false, System.getProperty("outrigger.native", ""));
    }

    /// `runs` is how the plugin is seen to be at its work.
    private void leavesNothing(String flag, String runs, boolean unconfined, String natives) throws Exception {
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.copy(
                SourceRoot.path().resolve("conformance/rogue/tool-rogue"),
                Files.createDirectory(base.resolve("rogue")).resolve("tool-rogue"),
                StandardCopyOption.COPY_ATTRIBUTES);
        var mark = UUID.randomUUID().toString();
        var host = host(natives, flag, mark, unconfined);
        try {
            // The host has the mark on its command line as well, and so has whatever is in between.
            await(
                    "the plugin runs",
                    () -> Rogue.alive(mark).stream().anyMatch(line -> line.matches("[0-9]+ \\S*" + runs + " .*")));
        } finally {
            host.destroyForcibly();
        }
        assertThat(host.waitFor(Rogue.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();

        await("nothing is left of it", () -> Rogue.alive(mark).isEmpty());
    }

    private Process host(String natives, String flag, String mark, boolean unconfined) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Doutrigger.native=" + natives,
                        "-cp",
                        System.getProperty("java.class.path"),
                        DyingHost.class.getName(),
                        base.resolve("rogue").toString(),
                        flag,
                        mark,
                        Boolean.toString(unconfined),
                        base.resolve("state").toString(),
                        base.resolve("users").toString())
                .redirectErrorStream(true)
                .redirectOutput(base.resolve("said").toFile())
                .start();
    }

    private void await(String what, BooleanSupplier event) throws IOException {
        long limit = System.nanoTime() + Rogue.LONG.toNanos();
        while (!event.getAsBoolean()) {
            assertThat(System.nanoTime() - limit)
                    .as(what + ": " + Files.readString(base.resolve("said")))
                    .isNegative();
            Thread.onSpinWait();
        }
    }
}
