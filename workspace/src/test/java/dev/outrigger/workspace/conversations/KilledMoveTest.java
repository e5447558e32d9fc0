package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.Sample.NOW;
import static dev.outrigger.workspace.conversations.Sample.all;
import static dev.outrigger.workspace.conversations.Sample.events;
import static dev.outrigger.workspace.conversations.Sample.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whoever brings conversations to where ours lie is killed, at each step in turn: before the first call to the system
/// that changes a name, before the second, and so on until there is none left.
final class KilledMoveTest {
    private static final String OLD = "17127583920";
    private static final String THROWN_AWAY = "17127583921";
    private static final String SHARED = "17127583922";
    private static final String ORIGINAL = "17127583923";
    private static final List<String> ALL = List.of(OLD, THROWN_AWAY, SHARED, ORIGINAL);

    /// What changes which names there are. What becomes of a write is [KillTest]'s.
    private static final String STEPS = "mkdir,rmdir,rename,renameat,renameat2,link,linkat,unlink,unlinkat";

    private static final int MOST_STEPS = 500;
    private static final int KILLED = 128 + 9;

    @TempDir
    Path top;

    @Test
    void nothingIsLostOrHiddenWhereverItIsKilled() throws Exception {
        int step = 1;
        while (!survives(step)) {
            step++;
        }

        assertThat(step).as("there is something to be killed in").isBetween(12, MOST_STEPS);
    }

    /// Whether it came to its end before it reached this step.
    private boolean survives(int step) throws Exception {
        var storage = top.resolve(Integer.toString(step));
        fill(storage.resolve("conversations"));
        var inject = "inject=" + STEPS + ":signal=KILL:when=" + step;
        var worker = Worker.start(
                List.of("strace", "-f", "-qqq", "-o", "/dev/null", "-e", "trace=" + STEPS, "-e", inject),
                "move",
                storage.toString(),
                OLD,
                "4");
        int code = worker.waitFor();
        assertThat(code).as("step " + step).isIn(0, KILLED);
        assertThat(step).isLessThan(MOST_STEPS);

        var conversations = new Conversations(storage);
        for (var id : ALL) {
            assertThat(conversations.list())
                    .as("%s, killed at step %d", id, step)
                    .anyMatch(each -> each.id().digits().equals(id) && each.damage() == null);
            assertSaid(conversations, id, step, code == 0 ? 1 : 0);
        }
        // Nor does anything that was left half done keep the next one from going on.
        for (var id : ALL) {
            try (var held = conversations.lock(new ConversationId(id))) {
                held.push(events(message("again")), NOW);
            }
            assertSaid(conversations, id, step, 1);
            assertThat(storage.resolve("conversations/.outrigger/" + id)).isDirectory();
        }
        assertThat(storage.resolve("conversations/" + SHARED + "/events.json")).exists();
        assertThat(storage.resolve("conversations/" + ORIGINAL + "/events.json"))
                .exists();
        assertThat(conversations.list()).allMatch(each -> each.damage() == null);
        return code == 0;
    }

    /// What was there before, and at least so many more.
    private static void assertSaid(Conversations conversations, String id, int step, int more) throws Exception {
        var said = all(conversations, new ConversationId(id)).stream()
                .map(event -> ((Json.Obj) event).text("message").orElse(""))
                .toList();
        assertThat(said).as("%s, killed at step %d", id, step).startsWith("1").hasSizeGreaterThan(more);
        assertThat(said.subList(1, said.size())).allMatch(each -> each.equals("more") || each.equals("again"));
    }

    private static void fill(Path conversations) throws Exception {
        ours(conversations.resolve(OLD));
        ours(conversations.resolve(".trash").resolve(THROWN_AWAY));
        ours(conversations.resolve(SHARED));
        original(conversations.resolve(SHARED));
        original(conversations.resolve(ORIGINAL));
    }

    private static void ours(Path folder) throws Exception {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("events.jsonl"), "[" + message("1").replace('\'', '"') + "]\n");
        Files.writeString(
                folder.resolve("metadata.json"), "{\"title\":\"T\",\"last_activated_at\":\"2025-07-20T10:30:00Z\"}");
    }

    private static void original(Path folder) throws Exception {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("base_config.json"), "{}");
        Files.writeString(folder.resolve("events.json"), "[" + message("1").replace('\'', '"') + "]");
        Files.writeString(
                folder.resolve("metadata.json"), "{\"title\":\"T\",\"last_activated_at\":\"2025-07-20 10:30:00.0\"}");
    }
}
