package dev.outrigger.workspace.conversations;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The file `index`: a header, a hash table of requests (open addressing), and the list of closed stretches, both with
/// room for `capacity` pairs. Nothing in it is ever waited for to reach the disk, so after a crash of the machine any
/// part may be missing: the header and the stretches carry checksums, and the table is only ever a hint.
final class ConversationIndex implements AutoCloseable {
    static final int FIRST_CAPACITY = 32;
    private static final int PAIR = 16;

    private final FileChannel channel;
    private IndexHeader header;

    private ConversationIndex(FileChannel channel, IndexHeader header) {
        this.channel = channel;
        this.header = header;
    }

    static Optional<IndexHeader> header(Path file) throws IOException {
        if (!isFile(file)) {
            return Optional.empty();
        }
        try (var channel = DurableFiles.read(file)) {
            return Optional.ofNullable(IndexHeader.read(channel));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /// To open a pipe would be to wait for whoever writes into it, and a link is somebody else's file.
    private static boolean isFile(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    /// Null when there is none that can be read.
    static @Nullable ConversationIndex open(Path file, boolean forWriting) throws IOException {
        if (!isFile(file)) {
            return null;
        }
        FileChannel channel;
        try {
            channel = forWriting ? DurableFiles.change(file) : DurableFiles.read(file);
        } catch (NoSuchFileException _) {
            return null;
        }
        try {
            var header = IndexHeader.read(channel);
            if (header != null) {
                return new ConversationIndex(channel, header);
            }
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        return null;
    }

    /// A new file with all that the tally holds since the beginning.
    static void write(Path file, BatchTally tally, FileStamp stamp, boolean original) throws IOException {
        int capacity = FIRST_CAPACITY;
        while (!roomy(capacity, tally.requests.pairs(), tally.closedStretches.pairs())) {
            capacity *= 2;
        }
        var table = new long[2 * capacity];
        int used = 0;
        for (int i = 0; i < tally.requests.pairs(); i++) {
            used += put(table, tally.requests.first(i), tally.requests.second(i));
        }
        write(file, tally, stamp, original, used, table, tally.closedStretches);
    }

    private static void write(
            Path file,
            BatchTally tally,
            FileStamp stamp,
            boolean original,
            int used,
            long[] table,
            LongPairList stretches)
            throws IOException {
        int capacity = table.length / 2;
        long hash = IndexHeader.NO_STRETCHES;
        var content = ByteBuffer.allocate(Math.toIntExact(size(capacity)));
        content.position(IndexHeader.SIZE);
        for (long value : table) {
            content.putLong(value);
        }
        for (int i = 0; i < stretches.pairs(); i++) {
            content.putLong(stretches.first(i)).putLong(stretches.second(i));
            hash = IndexHeader.hash(hash, stretches.first(i), stretches.second(i));
        }
        var header = IndexHeader.of(tally, stamp, original, capacity, used, stretches.pairs(), hash);
        content.put(0, header.bytes().array());
        DurableFiles.replaceUnsynced(file, out -> out.write(content.array()));
    }

    /// Of the whole file: it is written whole, and never grows in place.
    static long size(int capacity) {
        return IndexHeader.SIZE + 2L * PAIR * capacity;
    }

    private static boolean roomy(int capacity, int requests, int stretches) {
        return requests <= capacity / 2 && stretches <= capacity;
    }

    /// 1 when it was not there yet.
    private static int put(long[] table, long hash, long offset) {
        int mask = table.length / 2 - 1;
        int slot = (int) hash & mask;
        while (table[2 * slot] != 0) {
            if (table[2 * slot] == hash && table[2 * slot + 1] == offset) {
                return 0;
            }
            slot = slot + 1 & mask;
        }
        table[2 * slot] = hash;
        table[2 * slot + 1] = offset;
        return 1;
    }

    IndexHeader header() {
        return header;
    }

    /// Where batches may be that hold a request of this hash. One small read per probe, whatever the size.
    LongPairList candidates(long hash) throws IOException {
        var found = new LongPairList();
        int mask = header.capacity() - 1;
        int slot = (int) hash & mask;
        for (int probes = 0; probes <= mask; probes++) {
            var pair = pair(tableAt(slot));
            if (pair == null || pair.getLong(0) == 0) {
                break;
            }
            if (pair.getLong(0) == hash) {
                found.add(pair.getLong(8), 0);
            }
            slot = slot + 1 & mask;
        }
        return found;
    }

    /// Writes down what is new in the tally. False when there is no room: see [#grown].
    boolean absorb(BatchTally tally, FileStamp stamp) throws IOException, UnreadableFile {
        if (header.covered() != tally.base) {
            throw new UnreadableFile("index was replaced");
        }
        int used = header.used() + tally.requests.pairs();
        int stretches = header.stretches() + tally.closedStretches.pairs();
        if (!roomy(header.capacity(), used, stretches)) {
            return false;
        }
        for (int i = 0; i < tally.requests.pairs(); i++) {
            insert(tally.requests.first(i), tally.requests.second(i));
        }
        long hash = header.stretchesHash();
        for (int i = 0; i < tally.closedStretches.pairs(); i++) {
            long first = tally.closedStretches.first(i);
            long second = tally.closedStretches.second(i);
            put(stretchesAt(header.stretches() + i), first, second);
            hash = IndexHeader.hash(hash, first, second);
        }
        header = IndexHeader.of(tally, stamp, false, header.capacity(), used, stretches, hash);
        DurableFiles.writeFully(channel, header.bytes(), 0);
        tally.written();
        return true;
    }

    private void insert(long hash, long offset) throws IOException {
        int mask = header.capacity() - 1;
        int slot = (int) hash & mask;
        for (int probes = 0; probes <= mask; probes++) {
            var pair = pair(tableAt(slot));
            if (pair == null || pair.getLong(0) == 0) {
                put(tableAt(slot), hash, offset);
                return;
            }
            if (pair.getLong(0) == hash && pair.getLong(8) == offset) {
                return;
            }
            slot = slot + 1 & mask;
        }
    }

    /// The same content in a file of its own with room for what the tally brings; nothing of the events is read for it.
    void grown(Path file, BatchTally tally, FileStamp stamp) throws IOException, UnreadableFile {
        int capacity = header.capacity();
        while (!roomy(
                capacity, header.used() + tally.requests.pairs(), header.stretches() + tally.closedStretches.pairs())) {
            capacity *= 2;
        }
        var table = new long[2 * capacity];
        int used = 0;
        var old = ByteBuffer.allocate(PAIR * header.capacity());
        DurableFiles.readFully(channel, old, IndexHeader.SIZE);
        for (int at = 0; at + PAIR <= old.position(); at += PAIR) {
            if (old.getLong(at) != 0) {
                used += put(table, old.getLong(at), old.getLong(at + 8));
            }
        }
        for (int i = 0; i < tally.requests.pairs(); i++) {
            used += put(table, tally.requests.first(i), tally.requests.second(i));
        }
        var stretches = stretches();
        for (int i = 0; i < tally.closedStretches.pairs(); i++) {
            stretches.add(tally.closedStretches.first(i), tally.closedStretches.second(i));
        }
        write(file, tally, stamp, false, used, table, stretches);
        tally.written();
    }

    /// The closed stretches, or an exception when they are not what the header says.
    LongPairList stretches() throws IOException, UnreadableFile {
        var stretches = new LongPairList();
        var bytes = ByteBuffer.allocate(PAIR * header.stretches());
        long hash = IndexHeader.NO_STRETCHES;
        if (!DurableFiles.readFully(channel, bytes, stretchesAt(0))) {
            throw new UnreadableFile("index is cut off");
        }
        for (int at = 0; at < bytes.capacity(); at += PAIR) {
            stretches.add(bytes.getLong(at), bytes.getLong(at + 8));
            hash = IndexHeader.hash(hash, bytes.getLong(at), bytes.getLong(at + 8));
        }
        if (hash != header.stretchesHash()) {
            throw new UnreadableFile("index has lost its stretches");
        }
        return stretches;
    }

    private long tableAt(int slot) {
        return IndexHeader.SIZE + (long) PAIR * slot;
    }

    private long stretchesAt(int stretch) {
        return IndexHeader.SIZE + (long) PAIR * (header.capacity() + stretch);
    }

    private @Nullable ByteBuffer pair(long at) throws IOException {
        var pair = ByteBuffer.allocate(PAIR);
        return DurableFiles.readFully(channel, pair, at) ? pair : null;
    }

    private void put(long at, long first, long second) throws IOException {
        DurableFiles.writeFully(
                channel,
                ByteBuffer.allocate(PAIR).putLong(first).putLong(second).flip(),
                at);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
