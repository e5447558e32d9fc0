package dev.outrigger.workspace.catalogue;

import dev.outrigger.system.FileDraft;
import dev.outrigger.system.FileStatus;
import dev.outrigger.system.FileSweep;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A catalogue being written: place by place, and in each folder by folder; then which of the lines are shown, and in
/// which order.
public final class CatalogueDraft {
    private static final String DRAFT = ".tmp-";
    private static final AtomicLong SERIAL = new AtomicLong();
    private static final long ABANDONED = TimeUnit.HOURS.toNanos(1);
    /// Equal to nothing that the kernel says.
    private static final FileStatus NEVER = new FileStatus(Long.MIN_VALUE, 0, 0, 0, 0);

    private record Folder(
            String name, LongBuffer statuses, @Nullable KnownFolder known) {}

    private record Placed(String path, FileStatus status, int each, List<Folder> folders) {}

    private final byte[] about;
    private final List<Placed> places = new ArrayList<>();

    public CatalogueDraft(String about) {
        this.about = about.getBytes(StandardCharsets.UTF_8);
    }

    /// A place, the folders in it to follow.
    ///
    /// @param settled whether its status tells of every change; otherwise it is looked through again
    /// @param each how many files are looked at for each of its folders
    public void place(String path, FileStatus status, boolean settled, int each) {
        places.add(new Placed(path, settled ? status : NEVER, each, new ArrayList<>()));
    }

    /// In the place that was added last.
    ///
    /// @param statuses of its files
    /// @param known nothing when it is to be read again
    public void folder(String name, long[] statuses, @Nullable KnownFolder known) {
        places.getLast().folders.add(new Folder(name, LongBuffer.wrap(statuses), known));
    }

    /// The whole file. A folder whose line is not among those that are shown keeps it behind them.
    public byte[] bytes(List<ListLine> shown) {
        var lines = new ByteArrayOutputStream();
        Map<ListLine, Integer> lineAt = HashMap.newHashMap(shown.size());
        for (var line : shown) {
            if (lines.size() > 0) {
                lines.write(',');
            }
            lineAt.put(line, lines.size());
            lines.writeBytes(line.bytes());
        }
        int shownLength = lines.size();
        var bytes = ByteBuffer.allocate(length()).order(ByteOrder.nativeOrder());
        bytes.position(Catalogue.HEADER);
        Catalogue.put(bytes, about);
        for (var place : places) {
            write(bytes, place, lines, lineAt);
        }
        int linesFrom = bytes.position();
        var whole = ByteBuffer.allocate(Math.addExact(linesFrom, lines.size())).order(ByteOrder.nativeOrder());
        whole.put(bytes.flip()).put(lines.toByteArray());
        whole.putLong(0, Catalogue.MAGIC).putLong(8, whole.capacity());
        whole.putInt(20, places.size()).putInt(24, linesFrom).putInt(28, linesFrom + shownLength);
        return whole.putInt(16, Catalogue.crc(whole.array())).array();
    }

    private int length() {
        long length = Catalogue.HEADER + (long) Integer.BYTES + about.length;
        for (var place : places) {
            length += 5L * Integer.BYTES + utf8(place.path).length + Catalogue.statusBytes(1);
            for (var folder : place.folders) {
                length += utf8(folder.name).length + 1L + Catalogue.statusBytes(place.each) + KnownFolder.BYTES;
            }
        }
        return Math.toIntExact(length);
    }

    private static void write(
            ByteBuffer bytes, Placed place, ByteArrayOutputStream lines, Map<ListLine, Integer> lineAt) {
        Catalogue.put(bytes, utf8(place.path));
        put(bytes, place.status);
        int names = 0;
        for (var folder : place.folders) {
            names += utf8(folder.name).length + 1;
        }
        bytes.putInt(place.each).putInt(place.folders.size()).putInt(names);
        for (var folder : place.folders) {
            bytes.put(utf8(folder.name)).put((byte) 0);
        }
        for (var folder : place.folders) {
            if (folder.known == null) {
                for (int i = 0; i < place.each; i++) {
                    put(bytes, NEVER);
                }
            } else {
                for (int i = 0; i < folder.statuses.capacity(); i++) {
                    bytes.putLong(folder.statuses.get(i));
                }
            }
        }
        for (var folder : place.folders) {
            write(bytes, folder.known, lines, lineAt);
        }
    }

    private static void write(
            ByteBuffer bytes, @Nullable KnownFolder known, ByteArrayOutputStream lines, Map<ListLine, Integer> lineAt) {
        if (known == null) {
            bytes.putLong(0)
                    .putLong(0)
                    .putLong(0)
                    .putLong(0)
                    .putInt(KnownFolder.UNKNOWN)
                    .putInt(0);
            return;
        }
        var at = lineAt.get(known.line());
        int from = at == null ? lines.size() : at;
        if (at == null) {
            lines.writeBytes(known.line().bytes());
        }
        int archivedFrom = lines.size();
        lines.writeBytes(known.archivedBytes());
        bytes.putInt(from)
                .putInt(from + known.line().bytes().length)
                .putInt(archivedFrom)
                .putInt(lines.size());
        bytes.putLong(known.copiedEvents()).putLong(known.copiedSize());
        bytes.putInt(known.kind()).putInt(0);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void put(ByteBuffer bytes, FileStatus status) {
        bytes.putLong(status.type())
                .putLong(status.size())
                .putLong(status.inode())
                .putLong(status.mtime())
                .putLong(status.ctime());
    }

    /// In place of what is there, at once; of two who do it at the same time, one. The folder has to be there, and is
    /// nobody's but the user's.
    public static void write(Path file, byte[] bytes) throws IOException {
        removeAbandoned(file);
        var name = file.getFileName() + DRAFT + ProcessHandle.current().pid() + "-" + SERIAL.incrementAndGet();
        try (var draft = FileDraft.named(file, name)) {
            draft.write(bytes);
            draft.replaceUnsynced();
        }
    }

    /// Drafts of those who were killed over them.
    private static void removeAbandoned(Path file) throws IOException {
        long now = System.currentTimeMillis() * TimeUnit.MILLISECONDS.toNanos(1);
        try (var drafts = Files.newDirectoryStream(file.resolveSibling(""), file.getFileName() + DRAFT + "*")) {
            for (var draft : drafts) {
                if (FileSweep.of(draft).mtime() < now - ABANDONED) {
                    Files.deleteIfExists(draft);
                }
            }
        }
    }
}
