package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.control.ControlDoorway;
import dev.outrigger.kaged.service.DaemonLog;
import dev.outrigger.kaged.store.PrivateFile;
import dev.outrigger.terminal.TerminalEscapes;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// What the daemon has to say to its operator: `logs/kaged.log`, of bounded size, with three older ones beside it; and
/// `echo`, where somebody watches. A disk that is full loses lines here, and nothing else.
final class LogFile implements DaemonLog, ControlDoorway.Log, AutoCloseable {
    private static final long LARGEST = 4L << 20;
    private static final int OLDER = 3;
    private static final int LONGEST_LINE = 4000;
    private static final int LONGEST_TRACE = 16_000;

    private final Path file;
    private final long largest;
    private final @Nullable OutputStream echo;
    private final Clock clock;
    /// Not a channel: an interrupt of the thread that writes would close that one for everybody.
    private FileOutputStream out;

    private long size;

    LogFile(Path file, @Nullable OutputStream echo, Clock clock) throws IOException {
        this(file, LARGEST, echo, clock);
    }

    LogFile(Path file, long largest, @Nullable OutputStream echo, Clock clock) throws IOException {
        this.file = file;
        this.largest = largest;
        this.echo = echo;
        this.clock = clock;
        this.out = open();
        this.size = Files.size(file);
    }

    private FileOutputStream open() throws IOException {
        PrivateFile.make(file);
        return new FileOutputStream(file.toFile(), true);
    }

    @Override
    public void note(String line) {
        write(TerminalEscapes.oneLine(line, LONGEST_LINE));
    }

    @Override
    public void bug(String where, Throwable bug) {
        var trace = new StringWriter();
        bug.printStackTrace(new PrintWriter(trace, true));
        var text = TerminalEscapes.strip(trace.toString()).strip();
        write("a mistake of kaged's own " + TerminalEscapes.oneLine(where, LONGEST_LINE) + "\n    "
                + text.substring(0, Math.min(text.length(), LONGEST_TRACE)).replace("\n", "\n    "));
    }

    private synchronized void write(String words) {
        var line = clock.instant().truncatedTo(ChronoUnit.MILLIS) + " " + words + "\n";
        var bytes = line.getBytes(StandardCharsets.UTF_8);
        try {
            if (size + bytes.length > largest && size > 0) {
                rotate();
            }
            out.write(bytes);
            size += bytes.length;
        } catch (IOException _) {
            // There is no other place to say it, but for whoever watches.
        }
        if (echo != null) {
            try {
                echo.write(bytes);
            } catch (IOException _) {
                // Nobody watches any more.
            }
        }
    }

    private void rotate() throws IOException {
        for (int i = OLDER; i > 0; i--) {
            var from = i == 1 ? file : file.resolveSibling(file.getFileName() + "." + (i - 1));
            if (Files.exists(from)) {
                Files.move(
                        from,
                        file.resolveSibling(file.getFileName() + "." + i),
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
        out.close();
        out = open();
        size = Files.size(file);
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
    }
}
