package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A plugin hears of what others do in a conversation: each event once, in order, whatever happens.
class SubscriptionTest extends LiveWorkspace {
    /// Appends by the rules of the storage page, as anybody may: under the lock, a batch on a line.
    private static final String WRITER = """
            import fcntl, json, sys
            storage, conversation, first, last, size = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6])
            with open(f"{storage}/locks/{conversation}.lock", "a") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                with open(f"{storage}/conversations/.outrigger/{conversation}/events.jsonl", "ab", buffering=0) as out:
                    for n in range(first, last + 1, size):
                        batch = [{"type": "chat_response", "timestamp": "2025-07-20T10:30:00Z", "message": str(m)}
                                 for m in range(n, min(n + size, last + 1))]
                        out.write(json.dumps(batch).encode() + b"\\n")
            """;

    @BeforeEach
    void aWriter() throws Exception {
        Files.writeString(folder.resolve("writer.py"), WRITER);
    }

    @Test
    void hearsTheTurnOfAnotherProcessAndItsEnd() throws Exception {
        var id = conversation();
        try (var plugin = Puppet.in(jail, folder)) {
            assertThat(plugin.subscribe("s", id, "").get("count")).contains(Json.of(0));

            assertThat(jail.jp("query", "-i", id, "/think hm\n/say Hello").code())
                    .isZero();

            var events = plugin.eventsUntil("query_complete");
            assertThat(Puppet.types(events))
                    .containsExactly("turn_start", "chat_request", "chat_response", "chat_response", "query_complete");
            assertThat(events.get(3).get("last")).contains(Json.Bool.TRUE);
            assertThat(events.get(3).get("index")).isEmpty();
            assertThat(seqs(events)).containsExactly(1L, 2L, 3L, 4L);
            assertThat(Puppet.data(events.get(4)).fields()).containsOnlyKeys("type");
            assertThat(plugin.events(id))
                    .isEqualTo(events.subList(0, 4).stream().map(Puppet::data).toList());
        }
    }

