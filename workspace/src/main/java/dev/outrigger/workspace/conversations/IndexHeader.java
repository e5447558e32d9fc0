package dev.outrigger.workspace.conversations;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/// The first [#SIZE] bytes of an index: which state of the events it describes, and the sums of them. Listing reads no
/// more than this.
record IndexHeader(
        FileStamp stamp,
        boolean original,
        long covered,
        long events,
        boolean turnActive,
        int tailLength,
        int tailCrc,
        long stretchStart,
        long stretchEvents,
        boolean stretchPlain,
        int capacity,
        int used,
        int stretches,
        long stretchesHash,
        int deltas) {
    static final int SIZE = 128;
    static final long NO_STRETCHES = 0x6a70_7275_6e73L;
    private static final long MAGIC = 0x6a70_696e_6465_7804L;
    private static final int CHECKED = SIZE - 4;
    private static final int LARGEST_CAPACITY = 1 << 26;

    static IndexHeader of(
            BatchTally tally,
            FileStamp stamp,
            boolean original,
            int capacity,
            int used,
            int stretches,
            long stretchesHash) {
        return new IndexHeader(
                stamp,
                original,
                tally.covered,
                tally.events,
                tally.turnActive,
                tally.tailLength,
                tally.tailCrc,
                tally.stretchStart,
                tally.stretchEvents,
                tally.stretchPlain,
                capacity,
                used,
                stretches,
                stretchesHash,
                tally.deltas);
    }

    static long hash(long hash, long first, long second) {
        return ((hash ^ first) * 0x9E3779B97F4A7C15L ^ second) * 0xC2B2AE3D27D4EB4FL + 1;
    }

    /// A tally that goes on from here.
    BatchTally tally() {
        var tally = new BatchTally();
        tally.covered = covered;
        tally.base = covered;
        tally.events = events;
        tally.turnActive = turnActive;
        tally.tailLength = tailLength;
        tally.tailCrc = tailCrc;
        tally.stretchStart = stretchStart;
        tally.stretchEvents = stretchEvents;
        tally.stretchPlain = stretchPlain;
        tally.deltas = deltas;
        return tally;
    }

    ByteBuffer bytes() {
        var bytes = ByteBuffer.allocate(SIZE)
                .putLong(MAGIC)
                .putLong(stamp.size())
                .putLong(stamp.mtime())
                .putLong(stamp.ctime())
                .putInt(stamp.key())
                .putInt((original ? 1 : 0) | (turnActive ? 2 : 0) | (stretchPlain ? 4 : 0))
                .putLong(covered)
                .putLong(events)
                .putInt(tailLength)
                .putInt(tailCrc)
                .putLong(stretchStart)
                .putLong(stretchEvents)
                .putInt(capacity)
                .putInt(used)
                .putInt(stretches)
                .putLong(stretchesHash)
                .putInt(deltas);
        return bytes.putInt(CHECKED, BatchTally.crc(bytes.array(), 0, CHECKED)).position(0);
    }

    /// Null when these are not the bytes of a header, whole and of this version.
    static @Nullable IndexHeader read(FileChannel channel) throws IOException {
        var bytes = ByteBuffer.allocate(SIZE);
        if (!DurableFiles.readFully(channel, bytes, 0)
                || bytes.getInt(CHECKED) != BatchTally.crc(bytes.array(), 0, CHECKED)
                || bytes.flip().getLong() != MAGIC) {
            return null;
        }
        var stamp = new FileStamp(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getInt());
        int flags = bytes.getInt();
        var header = new IndexHeader(
                stamp,
                (flags & 1) != 0,
                bytes.getLong(),
                bytes.getLong(),
                (flags & 2) != 0,
                bytes.getInt(),
                bytes.getInt(),
                bytes.getLong(),
                bytes.getLong(),
                (flags & 4) != 0,
                bytes.getInt(),
                bytes.getInt(),
                bytes.getInt(),
                bytes.getLong(),
                bytes.getInt());
        return header.plausible(channel.size()) ? header : null;
    }

    /// A checksum keeps out accidents, not people: sizes are checked before anything is allocated by them, and no more
    /// is believed to be in the file than fits into it.
    private boolean plausible(long fileSize) {
        return capacity >= ConversationIndex.FIRST_CAPACITY
                && capacity <= LARGEST_CAPACITY
                && Integer.bitCount(capacity) == 1
                && fileSize == ConversationIndex.size(capacity)
                && used >= 0
                && used <= capacity / 2
                && stretches >= 0
                && stretches <= capacity
                && tailLength >= 0
                && tailLength <= BatchTally.TAIL
                && covered >= tailLength
                && stretchStart >= 0
                && stretchStart <= covered
                && deltas >= 0
                && deltas <= events;
    }

    /// Whether nothing has to be looked at to believe it: the events are as they were.
    boolean describes(FileStamp now, boolean nowOriginal) {
        return original == nowOriginal && stamp.equals(now) && covered == now.size();
    }

    /// Whether the events may have grown since, and only that; the checksum of the tail decides.
    boolean precedes(FileStamp now, boolean nowOriginal) {
        return !original && !nowOriginal && stamp.key() == now.key() && covered < now.size();
    }

    boolean tailMatches(FileChannel events) throws IOException {
        return tailMatches(events, tally());
    }

    static boolean tailMatches(FileChannel events, BatchTally known) throws IOException {
        var tail = ByteBuffer.allocate(known.tailLength);
        return DurableFiles.readFully(events, tail, known.covered - known.tailLength)
                && BatchTally.crc(tail.array(), 0, known.tailLength) == known.tailCrc;
    }
}
