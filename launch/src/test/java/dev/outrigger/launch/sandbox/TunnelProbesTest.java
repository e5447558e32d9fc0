package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class TunnelProbesTest {
    @TempDir
    static Path folder;

    /// By whoever runs the tests; root's plugins run as nobody.
    @TestFactory
    Stream<DynamicTest> reachesWhatIsDeclaredAndNothingElse() throws Exception {
        var place = SandboxFixture.in(Files.createDirectory(folder.resolve("mine")));
        SandboxFixture.mode(folder, "rwxr-xr-x");
        return TunnelProbes.ALL.stream()
                .map(probe -> DynamicTest.dynamicTest(
                        probe.name(),
                        () -> assertThat(TunnelProbes.verdict(probe, place)).isEmpty()));
    }

    @Test
    void leavesNoProcessOfAHostThatIsKilledAndSweepsUpItsSockets() throws Exception {
        SandboxFixture.mode(folder, "rwxr-xr-x");
        var base = Files.createDirectory(folder.resolve("dying"));
        var host = KilledStarter.start(base, "net:localhost:4711", "net:far.example:443");
        try (var said = host.inputReader()) {
            said.readLine();
            var started = host.descendants().toList();
            assertThat(started)
                    .filteredOn(process -> process.info().command().orElse("").endsWith("socat1")
                            || process.info().command().orElse("").endsWith("socat"))
                    .hasSize(2);
            host.destroyForcibly().waitFor();
            await().atMost(SandboxFixture.LONG).until(() -> started.stream().noneMatch(ProcessHandle::isAlive));
        } finally {
            host.destroyForcibly();
        }
        var place = new SandboxFixture(base.toRealPath());
        assertThat(place.at("state/tunnels")).isNotEmptyDirectory();
        assertThat(place.run(List.of("net:localhost:4711"), "echo", "on").stdout())
                .isEqualTo("on\n");
        assertThat(place.at("state/tunnels")).isEmptyDirectory();
    }
}