    @Test
    void hearsThatAWriterDied() throws Exception {
        var id = conversation();
        try (var plugin = Puppet.in(jail, folder)) {
            plugin.subscribe("s", id, "");
            var other = jail.builder(jail.command("query", "-i", id, "/say soon\n/forever"))
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("other").toFile())
                    .start();
            plugin.event("chat_request");
            other.destroyForcibly().waitFor();

            assertThat(Puppet.data(plugin.event("query_complete")).fields()).containsOnlyKeys("type");
        }
    }

    @Test
    void whoeverComesInMidTurnHearsItsEnd() throws Exception {
        var id = conversation();
        try (var plugin = Puppet.in(jail, folder);
                var other = Puppet.in(jail, folder)) {
            other.subscribe("o", id, "");
            other.query(id, "/forever");
            other.event("chat_response");
            plugin.subscribe("late", id, "");
            other.say("{'type':'cancel_query','conversation':'" + id + "'}");

            var events = plugin.eventsUntil("query_complete");

            assertThat(Puppet.types(events)).containsExactly("chat_response", "query_complete");
            assertThat(Puppet.data(events.getLast()).fields()).containsOnlyKeys("type");
        }
    }

    @Test
    void aLockThatIsOnlyHeldIsNoTurnThatEnds() throws Exception {
        var id = conversation();
        assertThat(jail.jp("query", "-i", id, "/say one").code()).isZero();
        try (var plugin = Puppet.in(jail, folder);
                var holder = Puppet.in(jail, folder)) {
            holder.say("{'type':'lock','conversation':'" + id + "'}");
            holder.hear("locked");
            plugin.subscribe("s", id, "");
            holder.say("{'type':'unlock','conversation':'" + id + "'}");
            holder.hear("unlocked");
            assertThat(jail.jp("query", "-i", id, "/say two").code()).isZero();

            assertThat(Puppet.types(plugin.eventsUntil("query_complete")))
                    .containsExactly("turn_start", "chat_request", "chat_response", "query_complete");
        }
    }

    @Test
    void beginsBehindAnyEvent() throws Exception {
        var id = conversation();
        write(id, 1, 50, 3);
        try (var plugin = Puppet.in(jail, folder)) {
            for (long after : new long[] {0, 1, 2, 3, 4, 47, 49, 50}) {
                assertThat(plugin.subscribe("s" + after, id, ",'after':" + after)
                                .get("count"))
                        .contains(Json.of(after));
                for (long seq = after + 1; seq <= 50; seq++) {
                    var event = plugin.hear("event");
                    assertThat(event.get("seq")).contains(Json.of(seq));
                    assertThat(Puppet.data(event).text("message")).contains(Long.toString(seq));
                }
                plugin.say("{'type':'unsubscribe','sub_id':'s" + after + "'}");
                assertThat(plugin.hear().text("type")).contains("unsubscribed");
            }
            plugin.say("{'type':'subscribe','sub_id':'s','conversation':'" + id + "','after':51}");
            assertThat(plugin.hear("error").text("code")).contains("invalid_request");
        }
    }

    @Test
    void aBurstReachesEverySubscriberOnceAndInOrder() throws Exception {
        var id = conversation();
        try (var plugin = Puppet.in(jail, folder);
                var slow = Puppet.in(jail, folder)) {
            plugin.subscribe("a", id, "");
            plugin.subscribe("b", id, "");
            slow.subscribe("c", id, "");
            slow.deaf(true);

            write(id, 1, 10_000, 1);

            var seen = numbersOf(plugin, List.of("a", "b"));
            assertThat(seen.get("a")).containsExactlyElementsOf(numbers(1, 10_000));
            assertThat(seen.get("b")).containsExactlyElementsOf(numbers(1, 10_000));
            slow.deaf(false);
            var late = new ArrayList<Long>();
            while (late.size() < 10_000) {
                late.add(seq(slow.hear("event")));
            }
            assertThat(late).containsExactlyElementsOf(numbers(1, 10_000));
        }
    }

    @Test
    void nothingIsLostAndNothingDoubledBetweenTwoSubscriptions() throws Exception {
        var id = conversation();
        try (var plugin = Puppet.in(jail, folder)) {
            var writer = writer(id, 1, 10_000, 1);
            var seen = new ArrayList<Long>();
            while (seen.size() < 10_000) {
                plugin.subscribe("s", id, ",'after':" + seen.size());
                for (int i = 0; i < 700 && seen.size() < 10_000; i++) {
                    seen.add(seq(plugin.hear("event")));
                }
                plugin.say("{'type':'unsubscribe','sub_id':'s'}");
                for (var message = plugin.hear();
                        message.text("type").orElse("").equals("event");
                        message = plugin.hear()) {
                    seen.add(seq(message));
                }
            }
            assertThat(writer.waitFor()).isZero();
            assertThat(seen).containsExactlyElementsOf(numbers(1, 10_000));
        }
    }

    @Test
    void refusesWhatItDoesNotKnow() throws Exception {
        var id = conversation();
        try (var plugin = Puppet.in(jail, folder)) {
            plugin.subscribe("s", id, "");
            plugin.say("{'type':'subscribe','sub_id':'s','conversation':'" + id + "'}");
            assertThat(plugin.hear("error").text("sub_id")).contains("s");
            plugin.say("{'type':'subscribe','sub_id':'t','conversation':'" + id + "','events':['no_such']}");
            assertThat(plugin.hear("error").text("message").orElseThrow()).contains("no_such");
            plugin.say("{'type':'subscribe','sub_id':'t','conversation':'999'}");
            assertThat(plugin.hear("error").text("code")).contains("not_found");
            plugin.say("{'type':'unsubscribe','sub_id':'t'}");
            assertThat(plugin.hear("error").text("code")).contains("no_subscription");
        }
    }

    @Test
    void hearsWhatThePluginItselfPushes() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.say("{'type':'push_events','conversation':'" + id
                    + "','events':[{'type':'chat_request','content':'x'},{'type':'chat_response','message':'y'}]}");

            var events = plugin.eventsUntil("chat_response");

            assertThat(Puppet.types(events)).containsExactly("turn_start", "chat_request", "chat_response");
            plugin.say("{'type':'unlock','conversation':'" + id + "'}");
            plugin.hear("unlocked");
            assertThat(jail.jp("query", "-i", id, "/say z").code()).isZero();
            // A push is no turn of another's, whose end would be told.
            assertThat(Puppet.types(plugin.eventsUntil("query_complete"))).startsWith("turn_start");
        }
    }

    @Test
    void theListTellsOfEveryConversation() throws Exception {
        var id = conversation();
        try (var plugin = Puppet.in(jail, folder)) {
            plugin.say("{'type':'subscribe','sub_id':'all','conversation':'*'}");
            assertThat(plugin.hear("subscribed").get("count")).isEmpty();

            jail.jp("conversation", "rename", id, "Taxes");
            assertThat(untilTitle(plugin, "Taxes").text("id")).contains(id);
            var other = jail.jp("conversation", "new", "--title", "Another", "--format", "json");
            assertThat(other.code()).as(other.err()).isZero();
            untilTitle(plugin, "Another");
            jail.jp("conversation", "pin", id);
            assertThat(Puppet.data(plugin.event("conversation_changed")).fields())
                    .containsKey("pinned_at");
            jail.jp("conversation", "rm", "--yes", id);
            assertThat(Puppet.data(plugin.event("conversation_removed")).text("id"))
                    .contains(id);
        }
    }

    @Test
    void aRemovedConversationEndsItsSubscriptions() throws Exception {
        var id = conversation();
        try (var plugin = Puppet.in(jail, folder)) {
            plugin.subscribe("s", id, "");
            jail.jp("conversation", "rm", "--yes", id);

            assertThat(plugin.event("conversation_removed").text("sub_id")).contains("s");
            plugin.say("{'type':'unsubscribe','sub_id':'s'}");
            assertThat(plugin.hear("error").text("code")).contains("no_subscription");
        }
    }

    @Test
    void whatAFrontNeedsBesides() throws Exception {
        jail.plugin("puppet", Puppet.SCRIPT)
                .config("[plugins.command.puppet]\nrun = \"unattended\"\nmay_remove = true\n");
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.say(
                    "{'type':'push_events','conversation':'" + id
                            + "','events':[{'type':'chat_request','content':'Where is the Flock?'},{'type':'chat_response','message':'here'}]}");
            plugin.hear("pushed");
            plugin.say("{'type':'search','id':'f','text':'flock'}");
            plugin.say("{'type':'list_tools'}");
            plugin.say("{'type':'list_models'}");
            plugin.say("{'type':'fork_conversation','conversation':'" + id + "','after':2}");
            plugin.say("{'type':'update_conversation','conversation':'" + id + "','title':'Named','pinned':true}");
            assertThat(plugin.hear().get("data").map(Object::toString).orElseThrow())
                    .contains("Where is the Flock?");
            assertThat(plugin.hear("tools").toString()).contains("read_file");
            assertThat(plugin.hear("models").toString()).contains("demo");
            var fork = plugin.hear("forked").text("conversation").orElseThrow();
            plugin.hear("updated");
            assertThat(plugin.events(fork)).hasSize(2);
            plugin.say("{'type':'list_conversations'}");
            assertThat(plugin.hear("conversations").toString()).contains("Named", "pinned_at");
            plugin.say("{'type':'remove_conversation','conversation':'" + id + "'}");
            plugin.hear("removed");
            assertThat(jail.workspace().resolve(".jp/conversations/.outrigger/" + id))
                    .doesNotExist();
        }
    }

    @Test
    void aPluginDeletesNothingUnlessTheUserSaysSo() throws Exception {
        var id = conversation();
        try (var plugin = Puppet.in(jail, folder)) {
            plugin.say("{'type':'remove_conversation','conversation':'" + id + "'}");
            assertThat(plugin.hear("error").text("code")).contains("not_allowed");
        }
    }

    /// What each of them hears, until each has heard as much as was written.
    private static Map<String, List<Long>> numbersOf(Puppet plugin, List<String> subIds) throws Exception {
        var seen = new HashMap<String, List<Long>>();
        subIds.forEach(subId -> seen.put(subId, new ArrayList<>()));
        while (seen.values().stream().anyMatch(each -> each.size() < 10_000)) {
            var event = plugin.hear("event");
            seen.computeIfAbsent(event.text("sub_id").orElseThrow(), _ -> new ArrayList<>())
                    .add(seq(event));
        }
        return seen;
    }

    private static Json.Obj untilTitle(Puppet plugin, String title) throws Exception {
        while (true) {
            var data = Puppet.data(plugin.event("conversation_changed"));
            if (data.text("title").orElse("").equals(title)) {
                return data;
            }
        }
    }

    private void write(String id, int first, int last, int size) throws Exception {
        assertThat(writer(id, first, last, size).waitFor()).isZero();
    }

    private Process writer(String id, int first, int last, int size) throws Exception {
        return new ProcessBuilder(
                        "python3",
                        folder.resolve("writer.py").toString(),
                        jail.workspace().resolve(".jp").toString(),
                        id,
                        Integer.toString(first),
                        Integer.toString(last),
                        Integer.toString(size))
                .inheritIO()
                .start();
    }

    private static List<Long> seqs(List<Json.Obj> events) {
        return events.stream()
                .filter(event -> event.get("seq").isPresent())
                .map(SubscriptionTest::seq)
                .toList();
    }

    private static long seq(Json.Obj event) {
        return Long.parseLong(((Json.Num) event.get("seq").orElseThrow()).text());
    }

    private static List<Long> numbers(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }
}
