package dev.outrigger.workspace.catalogue;

import dev.outrigger.system.FileStatus;
import dev.outrigger.system.FileSweep;
import dev.outrigger.workspace.FolderOwner;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/// What was known of all conversations when they were listed last: for each place its folders, by which status their
/// files are known to be as they were, and the line of the list that each one makes. The lines stand one behind the
/// other as a plugin gets them, so that a list in which nothing has changed is copied.
///
/// Nothing in it is waited for to reach the disk. It is believed when its checksum fits, and it is the user's own
/// file; otherwise it is as if there were none.
public final class Catalogue {
    /// As this machine writes numbers: what was written by another one does not begin like this.
    static final long MAGIC = 0x6a70_6c69_7374_0001L;
    static final int HEADER = 40;
    static final int CHECKED_FROM = 20;
    /// In bytes: far more than a million conversations.
    static final int LARGEST = 1 << 30;

    private final byte[] content;
    private final List<KnownPlace> places;
    private final int linesFrom;
    private final int shownTo;

    private Catalogue(byte[] content, List<KnownPlace> places, int linesFrom, int shownTo) {
        this.content = content;
        this.places = places;
        this.linesFrom = linesFrom;
        this.shownTo = shownTo;
    }

    /// Nothing when there is none that can be believed, or when it is about another workspace.
    public static Optional<Catalogue> read(Path file, String about) {
        var status = FileSweep.of(file);
        // To open a pipe would be to wait for whoever writes into it.
        if (!status.isFile() || status.size() < HEADER || status.size() > LARGEST) {
            return Optional.empty();
        }
        // Not through a channel, which would have it copied out of memory of its own.
        try (var in = new FileInputStream(file.toFile())) {
            var content = new byte[(int) status.size()];
            return in.readNBytes(content, 0, content.length) == content.length && FolderOwner.isUs(file)
                    ? of(content, about)
                    : Optional.empty();
        } catch (IOException _) {
            // Then all is read anew, which says itself what is wrong.
            return Optional.empty();
        }
    }

    static Optional<Catalogue> of(byte[] content, String about) {
        var bytes = ByteBuffer.wrap(content).order(ByteOrder.nativeOrder());
        if (content.length < HEADER
                || bytes.getLong(0) != MAGIC
                || bytes.getLong(8) != content.length
                || bytes.getInt(16) != crc(content)) {
            return Optional.empty();
        }
        try {
            return parsed(content, bytes, about);
        } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException _) {
            // The checksum keeps out accidents: somebody has written this.
            return Optional.empty();
        }
    }

    static int crc(byte[] content) {
        var crc = new CRC32();
        crc.update(content, CHECKED_FROM, content.length - CHECKED_FROM);
        return (int) crc.getValue();
    }

    private static Optional<Catalogue> parsed(byte[] content, ByteBuffer bytes, String about) {
        int count = bytes.getInt(20);
        int linesFrom = bytes.getInt(24);
        int shownTo = bytes.getInt(28);
        if (linesFrom < HEADER || shownTo < linesFrom || shownTo > bytes.capacity()) {
            return Optional.empty();
        }
        bytes.position(HEADER);
        if (!text(bytes).equals(about)) {
            return Optional.empty();
        }
        var places = new ArrayList<KnownPlace>();
        for (int i = 0; i < count; i++) {
            places.add(KnownPlace.read(content, bytes, linesFrom));
        }
        return Optional.of(new Catalogue(content, places, linesFrom, shownTo));
    }

    static String text(ByteBuffer bytes) {
        var text = slice(bytes, bytes.getInt());
        return new String(text, StandardCharsets.UTF_8);
    }

    static byte[] slice(ByteBuffer bytes, int length) {
        if (length < 0 || length > bytes.remaining()) {
            throw new BufferUnderflowException();
        }
        var slice = new byte[length];
        bytes.get(slice);
        return slice;
    }

    /// Of the whole file.
    public byte[] bytes() {
        return content;
    }

    /// In the order in which they were looked through.
    public List<KnownPlace> places() {
        return places;
    }

    /// All lines that a plugin gets, with commas between them.
    public ByteBuffer shownLines() {
        return ByteBuffer.wrap(content, linesFrom, shownTo - linesFrom);
    }

    static void put(ByteBuffer bytes, byte[] text) {
        bytes.putInt(text.length).put(text);
    }

    static int statusBytes(int statuses) {
        return Math.multiplyExact(statuses, FileStatus.LONGS * Long.BYTES);
    }
}
