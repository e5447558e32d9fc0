package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `bin/build` starts ends with it, and so does what `bin/jp`, `bin/kaged` and `bin/install` start, which call it.
/// The scripts are the real ones; what takes minutes, Maven and the JVMs, are scripts that say when they run.
class BuildTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Path BIN = Path.of("..", "bin").toAbsolutePath().normalize();

    /// Does in a moment what a JVM is asked for, but for what `hangs` names and for a daemon: these say so and stay.
    private static final String JAVA = """
            #!/bin/sh
            says() {
                echo $$ >'@P/tmp.'$$
                mv '@P/tmp.'$$ '@P/runs/'"$1"
            }
            case "$*" in *"$(cat '@P/hangs')"*) says it; exec tail -f /dev/null ;; esac
            case "$*" in *--foreground*)
                mkfifo '@P/stop'
                says daemon
                echo ready
                exec >/dev/null
                read -r _ <'@P/stop'
                exit ;;
            esac
            case "$*" in *' stop') echo >'@P/stop' ;; esac
            for word in "$@"; do
                case $word in -XX:AOTCache=* | -XX:AOTConfiguration=*) : >"${word#*=}" ;; esac
            done
            """;

    @TempDir
    Path folder;

    private @Nullable Process script;

    @BeforeEach
    void aTree() throws IOException {
        for (var name : List.of("runs", "tmp", "tree/bin/lib", "tree/examples", "tree/docs", "tree/packaging")) {
            Files.createDirectories(folder.resolve(name));
        }
        for (var name : List.of("build", "install", "jp", "kaged")) {
            program("tree/bin/" + name, Files.readString(BIN.resolve(name)));
        }
        for (var name : List.of("train", "children.sh", "jdk.sh")) {
            program("tree/bin/lib/" + name, Files.readString(BIN.resolve("lib").resolve(name)));
        }
        program("java", JAVA);
        program("tree/bin/lib/native", "#!/bin/sh\nmkdir -p \"$1\"\n");
        program("tree/bin/lib/mvn", """
                #!/bin/sh
                cd '@P/tree'
                for part in jp kaged plugins/serve-web; do
                    mkdir -p $part/target/lib
                    touch $part/target/lib/a.jar $part/target/${part##*/}-1.jar
                done
                exec '@P/java' maven
                """);
        program("tree/bin/lib/prepare", "#!/bin/sh\necho 1 >\"$1/version\"\n");
        program("tree/bin/lib/locate", """
                #!/bin/sh
                cat >"$1/launch.sh" <<END
                jp_home='$2' jp_java='@P/java' jp_jar='@P/java' jp_classes='@P/java'
                jp_cache='$2/commands' jp_plugin_cache='$2/plugins' jp_query_cache='$2/query'
                jp_guide_cache='$2/guide' jp_writer_cache='$2/writers'
                serve_web_cache='$2/serve-web' serve_web_jar='@P/java'
                END
                cat >"$1/kaged-launch.sh" <<END
                kaged_home='$2' kaged_java='@P/java' kaged_jar='@P/java' kaged_classes='@P/java' kaged_daemon_jars=all.jar
                kaged_cache='$2/kaged' kaged_daemon_cache='$2/daemon'
                END
                """);
    }

    @AfterEach
    void nothingStays() throws Exception {
        if (script != null) {
            script.destroyForcibly().waitFor();
        }
        for (var run : runs()) {
            ProcessHandle.of(run).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private void program(String name, String text) throws IOException {
        var file = Files.writeString(folder.resolve(name), text.replace("@P", folder.toString()));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private List<Long> runs() throws IOException {
        var pids = new ArrayList<Long>();
        try (var files = Files.list(folder.resolve("runs"))) {
            for (var file : files.toList()) {
                pids.add(Long.parseLong(Files.readString(file).strip()));
            }
        }
        return pids;
    }

    /// Until what this names runs.
    private Process run(String hangs, String words) throws IOException {
        Files.writeString(folder.resolve("hangs"), hangs + "\n");
        var builder = new ProcessBuilder(("tree/bin/" + words).split(" "))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile());
        builder.environment().put("TMPDIR", folder.resolve("tmp").toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        var started = builder.start();
        script = started;
        await().atMost(PATIENCE)
                .until(() -> !started.isAlive()
                        || Files.exists(folder.resolve("runs").resolve("it")));
        assertThat(started.isAlive()).as(this::said).isTrue();
        return started;
    }

    private String said() {
        try {
            return Files.readString(folder.resolve("said"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Dead, also when nobody asked yet how it died.
    private static boolean isGone(long pid) {
        try {
            var stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.startsWith(" Z", stat.lastIndexOf(')') + 1);
        } catch (IOException _) {
            return true;
        }
    }

    /// At least so many: beside what hangs, the other program is trained.
    private void endsWith(String words, String hangs, int running) throws IOException {
        var started = run(hangs, words);
        assertThat(runs()).filteredOn(run -> !isGone(run)).hasSizeGreaterThanOrEqualTo(running);
        started.destroyForcibly();
        await().atMost(PATIENCE).until(() -> runs().stream().allMatch(BuildTest::isGone));
        await("nothing is left in the folder for temporary files")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(folder.resolve("tmp")).isEmptyDirectory());
    }

    /// The last hangs while a daemon runs that it is to ask.
    @ParameterizedTest
    @CsvSource({
        "maven, 1",
        "jp.JpTraining prepare, 1",
        "kaged.KagedTraining daemon, 1",
        "kaged.KagedTraining commands, 2",
    })
    void whatABuildStartsEndsWithItAlsoWhenItIsKilled(String hangs, int running) throws IOException {
        endsWith("build", hangs, running);
    }

    @ParameterizedTest
    @CsvSource({"jp tour", "kaged status", "install --prefix there"})
    void soDoesABuildThatAnotherScriptStarted(String words) throws IOException {
        endsWith(words, "kaged.KagedTraining commands", 2);
    }

    @Test
    void aTrainingThatIsLeftAloneEndsWithItsDaemonAndAllCaches() throws Exception {
        Files.writeString(folder.resolve("hangs"), "nothing\n");
        var builder = new ProcessBuilder("tree/bin/build")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        // A variable of the user's that has the name of one of the scripts' own.
        var kept = Files.createDirectory(folder.resolve("kept"));
        builder.environment().put("place", kept.toString());
        var started = builder.start();
        script = started;
        assertThat(started.waitFor()).as(this::said).isZero();
        for (var cache : List.of("commands", "plugins", "query", "serve-web", "kaged", "daemon")) {
            assertThat(folder.resolve("tree/target/dist").resolve(cache)).exists();
        }
        assertThat(runs()).allMatch(BuildTest::isGone);
        assertThat(kept).exists();
    }
}
