package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.outrigger.launch.NativePrograms;
import dev.outrigger.system.DescriptorCalls;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `listen` finds its program as execvp(3) of the C library would, which it does not have.
@Timeout(60)
class ListenTest {
    private static final byte[] GO = {'x'};
    private static final short RETURN = 0x06;
    private static final int ALLOW = 0x7fff0000;

    /// Into a folder, with a PATH or with none; the rest is the command.
    private static final String PREPARE =
            "cd \"$1\"; if [ \"$2\" = none ]; then unset PATH; else export PATH=\"$2\"; fi; shift 2; exec \"$@\"";

    @TempDir
    Path folder;

    @BeforeEach
    void isThere() {
        assumeThat(NativePrograms.program("listen"))
                .as("listen is compiled: bin/lib/native target/native")
                .isPresent();
    }

    private record Ran(boolean began, int status, String said) {}

    private static Ran ran(int status, String said) {
        return new Ran(true, status, said);
    }

    private static Ran failed(int status, String said) {
        return new Ran(false, status, "listen: " + said + "\n");
    }

    /// A filter that lets every call pass, behind a knock that nobody looks at.
    private static byte[] filter() {
        return ByteBuffer.allocate(16)
                .order(ByteOrder.nativeOrder())
                .putLong(0)
                .putShort(RETURN)
                .putShort((short) 0)
                .putInt(ALLOW)
                .array();
    }

    private Ran listen(String path, String... command) throws IOException {
        try (var sockets = Posix.sockets();
                var filter = Posix.file(filter());
                var self = Posix.open(NativePrograms.program("listen").orElseThrow());
                var nothing = Posix.open(Path.of("/dev/null"));
                var said = Posix.pipe();
                var arena = Arena.ofConfined()) {
            var argv = new ArrayList<>(List.of("/bin/sh", "-c", PREPARE, "sh", folder.toString(), path));
            argv.addAll(ListenerHandshake.command(3, List.of(command)));
            var theirs = List.of(nothing, said.second(), said.second(), sockets.second(), filter, self);
            long pid = new SpawnRequest(argv, theirs).start();
            theirs.forEach(OwnedDescriptor::close);
            boolean began = false;
            var listener = Posix.receive(sockets.first());
            if (listener.isPresent()) {
                Posix.write(sockets.first(), GO);
                began = Posix.read(sockets.first(), arena.allocate(1)) == 0;
                DescriptorCalls.close(listener.getAsInt());
            }
            try (var stream =
                    new FileInputStream("/proc/self/fd/" + said.first().number())) {
                var text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
                return new Ran(began, Posix.reap(pid), text);
            }
        }
    }

    /// Without a filter; with pipes of its own for stdin and stdout, and stderr apart. What it wrote to both, one after
    /// the other.
    private Ran deaf(boolean watched, String input, String... command) throws IOException {
        try (var sockets = Posix.sockets();
                var nothing = Posix.open(Path.of("/dev/null"));
                var self = Posix.open(NativePrograms.program("listen").orElseThrow());
                var in = Posix.pipe();
                var out = Posix.pipe();
                var err = Posix.pipe();
                var arena = Arena.ofConfined()) {
            var argv = new ArrayList<>(List.of("/bin/sh", "-c", PREPARE, "sh", folder.toString(), "/usr/bin:/bin"));
            argv.addAll(ListenerHandshake.command(3, 5, 6, true, watched, List.of(command)));
            var theirs = List.of(
                    nothing,
                    Posix.open(Path.of("/dev/null")),
                    err.second(),
                    sockets.second(),
                    self,
                    in.first(),
                    out.second());
            long pid = new SpawnRequest(argv, theirs).start();
            theirs.forEach(OwnedDescriptor::close);
            boolean began = Posix.read(sockets.first(), arena.allocate(1)) == 0;
            Posix.write(in.second(), input.getBytes(StandardCharsets.UTF_8));
            in.second().close();
            var text = text(out.first()) + text(err.first());
            return new Ran(began, Posix.reap(pid), text);
        }
    }

    private static String text(OwnedDescriptor pipe) throws IOException {
        try (var stream = new FileInputStream("/proc/self/fd/" + pipe.number())) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void givesTheProgramItsPipesAndNothingElse() throws IOException {
        assertThat(deaf(false, "hello", "cat")).isEqualTo(ran(0, "hello"));
        assertThat(deaf(false, "", "sh", "-c", "ls /proc/$$/fd; echo bad >&2; exit 7"))
                .isEqualTo(ran(7, "0\n1\n2\nbad\n"));
        assertThat(deaf(false, "", "no-such-program"))
                .isEqualTo(failed(127, "no-such-program: No such file or directory"));
    }

    @Test
    void namesWhatTheProgramLeftRunning() throws IOException {
        assertThat(deaf(true, "hello", "cat")).isEqualTo(ran(0, "hello"));
        assertThat(deaf(true, "", "sh", "-c", "kill -KILL $$")).isEqualTo(ran(137, ""));
        assertThat(deaf(true, "", "no-such-program"))
                .isEqualTo(failed(127, "no-such-program: No such file or directory"));
        // By then it has become what it is called.
        var leaves = "setsid sleep 3 >&- 2>&- & until read -r name </proc/$!/comm && [ $name = sleep ]; do :; done";
        assertThat(deaf(true, "", "sh", "-c", "(" + leaves + "); exit 4"))
                .isEqualTo(ran(4, "listen: left behind: sleep\n"));
    }

    private void make(String name, String mode, String content) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.setPosixFilePermissions(Files.writeString(file, content), PosixFilePermissions.fromString(mode));
    }

