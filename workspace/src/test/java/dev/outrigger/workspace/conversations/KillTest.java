package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.Sample.NOW;
import static dev.outrigger.workspace.conversations.Sample.all;
import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KillTest {
    private static final int ROUNDS = Boolean.getBoolean("outrigger.long") ? 60 : 12;

    @TempDir
    Path storage;

    /// The moment is random within the writer's work: after so many announced batches, and then somewhere in the next.
    @Test
    void keepsEveryBatchThatWasAnsweredAndNoHalfOneWhenTheWriterIsKilled() throws Exception {
        var random = new Random(20250720);
        var conversations = new Conversations(storage);
        ConversationId id;
        try (var held = conversations.create(null, NOW)) {
            id = held.id();
        }
        var announced = new ArrayList<String>();
        for (int round = 0; round < ROUNDS; round++) {
            var worker = Worker.start("push", storage.toString(), id.digits(), "r" + round);
            try (var lines = worker.inputReader()) {
                int batches = random.nextInt(12);
                for (int i = 0; i <= batches; i++) {
                    announced.add(lines.readLine());
                }
                spin(random.nextInt(400_000));
                // Not through the process itself, which would close our end of its output.
                worker.toHandle().destroyForcibly();
                // What it announced and we had not read yet counts too.
                lines.lines().filter(line -> line.matches("r\\d+-\\d+")).forEach(announced::add);
            }
            worker.waitFor();
            assertWhole(conversations, id, announced);
        }
        assertThat(announced).hasSizeGreaterThan(ROUNDS);
    }

    private static void spin(int nanos) {
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    private static void assertWhole(Conversations conversations, ConversationId id, List<String> announced)
            throws Exception {
        var events = all(conversations, id);
        assertThat(events.size() % 3).isZero();
        Set<String> stored = new HashSet<>();
        for (int i = 0; i < events.size(); i += 3) {
            var name = name(events.get(i));
            assertThat(List.of(name(events.get(i + 1)), name(events.get(i + 2))))
                    .containsOnly(name);
            stored.add(name);
        }
        assertThat(stored).containsAll(announced);
        assertThat(conversations.summary(id).eventsCount()).isEqualTo(events.size());
        assertThat(conversations.holder(id)).isEmpty();
    }

    private static String name(Json event) {
        var text = ((Json.Obj) event).text("message").orElseThrow();
        return text.substring(0, text.length() - 2);
    }
}
