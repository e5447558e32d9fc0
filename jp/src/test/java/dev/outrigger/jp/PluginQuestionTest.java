package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What fronts are asked: all that there is to see, who is asked, and how long.
class PluginQuestionTest extends LiveWorkspace {
    private static final String WRITE = "/call write_file {\"path\":\"%s\",\"content\":\"new\\n\"}";

    /// A server whose one tool wants a form filled in, and tells what it got.
    private static final String FORM = """
            import json, sys
            def say(message):
                print(json.dumps({"jsonrpc": "2.0"} | message), flush=True)
            call = None
            for line in sys.stdin:
                said = json.loads(line)
                match said.get("method"):
                    case "initialize":
                        say({"id": said["id"], "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                             "serverInfo": {"name": "form", "version": "1"}}})
                    case "tools/list":
                        say({"id": said["id"], "result": {"tools": [
                            {"name": "book", "description": "Books.", "inputSchema": {"type": "object"}}]}})
                    case "tools/call":
                        call = said["id"]
                        say({"id": "form", "method": "elicitation/create", "params": {
                             "message": "Your table", "requestedSchema": {"type": "object", "properties": {
                             "name": {"type": "string"}, "outside": {"type": "boolean"},
                             "day": {"type": "string", "enum": ["today", "tomorrow"]}},
                             "required": ["name", "outside", "day"]}}})
                    case "server/discover":
                        say({"id": said["id"], "error": {"code": -32601, "message": "unknown"}})
                    case None if said.get("id") == "form":
                        say({"id": call, "result": {"content": [
                             {"type": "text", "text": json.dumps(said["result"], sort_keys=True)}]}})
            """;

    @Test
    void aStrangersToolIsToldWithItsOwnWordsAndThatItsArgumentsAreToBeShown() throws Exception {
        Files.writeString(folder.resolve("tidy"), "#!/bin/sh\necho done\n");
        assertThat(folder.resolve("tidy").toFile().setExecutable(true)).isTrue();
        jail.config("[conversation.tools.tidy]\nsource = \"local\"\ncommand = \"" + folder.resolve("tidy")
                + "\"\ndescription = \"Tidies a folder.\"\nparameters.folder.type = \"string\"\n");
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, "/call tidy {\"folder\":\"/\"}");

            var asked = plugin.event("tool_call_request");
            var proposal = (Json.Obj) asked.get("proposal").orElseThrow();
            assertThat(proposal.text("about")).contains("Tidies a folder.");
            assertThat(proposal.get("show_arguments")).contains(Json.Bool.TRUE);
            assertThat(proposal.text("words").orElseThrow()).contains("tidy").doesNotContain("\"/\"");
            plugin.approve("s", asked);
            plugin.eventsUntil("query_complete");

