package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Whatever a plugin asks for, and however little it reads: what it says next is heard.
class PluginFlowTest extends LiveWorkspace {
    private static final String ASK = "{'type':'read_config','id':'%d','path':'assistant.model.id.provider'}";
    /// More than wait.
    private static final int TOO_MANY = 10_500;

    /// Of whom models are asked for in vain, until it is closed.
    private ServerSocket silent;

    @BeforeEach
    void aSilentProvider() throws IOException {
        silent = new ServerSocket(0, 8, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
        jail.config("[providers.ollama]\nbase_url = \"http://127.0.0.1:" + silent.getLocalPort() + "\"\n");
    }

    @AfterEach
    void closed() throws IOException {
        silent.close();
    }

    @Test
    void behindALookupThatTakesLongAnswersToQuestionsAndCancelsAreHeardHoweverManyAsksWait() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            var asking = plugin.conversation();
            var endless = plugin.conversation();
            plugin.subscribe("a", asking, ",'events':[]");
            plugin.subscribe("e", endless, ",'events':[]");
            plugin.query(endless, "/forever");
            plugin.query(asking, "/call write_file {\"path\":\"a.txt\",\"content\":\"new\\n\"}");
            var asked = plugin.event("tool_call_request");
            plugin.say("{'type':'list_models','id':'slow'}");
            try (var _ = silent.accept()) {
                for (int i = 0; i < TOO_MANY; i++) {
                    plugin.say(ASK.formatted(i));
                }
                plugin.approve("a", asked);
                plugin.say("{'type':'cancel_query','id':'cancel','conversation':'" + endless + "'}");

                var ends = plugin.eventsOf("a", "e");

                assertThat(ends)
                        .extracting(event -> Puppet.data(event).text("outcome").orElse(""))
                        .containsExactly("done", "cancelled");
            }
            // A client may try again.
            silent.close();
            var answers = new ArrayList<Json.Obj>();
            while (answers.size() < TOO_MANY + 2) {
                answers.add(plugin.hear());
            }

            var ids = new ArrayList<String>(List.of("slow"));
            IntStream.range(0, TOO_MANY).forEach(i -> ids.add("" + i));
            ids.add("cancel");
            assertThat(answers).extracting(each -> each.text("id").orElse("")).isEqualTo(ids);
            assertThat(answers.getFirst().text("type")).contains("models");
            assertThat(answers.getLast().text("type")).contains("query_cancelled");
            var refused = answers.stream()
                    .filter(each -> each.text("type").orElse("").equals("error"))
                    .toList();
            assertThat(refused)
                    .hasSize(TOO_MANY - 9_999)
                    .allSatisfy(each -> assertThat(each.text("code")).contains("busy"));
            assertThat(answers.subList(TOO_MANY + 1 - refused.size(), TOO_MANY + 1))
                    .isEqualTo(refused);
        }
    }

    @Test
    void aPluginThatOnlyAsksIsEnded() throws Exception {
        try (var plugin = Puppet.in(jail, folder)) {
            plugin.say("{'type':'list_models','id':'slow'}");
            try (var _ = silent.accept()) {
                try {
                    for (int i = 0; i < 10 * TOO_MANY; i++) {
                        plugin.say(ASK.formatted(i));
                    }
                } catch (IOException _) {
                    // It is not listened to any more.
                }
                assertThat(plugin.ended()).isEqualTo(1);
            }
            assertThat(plugin.errors()).contains("without waiting for an answer");
        }
    }

    @Test
    void aCancelIsHeardThoughWhatWasAnsweredBeforeIsNotRead() throws Exception {
        jail.config("[plugins]\nqueue_bytes = 4096\n");
        try (var plugin = Puppet.in(jail, folder);
                var other = Puppet.in(jail, folder)) {
            var id = conversation();
            other.subscribe("o", id, ",'events':[]");
            plugin.subscribe("s", id, "");
            plugin.query(id, "/forever");
            plugin.deaf(true);
            for (int i = 0; i < 400; i++) {
                plugin.say("{'type':'read_config','id':'" + i + "'}");
            }
            plugin.say("{'type':'cancel_query','id':'cancel','conversation':'" + id + "'}");

            assertThat(Puppet.type(other.hear("event"))).isEqualTo("query_complete");

            plugin.deaf(false);
            for (int i = 0; i < 400; i++) {
                assertThat(plugin.hear("config").text("id")).contains("" + i);
            }
            assertThat(plugin.hear("query_cancelled").text("id")).contains("cancel");
        }
    }
}
