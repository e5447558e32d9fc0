package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.jp.commands.Commands;
import dev.outrigger.terminal.Command;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the launcher says without a JVM, and what it leaves to one. The script is the real one; the JVM is a script
/// that says how it was called.
class JpLauncherTest {
    private static final Path START =
            Path.of("..", "bin", "lib").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    private record Ran(int status, String out, String err) {}

    @BeforeEach
    void anInstallation() throws IOException {
        for (var name : List.of("start.sh", "descriptors.sh", "caches.sh")) {
            Files.copy(START.resolve(name), folder.resolve(name));
        }
        JpManual.main(new String[] {
            folder.resolve("man").toString(), folder.resolve("said").toString()
        });
        program("java", "#!/bin/sh\necho \"java $*\"\n");
        program("jp", """
                #!/bin/sh
                jp_home='@P' jp_java='@P/java' jp_jar='@P/jar' jp_classes='@P/modules'
                jp_cache='@P/commands' jp_plugin_cache='@P/plugins' jp_guide_cache='@P/guide' jp_writer_cache='@P/writers'
                jp_query_cache='@P/query'
                . '@P/start.sh'
                """.replace("@P", folder.toString()));
    }

    private void program(String name, String text) throws IOException {
        Files.setPosixFilePermissions(
                Files.writeString(folder.resolve(name), text), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Ran jp(Map<String, String> environment, String... words) throws Exception {
        var command = new ArrayList<>(List.of(folder.resolve("jp").toString()));
        command.addAll(List.of(words));
        return run(environment, command);
    }

    private Ran run(Map<String, String> environment, List<String> command) throws Exception {
        var out = folder.resolve("out");
        var err = folder.resolve("err");
        var builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", System.getenv("PATH"));
        builder.environment().put("HOME", folder.toString());
        builder.environment().putAll(environment);
        int status = builder.start().waitFor();
        return new Ran(status, Files.readString(out), Files.readString(err));
    }

    /// What Java says to the same words, into a pipe.
    private String java(String... words) {
        var out = new ByteArrayOutputStream();
        var environment = Map.of("HOME", folder.toString(), "PATH", "/usr/bin:/bin");
        assertThat(new JpProgram(environment, folder, out, System.err).run(List.of(words)))
                .isZero();
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void saysTheVersionAndTheHelpOfEveryCommandAsJavaDoes() throws Exception {
        assertThat(jp(Map.of(), "--version")).isEqualTo(new Ran(0, java("--version"), ""));
        int commands = 0;
        for (var path : leaves(List.of(Commands.ROOT))) {
            for (var last : List.of("-h", "--help")) {
                var words = new ArrayList<String>();
                path.subList(1, path.size()).forEach(command -> words.add(command.name()));
                words.add(last);
                var asked = words.toArray(String[]::new);
                assertThat(jp(Map.of("CLICOLOR_FORCE", "0", "COLUMNS", "", "NO_COLOR", "1"), asked))
                        .as(String.join(" ", words))
                        .isEqualTo(new Ran(0, java(asked), ""));
                commands++;
            }
        }
        assertThat(commands).isGreaterThan(60);
    }

    private static List<List<Command>> leaves(List<Command> path) {
        var leaves = new ArrayList<List<Command>>();
        for (var command : path.getLast().subcommands()) {
            var below = new ArrayList<>(path);
            below.add(command);
            leaves.addAll(command.group() ? leaves(below) : List.of(below));
        }
        return leaves;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-h",
                "--help",
                "help",
                "help init",
                "conversation -h",
                "c ls -h",
                "conversation/ls -h",
                "conversation+ls -h",
                "../said/init -h",
                "conversation ls+ -h",
                "conversation ls -h x",
                "init -hq",
                "-q init -h",
                "init -q -h",
                "nothing -h",
                "--version --format=json",
                "-v --version",
                "--version x",
                "init",
                ""
            })
    void leavesEverythingElseToJava(String words) throws Exception {
        var said = jp(Map.of(), words.isEmpty() ? new String[0] : words.split(" "));
        assertThat(said.out())
                .startsWith("java ")
                .endsWith("dev.outrigger.jp.Main" + (words.isEmpty() ? "" : " ") + words + "\n");
    }

    @Test
    void withoutWhatWasWrittenDownJavaIsAsked() throws Exception {
        Files.delete(folder.resolve("said/--version"));
        assertThat(jp(Map.of(), "--version").out()).startsWith("java ");
    }

    @Test
    void oneWordIsOneWord() throws Exception {
        assertThat(jp(Map.of(), "conversation ls", "-h").out()).startsWith("java ");
        assertThat(jp(Map.of(), "", "-h").out()).startsWith("java ");
        assertThat(jp(Map.of(), "*", "-h").out()).startsWith("java ");
    }

    @Test
    void whoWantsAnotherWidthOrColourGetsItFromJava() throws Exception {
        for (var setting :
                List.of(Map.of("COLUMNS", "40"), Map.of("CLICOLOR_FORCE", "1"), Map.of("CLICOLOR_FORCE", "yes"))) {
            assertThat(jp(setting, "init", "-h").out()).as(setting.toString()).startsWith("java ");
            assertThat(jp(setting, "--version").out()).isEqualTo(java("--version"));
        }
    }

    @Test
    void aTerminalIsDrawnForByJava() throws Exception {
        var said =
                run(Map.of("TERM", "xterm"), List.of("script", "-qec", folder.resolve("jp") + " init -h", "/dev/null"));
        assertThat(said.out()).startsWith("java ").contains(" init -h");
    }

    /// Which words is for Java to say.
    @Test
    void whatCannotBeWrittenIsToldByJava() throws Exception {
        program("java", "#!/bin/sh\necho \"java tells\" >&2\nexit 1\n");
        for (var words : List.of("--version", "init -h")) {
            for (var output : List.of(">/dev/full", ">&-")) {
                assertThat(run(Map.of(), List.of("sh", "-c", folder.resolve("jp") + " " + words + " " + output)))
                        .isEqualTo(new Ran(1, "", "java tells\n"));
            }
        }
    }

    @Test
    void aPluginThatTookALockBeforeGetsTheCacheForThat() throws Exception {
        Files.createDirectory(folder.resolve("made-from"));
        for (var name : List.of(
                "plugins",
                "writers",
                "guide",
                "commands",
                "query",
                "jar",
                "modules",
                "made-from/jar",
                "made-from/classes")) {
            Files.setLastModifiedTime(Files.createFile(folder.resolve(name)), FileTime.fromMillis(0));
        }
        Files.createDirectories(folder.resolve(".local/state/jp/writers"));
        Files.createDirectories(folder.resolve("elsewhere/jp/writers"));
        Files.createFile(folder.resolve("elsewhere/jp/writers/notes"));
        assertThat(cache(Map.of(), "notes")).isEqualTo("plugins");
        assertThat(cache(Map.of("XDG_STATE_HOME", folder.resolve("elsewhere").toString()), "notes"))
                .isEqualTo("writers");
        Files.createFile(folder.resolve(".local/state/jp/writers/notes"));
        assertThat(cache(Map.of(), "notes")).isEqualTo("writers");
        assertThat(cache(Map.of(), "others")).isEqualTo("plugins");
        assertThat(cache(Map.of(), "-h")).isEqualTo("guide");
        assertThat(cache(Map.of(), "config")).isEqualTo("commands");
        assertThat(cache(Map.of(), "q")).isEqualTo("query");
    }

    private String cache(Map<String, String> environment, String word) throws Exception {
        var said = jp(environment, word).out();
        var from = said.indexOf("-Djp.cache=") + "-Djp.cache=".length();
        return folder.relativize(Path.of(said.substring(from, said.indexOf(' ', from))))
                .toString();
    }
}
