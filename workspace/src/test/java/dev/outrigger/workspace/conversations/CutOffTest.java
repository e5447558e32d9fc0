package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.Sample.NOW;
import static dev.outrigger.workspace.conversations.Sample.all;
import static dev.outrigger.workspace.conversations.Sample.events;
import static dev.outrigger.workspace.conversations.Sample.message;
import static dev.outrigger.workspace.conversations.Sample.toolRequest;
import static dev.outrigger.workspace.conversations.Sample.toolResponse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a crash of the machine leaves of the last batch: nothing but the batches before it may be seen, and the next
/// push goes on from there.
final class CutOffTest {
    /// Which index such a crash leaves, it being written without waiting for the disk.
    enum IndexLeft {
        PRESENT,
        ABSENT,
        BEFORE_THE_LAST_BATCH,
        GARBAGE,
        CUT_TO_ITS_HEADER
    }

    /// How often a push is tried too: each one waits for the disk.
    private static final int EVERY = 31;

    /// From one byte to the next that is tried.
    private static final int STEP = Boolean.getBoolean("outrigger.long") ? 1 : 5;

    @TempDir
    Path storage;

    private Conversations conversations;
    private ConversationId id;
    private Path file;
    private Path index;
    private byte[] before;
    private byte[] whole;
    private byte[] indexBefore;
    private byte[] indexWhole;
    private List<Json> expected;
    private List<Json> everything;

    @BeforeEach
    void write() throws Exception {
        conversations = new Conversations(storage);
        try (var held = conversations.create(null, NOW)) {
            id = held.id();
            var folder = storage.resolve("conversations/.outrigger/" + id);
            file = folder.resolve("events.jsonl");
            index = folder.resolve("index");
            held.push(events(toolRequest("early"), message("1")), NOW);
            before = Files.readAllBytes(file);
            indexBefore = Files.readAllBytes(index);
            expected = all(conversations, id);
            held.push(
                    events(
                            toolRequest("late"),
                            "{'type':'chat_request','content':'" + "long text ".repeat(40) + "'}",
                            message("ü")),
                    NOW);
            whole = Files.readAllBytes(file);
            indexWhole = Files.readAllBytes(index);
            everything = all(conversations, id);
        }
    }

    @ParameterizedTest
    @EnumSource
    void ignoresALastBatchThatIsCutAtAnyByte(IndexLeft left) throws Exception {
        for (int end = before.length; end < whole.length; end += STEP) {
            check(left, Arrays.copyOf(whole, end), expected, end);
        }
    }

    @ParameterizedTest
    @EnumSource
    void ignoresALastBatchThatIsZeroedFromAnyByte(IndexLeft left) throws Exception {
        for (int from = before.length; from < whole.length; from += STEP) {
            var zeroed = Arrays.copyOf(Arrays.copyOf(whole, from), whole.length);
            check(left, zeroed, expected, from);
        }
    }

    @ParameterizedTest
    @EnumSource
    void ignoresALastBatchThatLostASector(IndexLeft left) throws Exception {
        for (int from = before.length; from < whole.length; from += 37) {
            var zeroed = whole.clone();
            Arrays.fill(zeroed, from, Math.min(from + 512, whole.length), (byte) 0);
            check(left, zeroed, expected, from);
        }
    }

    @ParameterizedTest
    @EnumSource
    void keepsALastBatchThatIsWhole(IndexLeft left) throws Exception {
        check(left, whole, everything, whole.length);
    }

    private void check(IndexLeft left, byte[] content, List<Json> wanted, int at) throws Exception {
        Files.write(file, content);
        switch (left) {
            case PRESENT -> Files.write(index, indexWhole);
            case ABSENT -> Files.deleteIfExists(index);
            case BEFORE_THE_LAST_BATCH -> Files.write(index, indexBefore);
            case GARBAGE -> Files.write(index, new byte[indexWhole.length]);
            case CUT_TO_ITS_HEADER -> Files.write(index, Arrays.copyOf(indexWhole, IndexHeader.SIZE));
        }
        assertThat(all(conversations, id)).as("at byte %d", at).isEqualTo(wanted);
        assertThat(conversations.summary(id).damage()).isNull();
        assertThat(conversations.summary(id).eventsCount()).isEqualTo(wanted.size());
        if (at % EVERY != 0 && at < whole.length - EVERY) {
            return;
        }
        try (var held = conversations.lock(id)) {
            held.push(events(toolResponse("early")), NOW);
        }
        assertThat(all(conversations, id)).hasSize(wanted.size() + 1).startsWith(wanted.toArray(Json[]::new));
    }
}
