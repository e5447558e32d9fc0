package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What plugins are written in does its work within the limits that every sandbox has: threads, workers, processes,
/// 300 MB, code that gets hot. V8 and the JVM die when they cannot compile; Bun goes on, and is asked whether it did.
class RuntimesTest {
    /// Tests run in their module's folder.
    private static final Path TREE = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    private SandboxFixture place;

    @BeforeEach
    void place() throws Exception {
        place = SandboxFixture.in(folder);
        Files.createDirectories(place.at("home/data/probe"));
    }

    /// Puts the program into the plugin's folder, and runs it by the command.
    private void works(String program, List<String> capabilities, String... command) throws Exception {
        try (var in = RuntimesTest.class.getResourceAsStream("/runtimes/" + program)) {
            assertThat(in).as(program).isNotNull();
            Files.copy(in, place.at("plugin").resolve(program));
        }
        did(place.run(capabilities, command));
    }

    private static void did(SandboxFixture.Outcome outcome) {
        assertThat(outcome.stdout())
                .as("%s %s", outcome.ending(), outcome.stderr())
                .isEqualTo("done\n");
    }

    /// As a plugin that brings its runtime has it.
    private void bring(String runtime) throws IOException {
        var installed = TREE.resolve("target/runtimes").resolve(runtime);
        assumeTrue(Files.isExecutable(installed), "there is no " + runtime + " in target/runtimes: bin/lib/runtimes");
        var brought = Files.copy(installed, place.at("plugin").resolve(runtime));
        SandboxFixture.mode(brought, "rwxr-xr-x");
    }

    private static void need(String program) {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin", program)), "there is no " + program);
    }

    @Test
    void bash() throws Exception {
        works("work.sh", List.of(), "bash", "work.sh");
    }

    @Test
    void python() throws Exception {
        need("python3");
        works("work.py", List.of(), "python3", "work.py");
    }

    @Test
    void node() throws Exception {
        need("node");
        works("work-node.js", List.of(), "node", "work-node.js");
    }

    @Test
    void bun() throws Exception {
        bring("bun");
        works("work-bun.js", List.of(), "./bun", "work-bun.js");
    }

    @Test
    void deno() throws Exception {
        bring("deno");
        works("work-deno.js", List.of(), "./deno", "run", "work-deno.js");
    }

    @Test
    void java() throws Exception {
        var jdk = Path.of(System.getProperty("java.home")).toRealPath();
        var java = jdk.resolve("bin/java").toString();
        works("Work.java", List.of("exec:" + java + ":" + jdk), java, "Work.java");
    }

    @Test
    void go() throws Exception {
        try (var in = RuntimesTest.class.getResourceAsStream("/runtimes/work.go")) {
            assertThat(in).isNotNull();
            GoProgram.build(place, "work", new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        did(place.run(List.of(), "./work"));
    }
}
