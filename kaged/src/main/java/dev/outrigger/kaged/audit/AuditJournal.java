package dev.outrigger.kaged.audit;

import dev.outrigger.kaged.store.PrivateFile;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.MalformedJson;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Where rows are first: one write(2) each, at the end of a file. After it the row outlives the daemon, though not yet
/// the machine. A row is two lines: its hash and line, then its payload.
///
/// Not a channel: an interrupt of the thread that appends would close that one for everybody.
final class AuditJournal implements AutoCloseable {
    private final Path path;
    private final RandomAccessFile file;
    /// The same file, opened to append: a write needs no seek before it.
    private final FileOutputStream appended;

    private long end;

    AuditJournal(Path path) throws IOException {
        this.path = path;
        PrivateFile.make(path);
        file = new RandomAccessFile(path.toFile(), "rw");
        appended = new FileOutputStream(path.toFile(), true);
        end = file.length();
    }

    /// All of the row or nothing of it: what a full disk let through of it is cut off again.
    void write(byte[] row) throws IOException {
        try {
            appended.write(row);
        } catch (IOException e) {
            try {
                file.setLength(end);
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
        end += row.length;
    }

    void sync() throws IOException {
        file.getFD().sync();
    }

    void empty() throws IOException {
        file.setLength(0);
        end = 0;
    }

    static byte[] bytes(AuditRow row) {
        return bytes(row.hash(), (row.line() + "\n" + row.payload()).getBytes(StandardCharsets.UTF_8));
    }

    static byte[] bytes(String hash, byte[] lines) {
        var bytes = new byte[66 + lines.length];
        System.arraycopy(hash.getBytes(StandardCharsets.US_ASCII), 0, bytes, 0, 64);
        bytes[64] = ' ';
        System.arraycopy(lines, 0, bytes, 65, lines.length);
        bytes[bytes.length - 1] = '\n';
        return bytes;
    }

    /// Rows, and how many bytes behind them are none: what a crash cut, or somebody's changes.
    record Found(List<AuditRow> rows, long rest) {}

    Found read() throws IOException {
        var bytes = Files.readAllBytes(path);
        var rows = new ArrayList<AuditRow>();
        int at = 0;
        while (at < bytes.length) {
            int first = newline(bytes, at);
            int second = first < 0 ? -1 : newline(bytes, first + 1);
            if (second < 0 || first - at < 66 || bytes[at + 64] != ' ') {
                break;
            }
            try {
                rows.add(AuditRow.of(
                        text(bytes, at + 65, first), text(bytes, first + 1, second), text(bytes, at, at + 64)));
            } catch (MalformedJson | FieldReader.Mistake _) {
                // Not a row: from here on it is the rest, which whoever recovers keeps and names.
                break;
            }
            at = second + 1;
        }
        return new Found(rows, bytes.length - at);
    }

    Path path() {
        return path;
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    private static int newline(byte[] bytes, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    @Override
    public void close() throws IOException {
        appended.close();
        file.close();
    }
}