    private void program(String name) throws IOException {
        make(name, "rwxr-xr-x", "#!/bin/sh\necho \"$0\" \"$@\"\n");
    }

    @Test
    void runsTheFirstThatCanBeRun() throws IOException {
        program("second/tool");
        program("third/tool");
        make("denied/tool", "rw-r--r--", "");
        make("file", "rw-r--r--", "");
        for (var before : List.of("nowhere", "denied", "file", "denied/tool", "y/".repeat(3000))) {
            assertThat(listen(before + ":second:third", "tool", "a", "", "b c"))
                    .as(before)
                    .isEqualTo(ran(0, "second/tool a  b c\n"));
        }
    }

    @Test
    void tellsOfOneThatMayNotBeRunOnlyWhenNoOtherIsThere() throws IOException {
        make("denied/tool", "rw-r--r--", "");
        make("file", "rw-r--r--", "");
        assertThat(listen("denied:nowhere", "tool")).isEqualTo(failed(126, "tool: Permission denied"));
        assertThat(listen("nowhere:file", "tool")).isEqualTo(failed(126, "tool: Not a directory"));
        assertThat(listen("file:nowhere", "tool")).isEqualTo(failed(127, "tool: No such file or directory"));
    }

    @Test
    void looksNoFurtherWhenOneIsFoundThatIsBroken() throws IOException {
        Files.createDirectory(folder.resolve("broken"));
        Files.createSymbolicLink(folder.resolve("broken/tool"), Path.of("tool"));
        program("second/tool");
        assertThat(listen("broken:second", "tool")).isEqualTo(failed(126, "tool: Too many levels of symbolic links"));
    }

    @Test
    void doesNotLookForANameWithASlash() throws IOException {
        program("bin/sub/tool");
        program("tool");
        assertThat(listen("bin", "sub/tool")).isEqualTo(failed(127, "sub/tool: No such file or directory"));
        assertThat(listen("bin", "./tool")).isEqualTo(ran(0, "./tool\n"));
    }

    @Test
    void anEmptyEntryIsTheWorkingFolder() throws IOException {
        program("tool");
        for (var path : List.of("", ":nowhere", "nowhere:", "nowhere::nowhere")) {
            assertThat(listen(path, "tool")).as(path).isEqualTo(ran(0, "tool\n"));
        }
    }

    @Test
    void withoutPathLooksWhereSystemsHaveTheirs() throws IOException {
        program("tool");
        assertThat(listen("none", "sh", "-c", "echo $0", "found")).isEqualTo(ran(0, "found\n"));
        assertThat(listen("none", "tool")).isEqualTo(failed(127, "tool: No such file or directory"));
    }

    @Test
    void givesWhatHasNoFormatToTheShell() throws IOException {
        make("bin/script", "rwxr-xr-x", "echo \"$0\" \"$@\"; exit 5\n");
        assertThat(listen("nowhere:bin", "script", "a", "b c")).isEqualTo(ran(5, "bin/script a b c\n"));
        assertThat(listen("nowhere", "bin/script", "a")).isEqualTo(ran(5, "bin/script a\n"));
    }

    @Test
    void knowsNamesThatNoFileHas() throws IOException {
        assertThat(listen("/bin", "")).isEqualTo(failed(127, ": No such file or directory"));
        var tooLong = "x".repeat(256);
        assertThat(listen("/bin", tooLong)).isEqualTo(failed(126, tooLong + ": File name too long"));
        var longest = "x".repeat(255);
        assertThat(listen("/bin:" + "y".repeat(4095), longest).status()).isEqualTo(126);
    }

    @Test
    void theProgramGetsNoneOfItsDescriptors() throws IOException {
        var open = "for n in 1 2 3 4 5 6 7 8 9; do if [ -e /proc/$$/fd/$n ]; then echo $n; fi; done";
        assertThat(listen("none", "sh", "-c", open)).isEqualTo(ran(0, "1\n2\n"));
    }

    private static String script(String script) throws IOException, InterruptedException {
        var process = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        script,
                        NativePrograms.program("listen").orElseThrow().toString())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + said;
    }

    @Test
    void saysWhichDescriptorsWereNone() throws Exception {
        var said = "126 listen: a descriptor of its own: Bad file descriptor\n";
        assertThat(script("exec \"$0\" 77 0 0 0 1 true")).isEqualTo(said);
        assertThat(script("exec \"$0\" host 0 0 0 1 true")).isEqualTo(said);
        assertThat(script("exec \"$0\" 0 0 0 0 1"))
                .isEqualTo("2 usage: listen [-w] HOST FILTER SELF IN OUT PROGRAM [ARG...]\n");
        assertThat(script("exec \"$0\" 0 0 0 77 1 true"))
                .isEqualTo("126 listen: its stdin and stdout: Bad file descriptor\n");
    }

    /// The file of a process that is gone: ESRCH, which has no other way to get here.
    @Test
    void givesTheNumberOfAProblemItHasNoWordsFor() throws Exception {
        var reading = "sleep 1000 & exec 3</proc/$!/stat; kill -9 $!; wait $!; exec \"$0\" 0 3 0 0 1 true";
        assertThat(script(reading)).endsWith("listen: the filter: error 3\n").startsWith("126 ");
    }
}
