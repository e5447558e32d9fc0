package dev.outrigger.workspace.catalogue;

import dev.outrigger.system.FileStatus;
import dev.outrigger.system.FileSweep;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A place where conversations lie: what was in it, and how the files there were.
public final class KnownPlace {
    private static final int MOST_FILES = 8;

    private final String path;
    private final FileStatus status;
    private final int each;
    private final int count;
    private final byte[] names;
    private final LongBuffer statuses;
    private final ByteBuffer bytes;
    private final byte[] content;
    private final int statusesFrom;
    private final int foldersFrom;
    private final int linesFrom;

    private KnownPlace(
            String path,
            FileStatus status,
            int each,
            int count,
            byte[] names,
            LongBuffer statuses,
            ByteBuffer bytes,
            byte[] content,
            int statusesFrom,
            int foldersFrom,
            int linesFrom) {
        this.path = path;
        this.status = status;
        this.each = each;
        this.count = count;
        this.names = names;
        this.statuses = statuses;
        this.bytes = bytes;
        this.content = content;
        this.statusesFrom = statusesFrom;
        this.foldersFrom = foldersFrom;
        this.linesFrom = linesFrom;
    }

    static KnownPlace read(byte[] content, ByteBuffer bytes, int linesFrom) {
        var path = Catalogue.text(bytes);
        var numbers = new long[FileStatus.LONGS];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = bytes.getLong();
        }
        int each = bytes.getInt();
        int count = bytes.getInt();
        var names = Catalogue.slice(bytes, bytes.getInt());
        if (each < 0 || each > MOST_FILES || count < 0 || count > names.length) {
            throw new IllegalArgumentException("no number of files");
        }
        int length = Catalogue.statusBytes(count * each);
        int statusesFrom = bytes.position();
        int foldersFrom = Math.addExact(statusesFrom, length);
        int end = Math.addExact(foldersFrom, Math.multiplyExact(count, KnownFolder.BYTES));
        if (end > linesFrom) {
            throw new IllegalArgumentException("a place reaches into the lines");
        }
        var statuses = bytes.slice(statusesFrom, length).order(bytes.order()).asLongBuffer();
        bytes.position(end);
        return new KnownPlace(
                path,
                FileStatus.at(numbers, 0),
                each,
                count,
                names,
                statuses,
                ByteBuffer.wrap(content).order(bytes.order()),
                content,
                statusesFrom,
                foldersFrom,
                linesFrom);
    }

    public String path() {
        return path;
    }

    public FileStatus status() {
        return status;
    }

    public int count() {
        return count;
    }

    /// With a zero byte behind each.
    public byte[] names() {
        return names;
    }

    public List<String> nameList() {
        var list = new ArrayList<String>(count);
        int from = 0;
        for (int at = 0; at < names.length && list.size() < count; at++) {
            if (names[at] == 0) {
                list.add(new String(names, from, at - from, StandardCharsets.UTF_8));
                from = at + 1;
            }
        }
        while (list.size() < count) {
            // Of a file that somebody else has written.
            list.add("");
        }
        return list;
    }

    /// Whether all files are as they were.
    public boolean matches(long[] now) {
        return now.length == statuses.capacity() && FileSweep.isAsKept(content, statusesFrom, now);
    }

    /// Whether those of one folder are.
    public boolean matches(int folder, long[] now, int from) {
        int length = each * FileStatus.LONGS;
        int to = from + length;
        return to <= now.length && statuses.slice(folder * length, length).equals(LongBuffer.wrap(now, from, length));
    }

    /// Nothing when its files were not to be relied on.
    public Optional<KnownFolder> folder(int number) {
        int at = foldersFrom + number * KnownFolder.BYTES;
        int kind = bytes.getInt(at + 32);
        if (kind < 0) {
            return Optional.empty();
        }
        var line = piece(at);
        var archived = piece(at + 8);
        return line == null || archived == null
                ? Optional.empty()
                : Optional.of(new KnownFolder(
                        kind,
                        new ListLine(line),
                        new String(archived, StandardCharsets.UTF_8),
                        bytes.getLong(at + 16),
                        bytes.getLong(at + 24)));
    }

    private byte @Nullable [] piece(int at) {
        int from = bytes.getInt(at);
        int to = bytes.getInt(at + 4);
        return from < 0 || to < from || to > bytes.capacity() - linesFrom
                ? null
                : Arrays.copyOfRange(content, linesFrom + from, linesFrom + to);
    }
}
