package dev.outrigger.hosting.context;

import dev.outrigger.assistant.providers.KeyRing;
import dev.outrigger.terminal.TerminalEscapes;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.workspace.PrivateFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What happened, for whoever looks into it later: everything goes to this run's file below `$XDG_STATE_HOME/jp/log`,
/// and what is loud enough for `-v` to stderr as well. The file is made at the first message, so a quiet run leaves
/// none.
public final class RunLog {
    private static final int RUNS_KEPT = 20;
    /// A flood from one run must not fill the disk.
    private static final long MOST_BYTES = 16L << 20;

    private final Path folder;
    private final LogLevel shown;
    private final OutputStream stderr;
    private @Nullable OutputStream file;
    private Supplier<KeyRing> keys = () -> KeyRing.EMPTY;
    private @Nullable KeyRing known;
    private long written;
    private boolean closed;

    public RunLog(Path folder, LogLevel shown, OutputStream stderr) {
        this.folder = folder;
        this.shown = shown;
        this.stderr = stderr;
    }

    public LogLevel shown() {
        return shown;
    }

    /// Whether `-v` was given often enough for this to be seen.
    private boolean shows(LogLevel level) {
        return shown != LogLevel.ERROR && level.number() <= shown.number();
    }

    /// What is said from now on has none of them in it. They are looked for when something is said.
    public synchronized void withoutKeys(Supplier<KeyRing> all) {
        keys = all;
        known = null;
    }

    private String withoutKeys(String line) {
        if (known == null) {
            known = keys.get();
        }
        return known.without(line);
    }

    public void add(LogLevel level, String source, String message) {
        add(level, source, message, Json.EMPTY);
    }

    public synchronized void add(LogLevel level, String source, String message, Json.Obj fields) {
        if (closed && !shows(level)) {
            return;
        }
        var line = new StringBuilder(Instant.now().toString())
                .append(' ')
                .append(level.name())
                .append(' ')
                .append(source)
                .append(": ")
                .append(message);
        for (var field : fields.fields().entrySet()) {
            line.append(' ').append(field.getKey()).append('=').append(JsonText.text(field.getValue()));
        }
        var bytes = (TerminalEscapes.unbroken(withoutKeys(line.toString()).replace("\n", "\\n")) + "\n")
                .getBytes(StandardCharsets.UTF_8);
        if (shows(level)) {
            // Nobody listens to a stderr that fails; the file still gets it.
            var _ = wrote(stderr, bytes);
        }
        keep(bytes);
    }

    /// Our own mistake, whole.
    public void bug(String when, Throwable mistake) {
        var trace = new StringWriter();
        mistake.printStackTrace(new PrintWriter(trace));
        add(LogLevel.ERROR, "jp", when + ": " + trace);
    }

    private void keep(byte[] bytes) {
        if (closed) {
            return;
        }
        if (file == null) {
            file = open();
        }
        if (file != null) {
            written += bytes.length;
            boolean full = written > MOST_BYTES;
            var end = "… the log is full, the rest of this run is not kept\n".getBytes(StandardCharsets.UTF_8);
            closed = !wrote(file, full ? end : bytes) || full;
        }
    }

    /// A log that cannot be written must not stop the work it is about.
    private static boolean wrote(OutputStream out, byte[] bytes) {
        try {
            out.write(bytes);
            return true;
        } catch (IOException _) {
            // A full disk, for example; nothing more is written.
            return false;
        }
    }

    private @Nullable OutputStream open() {
        try {
            PrivateFiles.folders(folder);
            dropOldRuns();
            var name = Instant.now().toString().replace(':', '-') + "-"
                    + ProcessHandle.current().pid() + ".log";
            return PrivateFiles.output(folder.resolve(name));
        } catch (IOException _) {
            // No log then: it must not stop the work it is about.
            closed = true;
            return null;
        }
    }

    private void dropOldRuns() throws IOException {
        var names = new ArrayList<Path>();
        try (var files = Files.newDirectoryStream(folder, "*.log")) {
            files.forEach(names::add);
        }
        Collections.sort(names);
        for (int i = 0; i <= names.size() - RUNS_KEPT; i++) {
            Files.deleteIfExists(names.get(i));
        }
    }
}
