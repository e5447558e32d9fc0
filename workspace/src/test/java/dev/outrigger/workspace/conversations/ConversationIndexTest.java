package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.Sample.NOW;
import static dev.outrigger.workspace.conversations.Sample.all;
import static dev.outrigger.workspace.conversations.Sample.events;
import static dev.outrigger.workspace.conversations.Sample.message;
import static dev.outrigger.workspace.conversations.Sample.toolRequest;
import static dev.outrigger.workspace.conversations.Sample.toolResponse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.wire.ConversationId;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConversationIndexTest {
    @TempDir
    Path storage;

    private Conversations conversations;
    private ConversationId id;
    private Path index;
    private Path file;

    @BeforeEach
    void create() throws Exception {
        conversations = new Conversations(storage);
        try (var held = conversations.create(null, NOW)) {
            id = held.id();
        }
        index = storage.resolve("conversations/.outrigger/" + id + "/index");
        file = storage.resolve("conversations/.outrigger/" + id + "/events.jsonl");
    }

    @Test
    void findsEveryRequestThroughManyGrowths() throws Exception {
        int requests = 700;
        try (var held = conversations.lock(id)) {
            for (int i = 0; i < requests; i += 7) {
                var batch = new ArrayList<String>();
                for (int k = i; k < i + 7; k++) {
                    batch.add(toolRequest("tc_" + k));
                }
                held.push(events(batch.toArray(String[]::new)), NOW);
            }
        }
        try (var opened = Objects.requireNonNull(ConversationIndex.open(index, false))) {
            assertThat(opened.header().used()).isEqualTo(requests);
            assertThat(opened.header().capacity()).isGreaterThanOrEqualTo(2 * requests);
            for (int i = 0; i < requests; i++) {
                assertThat(opened.candidates(KnownRequests.hash(EventKind.TOOL_CALL_REQUEST, "tc_" + i))
                                .pairs())
                        .isEqualTo(1);
            }
        }
        try (var held = conversations.lock(id)) {
            held.push(events(toolResponse("tc_0"), toolResponse("tc_350"), toolResponse("tc_699")), NOW);
            assertThatThrownBy(() -> held.push(events(toolResponse("tc_700")), NOW))
                    .isInstanceOf(InvalidEvent.class);
        }
    }

    @Test
    void anEarlyRequestCostsTheSameInASmallAndInALargeConversation() throws Exception {
        var costs = new ArrayList<Long>();
        for (int batches : new int[] {10, 3000}) {
            var lines = new StringBuilder();
            lines.append(line(toolRequest("early")));
            for (int i = 1; i < batches; i++) {
                lines.append(line(toolRequest("t" + i)));
            }
            Files.writeString(file, lines);
            conversations.list();
            try (var log =
                    EventLog.open(ConversationFolder.ours(id, storage.resolve("conversations/.outrigger/" + id)))) {
                log.has(EventKind.TOOL_CALL_REQUEST, "early");
                long before = readBytes();
                assertThat(log.has(EventKind.TOOL_CALL_REQUEST, "early")).isTrue();
                costs.add(readBytes() - before);
            }
        }
        // A few kilobytes: the asking itself, one probe more or less, and a batch.
        assertThat(costs).allMatch(bytes -> bytes < 10_000);
        assertThat(Files.size(file)).isGreaterThan(200_000);
    }

    @Test
    void decidesByTheBatchWhenTwoRequestsShareAHash() throws Exception {
        try (var held = conversations.lock(id)) {
            held.push(events(toolRequest("a")), NOW);
            held.push(events(toolRequest("b")), NOW);
        }
        long second = Files.readString(file).indexOf('\n') + 1L;
        // As if a and b had the same hash: a's chain leads over b's batch first.
        long hash = KnownRequests.hash(EventKind.TOOL_CALL_REQUEST, "a");
        var bytes = ByteBuffer.wrap(Files.readAllBytes(index));
        int capacity = 32;
        for (int slot = 0; slot < capacity; slot++) {
            bytes.putLong(IndexHeader.SIZE + 16 * slot, 0).putLong(IndexHeader.SIZE + 16 * slot + 8, 0);
        }
        int at = (int) hash & capacity - 1;
        bytes.putLong(IndexHeader.SIZE + 16 * at, hash).putLong(IndexHeader.SIZE + 16 * at + 8, second);
        at = at + 1 & capacity - 1;
        bytes.putLong(IndexHeader.SIZE + 16 * at, hash).putLong(IndexHeader.SIZE + 16 * at + 8, 0);
        Files.write(index, bytes.array());
        try (var held = conversations.lock(id)) {
            held.push(events(toolResponse("a")), NOW);
        }
        // Nothing had to be repaired for it: the table is as it was left.
        assertThat(Files.readAllBytes(index))
                .endsWith(Arrays.copyOfRange(bytes.array(), IndexHeader.SIZE, bytes.capacity()));
    }

    @Test
    void findsARequestWhoseEntryWasLostAndMendsTheTable() throws Exception {
        try (var held = conversations.lock(id)) {
            held.push(events(toolRequest("a")), NOW);
        }
        var bytes = Files.readAllBytes(index);
        Arrays.fill(bytes, IndexHeader.SIZE, bytes.length, (byte) 0);
        Files.write(index, bytes);
        try (var held = conversations.lock(id)) {
            held.push(events(toolResponse("a")), NOW);
        }
        try (var opened = Objects.requireNonNull(ConversationIndex.open(index, false))) {
            assertThat(opened.candidates(KnownRequests.hash(EventKind.TOOL_CALL_REQUEST, "a"))
                            .pairs())
                    .isEqualTo(1);
        }
    }

    @Test
    void survivesATableFullOfNonsense() throws Exception {
        try (var held = conversations.lock(id)) {
            held.push(events(toolRequest("a")), NOW);
        }
        var bytes = Files.readAllBytes(index);
        Arrays.fill(bytes, IndexHeader.SIZE, bytes.length, (byte) 0x7f);
        Files.write(index, bytes);
        try (var held = conversations.lock(id)) {
            held.push(events(toolResponse("a"), toolRequest("b")), NOW);
            held.push(events(toolResponse("b")), NOW);
        }
        assertThat(all(conversations, id)).hasSize(4);
    }

    @Test
    void readsTheEventsAgainWhenTheStretchesWereLost() throws Exception {
        try (var held = conversations.lock(id)) {
            for (int i = 0; i < 8; i++) {
                held.push(events(toolRequest("r" + i), message("x".repeat(40_000))), NOW);
            }
        }
        var expected = all(conversations, id);
        var bytes = Files.readAllBytes(index);
        Arrays.fill(bytes, IndexHeader.SIZE + 32 * 16, bytes.length, (byte) 0);
        Files.write(index, bytes);
        assertThat(all(conversations, id)).isEqualTo(expected);
        Files.write(index, Arrays.copyOf(bytes, IndexHeader.SIZE));
        assertThat(all(conversations, id)).isEqualTo(expected);
        try (var held = conversations.lock(id)) {
            held.push(events(toolResponse("r3")), NOW);
        }
        assertThat(all(conversations, id)).hasSize(17);
    }

    @Test
    void seesWhatAScriptAppendedOrChanged() throws Exception {
        try (var held = conversations.lock(id)) {
            held.push(events(message("1")), NOW);
        }
        var own = Files.readString(file);
        Files.writeString(file, own + line(toolRequest("s")));
        assertThat(conversations.summary(id).eventsCount()).isEqualTo(2);
        try (var held = conversations.lock(id)) {
            held.push(events(toolResponse("s")), NOW);
            // Even while somebody holds it, though nobody should.
            Files.writeString(file, Files.readString(file) + line(message("sneaked in")));
            held.push(events(message("2")), NOW);
        }
        assertThat(all(conversations, id)).hasSize(5);
        Files.writeString(file, line(message("other")));
        assertThat(all(conversations, id)).hasSize(1);
        assertThat(conversations.summary(id).eventsCount()).isEqualTo(1);
    }

    @Test
    void aReaderLeavesAnIndexBehindButNotWhileSomebodyWrites() throws Exception {
        try (var held = conversations.lock(id)) {
            held.push(events(message("1")), NOW);
            Files.delete(index);
            assertThat(conversations.summary(id).eventsCount()).isEqualTo(1);
            assertThat(index).doesNotExist();
        }
        assertThat(conversations.summary(id).eventsCount()).isEqualTo(1);
        assertThat(index).exists();
    }

    private static String line(String event) {
        return "[" + event.replace('\'', '"') + "]\n";
    }

    private static long readBytes() throws Exception {
        var line = Files.readAllLines(Path.of("/proc/self/io")).getFirst();
        return Long.parseLong(line.substring("rchar: ".length()));
    }

    /// A checksum keeps out accidents, not people: by such numbers memory was allocated, and room looked for without
    /// end.
    @Test
    void anIndexThatSaysMoreThanItHoldsIsAsGoodAsNone() throws Exception {
        conversations.list();
        int capacity = 80;
        int used = 84;
        var whole = Files.readAllBytes(index);
        assertThat(ByteBuffer.wrap(whole).getInt(capacity)).isEqualTo(ConversationIndex.FIRST_CAPACITY);
        for (var lie : new int[][] {
            {used, Integer.MAX_VALUE},
            {used, -1},
            {used, ConversationIndex.FIRST_CAPACITY},
            {capacity, 1 << 26},
            {capacity, 64}
        }) {
            var bytes = ByteBuffer.wrap(whole.clone()).putInt(lie[0], lie[1]);
            bytes.putInt(IndexHeader.SIZE - 4, BatchTally.crc(bytes.array(), 0, IndexHeader.SIZE - 4));
            Files.write(index, bytes.array());
            try (var opened = ConversationIndex.open(index, false)) {
                assertThat(opened).as(Arrays.toString(lie)).isNull();
            }
        }
        Files.write(index, whole);
        try (var opened = ConversationIndex.open(index, false)) {
            assertThat(opened).isNotNull();
        }
    }
}