            plugin.query(id, WRITE.formatted("a.txt"));
            var ours =
                    (Json.Obj) plugin.event("tool_call_request").get("proposal").orElseThrow();
            assertThat(ours.get("about")).isEmpty();
            assertThat(ours.get("show_arguments")).contains(Json.Bool.FALSE);
        }
    }

    @Test
    void whereNobodyIsLeftAQuestionWaitsForWhoeverComes() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, WRITE.formatted("a.txt"));
            plugin.event("tool_call_request");
            leave(plugin, "s");
            plugin.subscribe("again", id, ",'events':[]");
            var asked = plugin.event("tool_call_request");
            assertThat(asked.text("respond")).contains("tool_approval");
            plugin.approve("again", asked);
            plugin.eventsUntil("query_complete");

            assertThat(jail.workspace().resolve("a.txt")).hasContent("new\n");
        }
    }

    @Test
    void whereNobodyIsLeftAndNobodyComesItsTimeIsUp() throws Exception {
        jail.config("[plugins]\nrespond_timeout_secs = 1\n");
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, WRITE.formatted("a.txt"));
            plugin.event("tool_call_request");
            leave(plugin, "s");

            var last = new ArrayList<Json.Obj>();
            await().until(() -> {
                last.addAll(plugin.events(id));
                return last.stream()
                        .anyMatch(event -> event.text("type").orElse("").equals("tool_call_response"));
            });
            assertThat(last.stream().flatMap(event -> event.text("content").stream()))
                    .anyMatch(content -> content.startsWith("no answer in time"));
            assertThat(jail.workspace().resolve("a.txt")).doesNotExist();
        }
    }

    private static void leave(Puppet plugin, String subId) throws Exception {
        plugin.say("{'type':'unsubscribe','sub_id':'" + subId + "'}");
        plugin.hear("unsubscribed");
    }

    @Test
    void whatIsAskedInOneProcessIsOnlyToldInAnother() throws Exception {
        try (var plugin = Puppet.in(jail, folder);
                var other = Puppet.in(jail, folder)) {
            var id = conversation();
            plugin.subscribe("s", id, "");
            other.subscribe("o", id, "");
            plugin.query(id, WRITE.formatted("a.txt"));
            var asked = plugin.event("tool_call_request");

            var told = other.event("tool_call_request");

            assertThat(told.fields()).containsOnlyKeys("type", "sub_id", "seq", "data");
            assertThat(told.get("data")).isEqualTo(asked.get("data"));
            other.approve("o", told);
            assertThat(other.hear("error").text("code")).contains("not_open");
            plugin.approve("s", asked);
            assertThat(Puppet.types(other.eventsUntil("query_complete")))
                    .containsExactly("tool_call_response", "chat_response", "query_complete");
        }
    }

    @Test
    void whatOneFrontApprovedForGoodIsAskedAboutElsewhere() throws Exception {
        try (var plugin = Puppet.in(jail, folder);
                var other = Puppet.in(jail, folder)) {
            var id = conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, WRITE.formatted("a.txt"));
            plugin.respond("s", plugin.event("tool_call_request"), "'action':'approve','remember':'conversation'");
            plugin.eventsUntil("query_complete");
            assertThat(jail.workspace().resolve("a.txt")).hasContent("new\n");

            jail.jp("query", "-i", id, WRITE.formatted("b.txt"));
            assertThat(jail.workspace().resolve("b.txt")).doesNotExist();

            other.subscribe("o", id, "");
            other.query(id, WRITE.formatted("c.txt"));
            assertThat(other.event("tool_call_request").text("respond")).contains("tool_approval");
        }
    }

    @Test
    void whoeverIsAskedHearsThatACancelHasAnswered() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("one", id, ",'events':['answered']");
            plugin.subscribe("two", id, ",'events':['answered']");
            plugin.query(id, WRITE.formatted("a.txt") + "\n/ask Which one? | this | that");
            plugin.event("inquiry_request");
            plugin.event("inquiry_request");
            plugin.say("{'type':'cancel_query','conversation':'" + id + "'}");

            var events = plugin.eventsUntil("query_complete");
            events.addAll(plugin.eventsUntil("query_complete"));

            assertThat(Puppet.of(events, "answered"))
                    .hasSize(4)
                    .allSatisfy(event ->
                            assertThat(Puppet.data(event).text("action")).contains("cancel"));
        }
    }

    @Test
    void aFormOfAServerIsOneInquiryForEachField() throws Exception {
        Files.writeString(folder.resolve("form.py"), FORM);
        jail.config("[providers.mcp.form]\ncommand = \"python3\"\nargs = [\"" + folder.resolve("form.py")
                + "\"]\n[conversation.tools.book]\nsource = \"mcp.form\"\nrun = \"unattended\"\n");
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, "/call book {}");
            approved(plugin);
            var questions = new ArrayList<String>();
            for (var answer : List.of("'Ada'", "true", "'tomorrow'")) {
                var asked = plugin.event("inquiry_request");
                assertThat(asked.text("respond")).contains("inquiry");
                questions.add(Puppet.data(asked).text("kind").orElseThrow());
                plugin.say("{'type':'respond','sub_id':'s','respond':'inquiry','inquiry_id':'"
                        + Puppet.data(asked).text("id").orElseThrow() + "','answer':" + answer + "}");
            }
            var response = Puppet.data(plugin.event("tool_call_response"));

            assertThat(questions).containsExactly("text", "boolean", "select");
            assertThat(response.text("content").orElseThrow())
                    .contains(
                            "\"action\": \"accept\"",
                            "\"name\": \"Ada\"",
                            "\"outside\": true",
                            "\"day\": \"tomorrow\"");
        }
    }

    /// A tool that was never seen is asked about whatever the settings say.
    private static void approved(Puppet plugin) throws Exception {
        var asked = plugin.event("tool_call_request");
        if (asked.get("respond").isPresent()) {
            plugin.approve("s", asked);
        }
    }

    @Test
    void aSubscriptionToTheListIsNoneForAQuery() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.say("{'type':'subscribe','sub_id':'all','conversation':'*'}");
            plugin.hear("subscribed");
            plugin.say("{'type':'query','conversation':'" + id + "','content':'hello'}");

            assertThat(plugin.hear("error").text("code")).contains("no_subscription");
            assertThat(plugin.events(id)).isEmpty();
        }
    }

    @Test
    void anAnswerThatWasCutOffOrDeclinedSaysSo() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            for (var end : List.of("/cut length", "/decline refused")) {
                plugin.query(id, "/say so far\n" + end.split(" ")[0] + "\n/say no more");
                var events = plugin.eventsUntil("query_complete");
                assertThat(Puppet.text(events, "message")).isEqualTo("so far");
                assertThat(Puppet.data(events.getLast()).text("outcome")).contains(end.split(" ")[1]);
            }
        }
    }

    @Test
    void whoeverComesInMidMessageFirstGetsWhatThereIsOfItAsOnePiece() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.subscribe("s", id, "");
            plugin.query(id, "/forever");
            var early = new ArrayList<>(plugin.eventsUntil("chat_response"));
            while (!Puppet.text(early, "message").contains("word 30")) {
                early.add(plugin.hear("event"));
            }
            plugin.say("{'type':'subscribe','sub_id':'late','conversation':'" + id + "','events':['chat_response']}");
            var first = lateEvent(plugin);

            assertThat(first.get("index")).contains(Json.of(0));
            assertThat(first.get("seq")).isEmpty();
            assertThat(Puppet.data(first).text("message").orElseThrow())
                    .startsWith("word 1 ")
                    .contains("word 30");
            plugin.say("{'type':'cancel_query','conversation':'" + id + "'}");
            var late = new ArrayList<>(List.of(first));
            while (!Puppet.type(late.getLast()).equals("query_complete")) {
                late.add(lateEvent(plugin));
            }
            assertThat(plugin.events(id).getLast().text("message")).contains(Puppet.text(late, "message"));
        }
    }

    private static Json.Obj lateEvent(Puppet plugin) throws Exception {
        while (true) {
            var event = plugin.hear("event");
            if (event.text("sub_id").orElseThrow().equals("late")) {
                return event;
            }
        }
    }

    @Test
    void manyChangesOfAConversationAreFewEventsOfTheList() throws Exception {
        int changes = 300;
        try (var plugin = Puppet.in(jail, folder)) {
            var id = plugin.conversation();
            plugin.say("{'type':'subscribe','sub_id':'all','conversation':'*'}");
            plugin.hear("subscribed");
            long began = System.nanoTime();
            for (int i = 1; i <= changes; i++) {
                push(plugin, id);
            }
            var told = new ArrayList<Json>();
            do {
                told.add(Puppet.data(plugin.event("conversation_changed"))
                        .get("events_count")
                        .orElseThrow());
            } while (!told.getLast().equals(Json.of(changes)));
            long tenths = (System.nanoTime() - began) / 100_000_000;

            // However slow the machine is: so many fit between the first change and now, and the last state is among
            // them.
            assertThat(told)
                    .hasSizeLessThan(changes)
                    .hasSizeLessThanOrEqualTo((int) tenths + 1)
                    .doesNotHaveDuplicates();
        }
    }

    private static void push(Puppet plugin, String id) throws IOException {
        plugin.say(
                "{'type':'push_events','conversation':'" + id + "','events':[{'type':'chat_response','message':'x'}]}");
    }
}
