package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfinementTest {
    @Test
    void aCopyWithOtherDataIsTheSameInAllElse() throws Exception {
        var usual = new Confinement(
                "demo",
                List.of(Capability.parse("net:[]")),
                Path.of("/plugin"),
                List.of(Path.of("/seen")),
                Path.of("inner"),
                Path.of("/data"),
                List.of("run"),
                Map.of("A", "b"),
                SandboxLimits.DEFAULT,
                List.of(Path.of("/ours")),
                List.of(Path.of("/code")),
                "/usr/bin",
                new ProjectFolder(Path.of("/project"), ".jp"));
        var copy = usual.withData(Path.of("/other"));
        for (var part : Confinement.class.getRecordComponents()) {
            Object wanted = part.getName().equals("data")
                    ? Path.of("/other")
                    : part.getAccessor().invoke(usual);
            assertThat(part.getAccessor().invoke(copy)).as(part.getName()).isEqualTo(wanted);
        }
    }
}
