package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ProbesTest {
    @TempDir
    static Path folder;

    /// By whoever runs the tests; root's plugins run as nobody.
    @TestFactory
    Stream<DynamicTest> refuses() throws Exception {
        var place = SandboxFixture.in(Files.createDirectory(folder.resolve("mine")));
        SandboxFixture.mode(folder, "rwxr-xr-x");
        return Probes.ALL.stream()
                .map(probe -> DynamicTest.dynamicTest(
                        probe.name(),
                        () -> assertThat(Probes.verdict(probe, place)).isEmpty()));
    }
}
