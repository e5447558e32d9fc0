package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Somebody at a real terminal of 24 lines (of 0 by 0, when it has no columns), who waits until something is on the
/// screen and then presses keys.
public final class TerminalUser {
    private static final String SCRIPT = """
            import fcntl, os, pty, select, signal, struct, sys, termios, time

            steps = [line.split("\\t") for line in open(sys.argv[1]).read().splitlines()]
            columns = int(sys.argv[2])
            pid, terminal = pty.fork()
            if pid == 0:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24 if columns else 0, columns, 0, 0))
                # whoever runs the tests in the background had it ignored
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                os.execvp(sys.argv[3], sys.argv[3:])
            seen = b""
            looked = 0

            def more(end):
                global seen
                if not select.select([terminal], [], [], max(0, end - time.monotonic()))[0]:
                    sys.exit(f"waited in vain behind {seen}")
                try:
                    data = os.read(terminal, 65536)
                except OSError:
                    data = b""
                seen += data
                return len(data) > 0

            for pattern, keys in steps:
                end = time.monotonic() + 50
                while (at := seen.find(pattern.encode(), looked)) < 0:
                    if not more(end):
                        sys.stdout.buffer.write(seen)
                        sys.exit(f"ended before {pattern}")
                looked = at + len(pattern.encode())
                os.write(terminal, keys.encode().decode("unicode_escape").encode("latin-1"))
            while more(time.monotonic() + 50):
                pass
            code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            sys.stdout.buffer.write(seen + f"\\nexit {code}\\n".encode())
            """;

    private TerminalUser() {}

    /// When `sees` is on the screen, behind what was seen before, `keys` are pressed; `\r` and such as Python has them.
    public record Step(String sees, String keys) {}

    /// All that was written to the terminal, and `exit CODE` at its end.
    public static String at(ProcessBuilder program, Path folder, List<Step> steps) throws IOException {
        return at(program, folder, 80, steps);
    }

    public static String at(ProcessBuilder program, Path folder, int columns, List<Step> steps) throws IOException {
        var script = Files.writeString(folder.resolve("hands.py"), SCRIPT);
        var lines = new StringBuilder();
        for (var step : steps) {
            lines.append(step.sees).append('\t').append(step.keys).append('\n');
        }
        var plan = Files.writeString(folder.resolve("steps"), lines);
        var command = new ArrayList<>(List.of("python3", script.toString(), plan.toString(), String.valueOf(columns)));
        command.addAll(program.command());
        program.command(command);
        program.environment().putIfAbsent("TERM", "xterm");
        program.environment().remove("COLUMNS");
        program.environment().remove("LINES");
        var seen = Files.createTempFile(folder, "seen", "");
        var errors = Files.createTempFile(folder, "errors", "");
        var process = program.redirectOutput(seen.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("it ends").isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } finally {
            process.destroyForcibly();
        }
        var text = Files.readString(seen, StandardCharsets.UTF_8);
        assertThat(Files.readString(errors)).as(text).isEmpty();
        return text.replace("\r", "");
    }
}
