package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// A plugin that subscribes to a conversation, and has the assistant answer in it.
class PluginQueryTest extends LiveWorkspace {
    private static final String WRITE = "/call write_file {\"path\":\"%s\",\"content\":\"new\\n\"}";

    @Test
    void theAnswerComesInPiecesAndIsWhatIsStored() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, "/say one two three");

            var events = plugin.eventsUntil("query_complete");

            assertThat(Puppet.types(events)).startsWith("turn_start", "chat_request", "activity", "chat_response");
            var pieces = Puppet.of(events, "chat_response");
            assertThat(pieces).hasSizeGreaterThan(1);
            assertThat(Puppet.text(pieces, "message")).isEqualTo("one two three");
            assertThat(pieces)
                    .allSatisfy(piece -> assertThat(piece.get("index")).contains(Json.of(0)));
            assertThat(pieces.getLast().get("last")).contains(Json.Bool.TRUE);
            assertThat(pieces.getLast().get("seq")).contains(Json.of(3));
            assertThat(pieces.getFirst().get("seq")).isEmpty();
            var end = Puppet.data(events.getLast());
            assertThat(end.text("outcome")).contains("done");
            assertThat(end.text("model")).contains("demo/demo");
            assertThat(end.fields()).containsKeys("usage", "seconds");
            var stored = plugin.events(id);
            assertThat(stored).hasSize(3).startsWith(Puppet.data(events.get(0)), Puppet.data(events.get(1)));
            assertThat(plugin.leave()).isZero();
        }
    }

    @Test
    void thoughtsAreAMessageOfTheirOwn() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, ",'events':['chat_response']");
            plugin.query(id, "/think let me see\n/say Yes");

            var events = plugin.eventsUntil("query_complete");

            assertThat(Puppet.types(events)).containsOnly("chat_response", "query_complete");
            assertThat(Puppet.text(events, "reasoning")).isEqualTo("let me see");
            assertThat(Puppet.text(events, "message")).isEqualTo("Yes");
            assertThat(events.stream()
                            .filter(event -> event.get("last").isPresent())
                            .map(event -> event.get("index").orElseThrow()))
                    .containsExactly(Json.of(0), Json.of(1));
        }
    }

    @Test
    void aCallIsAskedAboutOnceAndRunsAfterAYes() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, WRITE.formatted("a.txt"));

            var asked = plugin.event("tool_call_request");
            assertThat(asked.text("respond")).contains("tool_approval");
            assertThat(asked.get("seq")).contains(Json.of(3));
            assertThat(asked.get("actions")).contains(Json.texts(List.of("approve", "reject", "modify")));
            var proposal = (Json.Obj) asked.get("proposal").orElseThrow();
            assertThat(proposal.text("words").orElseThrow()).contains("new");
            assertThat(proposal.text("source")).contains("builtin");
            assertThat(proposal.get("mutating")).contains(Json.Bool.TRUE);
            plugin.approve("s", asked);
            var events = plugin.eventsUntil("query_complete");

            assertThat(Puppet.types(events)).doesNotContain("tool_call_request", "answered");
            assertThat(Puppet.data(Puppet.of(events, "tool_call_response").getFirst())
                            .get("is_error"))
                    .contains(Json.Bool.FALSE);
            assertThat(jail.workspace().resolve("a.txt")).hasContent("new\n");
        }
    }

    @Test
    void severalCallsAreAnsweredInAnyOrderAndStoredInTheirs() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, WRITE.formatted("a.txt") + "\n" + WRITE.formatted("b.txt"));

            var first = plugin.event("tool_call_request");
            var second = plugin.event("tool_call_request");
            plugin.respond("s", second, "'action':'reject','reason':'not that one'");
            plugin.respond("s", first, "'action':'modify','arguments':{'path':7}");
            var misfit = plugin.hear("error");
            assertThat(misfit.text("code")).contains("invalid_request");
            assertThat(misfit.text("message").orElseThrow()).contains("/path");
            plugin.respond("s", first, "'action':'modify','arguments':{'path':'c.txt','content':'mine\\n'}");
            var responses = Puppet.of(plugin.eventsUntil("query_complete"), "tool_call_response");

            assertThat(responses)
                    .extracting(event -> Puppet.data(event).text("id"))
                    .containsExactly(
                            Puppet.data(first).text("id"), Puppet.data(second).text("id"));
            assertThat(Puppet.data(responses.get(1)).text("content").orElseThrow())
                    .contains("not that one");
            assertThat(jail.workspace().resolve("c.txt")).hasContent("mine\n");
            assertThat(jail.workspace().resolve("a.txt")).doesNotExist();
            assertThat(jail.workspace().resolve("b.txt")).doesNotExist();
        }
    }

    @Test
    void ofSeveralFrontsTheFirstAnswerCounts() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("one", id, ",'events':['answered']");
            plugin.subscribe("two", id, ",'events':['answered']");
            plugin.subscribe("looks", id, ",'events':['tool_call_request'],'respond':false");
            plugin.query(id, WRITE.formatted("a.txt"));

            var asked = plugin.eventsOf("one", "two", "looks");
            assertThat(asked.get(2).get("respond")).isEmpty();
            plugin.subscribe("three", id, ",'events':[]");
            var late = plugin.event("tool_call_request");
            assertThat(late.text("sub_id")).contains("three");
            assertThat(late.text("respond")).contains("tool_approval");
            plugin.approve("two", late);
            plugin.approve("one", late);
            var refused = plugin.hear("error");
            assertThat(refused.text("code")).contains("not_open");
            assertThat(refused.text("sub_id")).contains("one");
            plugin.approve("looks", late);
            assertThat(plugin.hear("error").text("code")).contains("invalid_request");
            plugin.approve("nobody", late);
            assertThat(plugin.hear("error").text("code")).contains("no_subscription");
        }
    }

    @Test
    void theOthersHearThatItWasAnswered() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("one", id, ",'events':['answered']");
            plugin.subscribe("two", id, ",'events':['answered']");
            plugin.query(id, WRITE.formatted("a.txt"));

            var asked = plugin.eventsOf("one", "two");
            plugin.approve("one", asked.getFirst());
            var answered = plugin.event("answered");

            assertThat(answered.text("sub_id")).contains("two");
            assertThat(Puppet.data(answered).text("action")).contains("approve");
            assertThat(Puppet.data(answered).text("tool_call_id"))
                    .isEqualTo(Puppet.data(asked.getFirst()).text("id"));
            var ends = plugin.eventsOf("one", "two");
            assertThat(ends).extracting(Puppet::type).containsOnly("query_complete");
        }
    }

    @Test
    void whereNobodyRespondsACallIsRejectedAtOnce() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, ",'respond':false");
            plugin.query(id, WRITE.formatted("a.txt"));

            var events = plugin.eventsUntil("query_complete");

            assertThat(Puppet.of(events, "tool_call_request").getFirst().get("respond"))
                    .isEmpty();
            assertThat(Puppet.data(Puppet.of(events, "tool_call_response").getFirst())
                            .text("content"))
                    .hasValueSatisfying(content -> assertThat(content).contains("rejected"));
        }
    }

    @Test
    void whatIsRememberedIsNotAskedAboutAgain() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, WRITE.formatted("a.txt"));
            plugin.respond("s", plugin.event("tool_call_request"), "'action':'approve','remember':'conversation'");
            plugin.eventsUntil("query_complete");
            plugin.query(id, WRITE.formatted("b.txt"));

            var events = plugin.eventsUntil("query_complete");

            assertThat(Puppet.of(events, "tool_call_request").getFirst().get("respond"))
                    .isEmpty();
            assertThat(jail.workspace().resolve("b.txt")).hasContent("new\n");
            var other = plugin.conversation();
            plugin.subscribe("o", other, "");
            plugin.query(other, WRITE.formatted("c.txt"));
            assertThat(plugin.event("tool_call_request").text("respond")).contains("tool_approval");
        }
    }

    @Test
    void aQuestionThatNobodyAnswersIsOverInTime() throws Exception {
        jail.config("[plugins]\nrespond_timeout_secs = 1\n");
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, WRITE.formatted("a.txt") + "\n/ask Which one? | this | that");

            var events = plugin.eventsUntil("query_complete");

            assertThat(Puppet.of(events, "answered"))
                    .extracting(event -> Puppet.data(event).text("action").orElse(""))
                    .containsExactlyInAnyOrder("reject", "none");
            var contents = Puppet.of(events, "tool_call_response").stream()
                    .map(event -> Puppet.data(event).text("content").orElseThrow())
                    .toList();
            assertThat(contents.get(0)).startsWith("no answer in time");
            assertThat(contents.get(1)).isEqualTo("The answer is \"this\"");
            assertThat(jail.workspace().resolve("a.txt")).doesNotExist();
        }
    }

    @Test
    void theUserMayWantUnansweredCallsToRun() throws Exception {
        jail.config("[plugins]\nrespond_timeout_secs = 1\nrespond_timeout_action = \"approve\"\n");
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, WRITE.formatted("a.txt"));

            plugin.eventsUntil("query_complete");

            assertThat(jail.workspace().resolve("a.txt")).hasContent("new\n");
        }
    }

    @Test
    void inquiriesTakeWhatFits() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, "/ask Which one? | this | that\n/ask Sure? | yes | no\n/ask Why?");

            var asked = List.of(
                    plugin.event("inquiry_request"), plugin.event("inquiry_request"), plugin.event("inquiry_request"));
            var kinds = new TreeSet<String>();
            for (var each : asked) {
                assertThat(each.text("respond")).contains("inquiry");
                var data = Puppet.data(each);
                var kind = data.text("kind").orElseThrow();
                kinds.add(kind);
                var inquiry = "{'type':'respond','sub_id':'s','respond':'inquiry','inquiry_id':'"
                        + data.text("id").orElseThrow() + "','answer':";
                plugin.say(inquiry + "7}");
                assertThat(plugin.hear("error").text("code")).contains("invalid_request");
                plugin.say(inquiry
                        + switch (kind) {
                            case "select" -> "'that'}";
                            case "boolean" -> "false}";
                            default -> "'because'}";
                        });
            }

            assertThat(kinds).containsExactly("boolean", "select", "text");
            var events = plugin.eventsUntil("query_complete");
            assertThat(Puppet.of(events, "tool_call_response"))
                    .extracting(event -> Puppet.data(event).text("content").orElseThrow())
                    .containsExactly("The answer is \"that\"", "The answer is false", "The answer is \"because\"");
        }
    }

    @Test
    void aCancelledQueryKeepsWhatCame() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, "/forever");
            plugin.event("chat_response");
            plugin.say("{'type':'cancel_query','conversation':'" + id + "'}");
            plugin.hear("query_cancelled");

            var events = plugin.eventsUntil("query_complete");

            assertThat(Puppet.data(events.getLast()).text("outcome")).contains("cancelled");
            assertThat(plugin.events(id).getLast().get("metadata").map(Object::toString))
                    .hasValueSatisfying(text -> assertThat(text).contains("incomplete"));
            plugin.say("{'type':'cancel_query','conversation':'" + id + "'}");
            assertThat(plugin.hear("error").text("code")).contains("not_running");
        }
    }

    @Test
    void aFailureInMidAnswerIsToldAndWhatCameIsStored() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, "/say half an answer\n/fail");

            var events = plugin.eventsUntil("query_complete");

            assertThat(Puppet.text(events, "message")).isEqualTo("half an answer");
            var end = Puppet.data(events.getLast());
            assertThat(end.text("outcome")).contains("failed");
            assertThat(end.text("message").orElseThrow()).contains("broke off");
        }
    }

    @Test
    void aQueryNeedsASubscriptionAndTheLock() throws Exception {
        try (var plugin = Puppet.in(jail, folder);
                var other = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.say("{'type':'query','conversation':'" + id + "','content':'hello'}");
            assertThat(plugin.hear("error").text("code")).contains("no_subscription");
            other.subscribe("s", id, "");
            other.say("{'type':'query','conversation':'" + id + "','content':'hello'}");
            assertThat(other.hear("error").text("code")).contains("locked");
            plugin.subscribe("s", id, "");
            plugin.query(id, "/forever");
            for (var line : List.of(
                    "{'type':'query','conversation':'" + id + "','content':'hello'}",
                    "{'type':'lock','conversation':'" + id + "'}",
                    "{'type':'unlock','conversation':'" + id + "'}",
                    "{'type':'push_events','conversation':'" + id + "','events':[]}",
                    "{'type':'remove_conversation','conversation':'" + id + "'}")) {
                plugin.say(line);
                assertThat(plugin.hear("error").text("code")).as(line).contains("busy");
            }
            plugin.say("{'type':'update_conversation','conversation':'" + id + "','title':'Named meanwhile'}");
            plugin.hear("updated");
            plugin.say("{'type':'cancel_query','conversation':'" + id + "'}");
            plugin.eventsUntil("query_complete");
            plugin.say("{'type':'push_events','conversation':'" + id + "','events':[]}");
            plugin.hear("pushed");
        }
    }

    @Test
    void severalConversationsAnswerAtOnceUpToALimit() throws Exception {
        jail.config("[plugins]\nqueries_at_once = 2\n");
        try (var plugin = Puppet.in(jail, folder)) {
            var ids = List.of(plugin.conversation(), plugin.conversation(), plugin.conversation());
            for (var id : ids) {
                plugin.subscribe(id, id, ",'events':['chat_response']");
            }
            plugin.query(ids.get(0), "/forever");
            plugin.query(ids.get(1), "/forever");
            var seen = plugin.eventsOf(ids.get(0), ids.get(1));
            assertThat(seen).hasSize(2);
            plugin.say("{'type':'query','conversation':'" + ids.get(2) + "','content':'hello'}");
            assertThat(plugin.hear("error").text("code")).contains("busy");
        }
    }

    @Test
    void theLastSubscriptionMayEndAndTheQueryGoesOn() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, "/slow 20\n/say one two three four five six seven");
            plugin.event("chat_response");
            plugin.say("{'type':'unsubscribe','sub_id':'s'}");
            plugin.hear("unsubscribed");
            plugin.subscribe("again", id, ",'after':2");

            var events = plugin.eventsUntil("query_complete");

            assertThat(Puppet.text(events, "message")).isEqualTo("one two three four five six seven");
        }
    }

    @Test
    void whoeverEndsHasItsTurnsStoredAndItsLocksBack() throws Exception {
        String id;
        try (var plugin = Puppet.in(jail, folder)) {
            id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, "/forever");
            plugin.event("chat_response");
            assertThat(plugin.leave()).isZero();
        }
        try (var next = Puppet.in(jail, folder)) {
            var stored = next.events(id);
            assertThat(stored.getLast().text("message").orElseThrow()).startsWith("word 1");
            next.say("{'type':'lock','conversation':'" + id + "'}");
            next.hear("locked");
        }
    }

    @Test
    void aPluginThatIsKilledInMidTurnLeavesAConversationThatGoesOn() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.say("{'type':'unlock','conversation':'" + id + "'}");
            plugin.hear("unlocked");
            plugin.subscribe("s", id, "");
            plugin.query(id, "/forever");
            plugin.event("chat_response");
            plugin.killPlugin();

            assertThat(plugin.ended()).isEqualTo(1);
            assertThat(jail.jp("query", "-i", id, "/say and on").out()).contains("and on");
            assertThat(jail.jp("conversation", "print", id).out()).contains("word 1", "and on");
        }
    }

    @Test
    void aHostThatIsKilledInMidTurnLeavesNobodysLock() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, WRITE.formatted("a.txt"));
            plugin.event("tool_call_request");
            plugin.process().destroyForcibly().waitFor();

            assertThat(jail.jp("query", "-i", id, "/say and on").out()).contains("and on");
        }
    }

    @Test
    void attachmentsSchemaModelAndToolsAreThoseOfAQuery() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.sayJson(("{'type':'query','conversation':'" + id + "','content':'/data {@n@: 7}',"
                            + "'attachments':[{'type':'file_content','path':'a.rs','content':'fn a() {}'}],"
                            + "'schema':{'type':'object','required':['n']},'model':'demo/other','tools':[]}")
                    .replace('\'', '"')
                    .replace("@", "\\\""));
            plugin.hear("query_started");
            var events = plugin.eventsUntil("query_complete");

            var answer = Puppet.of(events, "chat_response");
            assertThat(answer).hasSize(1);
            assertThat(answer.getFirst().get("last")).isEmpty();
            assertThat(Puppet.data(answer.getFirst()).get("data").map(Object::toString))
                    .hasValueSatisfying(data -> assertThat(data).contains("7"));
            assertThat(Puppet.data(events.getLast()).text("model")).contains("demo/other");
            assertThat(Puppet.data(Puppet.of(events, "chat_request").getFirst()).fields())
                    .containsKeys("attachments", "schema");
        }
    }

    @Test
    void aPluginThatDoesNotReadHoldsUpNobodyAndHearsAllOfItLater() throws Exception {
        try (var plugin = Puppet.in(jail, folder);
                var other = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.say("{'type':'unlock','conversation':'" + id + "'}");
            plugin.hear("unlocked");
            plugin.subscribe("s", id, "");
            other.subscribe("o", id, ",'events':[]");
            plugin.deaf(true);
            plugin.say("{'type':'query','conversation':'" + id + "','content':'/lines 20000'}");

            assertThat(Puppet.type(other.event("query_complete"))).isEqualTo("query_complete");
            plugin.deaf(false);
            var events = plugin.eventsUntil("query_complete");

            var pieces = Puppet.of(events, "chat_response");
            assertThat(Puppet.text(pieces, "message")).hasLineCount(20000);
            assertThat(pieces.size()).isLessThan(20000);
            assertThat(pieces.getLast().get("last")).contains(Json.Bool.TRUE);
        }
    }

    @Test
    void aPluginThatReadsNothingForTooLongIsEndedAndItsTurnStored() throws Exception {
        jail.config("[plugins]\nstall_secs = 1\nqueue_bytes = 4096\n");
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.deaf(true);
            plugin.say("{'type':'query','conversation':'" + id + "','content':'/lines 9999\\n/forever'}");

            assertThat(plugin.ended()).isEqualTo(1);

            assertThat(plugin.errors()).contains("left its answers unread for 1 s");
            assertThat(jail.jp("conversation", "print", id).out()).contains("This is line 9999", "word 1");
        }
    }

    @Test
    void whileNothingHappensTheHostSleepsAndWhatIsToBeNoticedWakesIt() throws Exception {
        jail.config("[plugins]\nstall_secs = 1\nqueue_bytes = 4096\n");
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            awaitSleep(plugin);
            plugin.query(id, "/say up again");
            plugin.event("query_complete");
            awaitSleep(plugin);
            plugin.deaf(true);
            plugin.say("{'type':'query','conversation':'" + id + "','content':'/lines 9999\\n/forever'}");

            assertThat(plugin.ended()).isEqualTo(1);

            assertThat(plugin.errors()).contains("left its answers unread for 1 s");
        }
    }

    @Test
    void aPluginThatIsGoneIsNoticedThoughSomethingElseHoldsItsOutput() throws Exception {
        jail.plugin("puppet", Puppet.SCRIPT.replace("exec 3<&0", "exec 3<&0\nsleep 1000 &"))
                .trusted("puppet");
        try (var plugin = Puppet.in(jail, folder)) {
            plugin.conversation();
            awaitSleep(plugin);
            plugin.process().children().forEach(ProcessHandle::destroyForcibly);
            assertThat(plugin.ended()).isEqualTo(1);
        }
    }

    /// Until its thread that looks after time has not been on the CPU between ten looks of ours.
    private static void awaitSleep(Puppet plugin) throws Exception {
        var same = new AtomicInteger();
        var before = new AtomicReference<>("");
        await().pollInterval(Duration.ofMillis(110)).until(() -> {
            var now = switches(plugin.process().pid());
            same.set(now.equals(before.getAndSet(now)) ? same.get() + 1 : 0);
            return same.get() == 10;
        });
    }

    private static String switches(long pid) throws IOException {
        try (var threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
            for (var thread : threads.toList()) {
                if (Files.readString(thread.resolve("comm")).strip().equals("watch")) {
                    return Files.readString(thread.resolve("status"))
                            .replaceAll("(?s).*\\nvoluntary_ctxt_switches:\\s*(\\d+).*", "$1");
                }
            }
        }
        throw new AssertionError("no thread watches");
    }

    @Test
    void anInterruptIsAShutdownAndTheTurnIsStored() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, "/forever");
            plugin.event("chat_response");
            WatchedRun.send("INT", plugin.process().pid());
            plugin.hear("shutdown");

            assertThat(plugin.leave()).isZero();
            assertThat(jail.jp("conversation", "print", id).out()).contains("word 1");
        }
    }

    @Test
    void noProcessAndNoLockIsLeft() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, "/forever");
            plugin.event("chat_response");
            plugin.hangUp();
            assertThat(plugin.ended()).isEqualTo(1);
            await().until(() -> !Files.readString(Path.of("/proc/locks"))
                    .contains(":" + Files.getAttribute(lock(id), "unix:ino") + " "));
        }
    }

    private Path lock(String id) {
        return jail.workspace().resolve(".jp/locks/" + id + ".lock");
    }
}
