package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A program of Go's, compiled here: without a line of C, as its authors ship them.
final class GoProgram {
    private GoProgram() {}

    /// Into the plugin's folder, by this name.
    static void build(SandboxFixture place, String name, String source) throws IOException, InterruptedException {
        var go = onThePath("go");
        assumeTrue(go != null, "there is no go");
        var from = Files.writeString(place.at(name + ".go"), source);
        var built = place.at("plugin").resolve(name);
        var build = new ProcessBuilder(go, "build", "-o", built.toString(), from.toString())
                .directory(place.base().toFile())
                .redirectErrorStream(true);
        build.environment().put("CGO_ENABLED", "0");
        var building = build.start();
        var said = new String(building.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(building.waitFor()).as(said).isZero();
        SandboxFixture.mode(built, "rwxr-xr-x");
    }

    private static @Nullable String onThePath(String name) {
        for (var each : System.getenv().getOrDefault("PATH", "").split(":")) {
            var file = Path.of(each, name);
            if (Files.isExecutable(file)) {
                return file.toString();
            }
        }
        return null;
    }
}
