package dev.outrigger.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.RequestErrorCode;
import dev.outrigger.wire.command.ToHost;
import dev.outrigger.wire.command.ToPlugin;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class CommandPluginTest {
    private static final CommandPlugin TITLES = CommandPlugin.named("titles", "1.0.0", "Titles of all conversations")
            .calledBy("list", "titles")
            .explained("One on each line.")
            .with(Option.value("limit", "N", "At most so many").or("10"))
            .with(Option.flag("quiet", "Say nothing"))
            .with(Option.value("order", "ORDER", "By what").of("age", "name"))
            .with(Option.word("word", "What is in them").repeated());

    private static PlayedHost begun(String args, CommandPlugin.Body body) throws Exception {
        var host = new PlayedHost(TITLES, body);
        host.init(args);
        return host;
    }

    private static int waiting(Jp jp) throws InterruptedException {
        jp.awaitEnd();
        return 0;
    }

    @Test
    void saysWhoItIsAndWhatItUnderstands() throws Exception {
        try (var host = new PlayedHost(TITLES, _ -> 0)) {
            host.say("{\"type\":\"describe\"}");
            var described = host.hear();
            assertThat(described.text("name")).contains("titles");
            assertThat(described.get("command")).contains(Json.texts(List.of("list", "titles")));
            assertThat(host.code()).isZero();
        }
        try (var host = new PlayedHost(TITLES, _ -> 0)) {
            host.say("{\"type\":\"help\"}");
            var command = (Json.Obj) host.hear().get("command").orElseThrow();
            assertThat(command.text("about")).contains("Titles of all conversations");
            assertThat(((Json.Arr) command.get("args").orElseThrow()).items()).hasSize(4);
        }
    }

    @Test
    void readsItsWords() throws Exception {
        var seen = new ArrayList<String>();
        try (var host = begun("\"--order=age\",\"a\",\"--quiet\",\"--\",\"--b\"", jp -> {
            var arguments = jp.arguments();
            seen.add(arguments.text("order").orElse("") + arguments.flag("quiet") + arguments.all("word"));
            seen.add("" + arguments.whole("limit", 1, 99).orElse(0));
            return 7;
        })) {
            assertThat(host.hearType()).isEqualTo("ready");
            assertThat(host.hear().get("code")).contains(Json.of(7));
            assertThat(host.code()).isEqualTo(7);
        }
        assertThat(seen).containsExactly("agetrue[a, --b]", "10");
    }

    @Test
    void saysWhatItDoesNotUnderstand() throws Exception {
        for (var wrong : List.of(
                "\"--nothing\"",
                "\"--limit\"",
                "\"--quiet=1\"",
                "\"--order\",\"size\"",
                "\"--limit=1\",\"--limit=2\"")) {
            try (var host = begun(wrong, _ -> 0)) {
                var exit = host.hear();
                assertThat(exit.text("type")).contains("exit");
                assertThat(exit.get("code")).as(wrong).contains(Json.of(2));
                assertThat(exit.text("reason").orElse("")).isNotEmpty();
            }
        }
    }

    @Test
    void eachThreadGetsItsOwnAnswerInWhateverOrderTheyCome() throws Exception {
        int askers = 8;
        var right = new ConcurrentLinkedQueue<Boolean>();
        try (var host = begun("", jp -> {
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < askers; i++) {
                    var id = new ConversationId("" + i);
                    threads.execute(() -> {
                        try {
                            right.add(jp.events(id).equals(List.of(Json.of(id.digits()))));
                        } catch (RequestFailed _) {
                            right.add(false);
                        }
                    });
                }
            }
            return 0;
        })) {
            assertThat(host.hearType()).isEqualTo("ready");
            var asked = new ArrayList<Json.Obj>();
            for (int i = 0; i < askers; i++) {
                asked.add(host.hear());
            }
            for (var ask : asked.reversed()) {
                var conversation = ask.text("conversation").orElseThrow();
                host.say("{\"type\":\"events\",\"id\":\"%s\",\"conversation\":\"%s\",\"data\":[\"%s\"]}"
                        .formatted(ask.text("id").orElseThrow(), conversation, conversation));
            }
            assertThat(host.hearType()).isEqualTo("exit");
        }
        assertThat(right).hasSize(askers).containsOnly(true);
    }

    @Test
    void anErrorIsAnException() throws Exception {
        try (var host = begun("", jp -> {
            try {
                jp.conversations();
                return 1;
            } catch (RequestFailed e) {
                return e.code() == RequestErrorCode.STORAGE && e.what().equals("full") ? 0 : 2;
            }
        })) {
            host.hear();
            var id = host.hear().text("id").orElseThrow();
            host.say("""
                    {"type":"error","id":"%s","request":"list_conversations","message":"full","code":"storage"}""".formatted(id));
            assertThat(host.hear().get("code")).contains(Json.of(0));
        }
    }

    @Test
    void whatABodyThrowsIsTheReasonOfItsExit() throws Exception {
        try (var host = begun("", _ -> {
            throw new PluginFailure(3, "no coffee");
        })) {
            host.hear();
            var exit = host.hear();
            assertThat(exit.get("code")).contains(Json.of(3));
            assertThat(exit.text("reason")).contains("no coffee");
        }
    }

    @Test
    void hearsTheEventsOfItsSubscriptionUntilItClosesIt() throws Exception {
        var heard = new ConcurrentLinkedQueue<Json>();
        var both = new CountDownLatch(2);
        try (var host = begun("", jp -> {
            var id = new ConversationId("1");
            try (var subscription = jp.subscribeAfter(id, 4, true, event -> {
                heard.add(event.data());
                both.countDown();
            })) {
                both.await();
                return (int) subscription.count();
            }
        })) {
            host.hear();
            var subscribe = host.hear();
            var sub = subscribe.text("sub_id").orElseThrow();
            assertThat(subscribe.get("after")).contains(Json.of(4));
            host.say("{\"type\":\"subscribed\",\"id\":\"%s\",\"sub_id\":\"%s\",\"count\":4}"
                    .formatted(subscribe.text("id").orElseThrow(), sub));
            var event = "{\"type\":\"event\",\"sub_id\":\"%s\",\"seq\":%d,\"data\":{\"type\":\"turn_start\"}}";
            host.say(event.formatted("another", 4));
            host.say(event.formatted(sub, 5));
            host.say(event.formatted(sub, 6));
            var unsubscribe = host.hear();
            assertThat(unsubscribe.text("type")).contains("unsubscribe");
            host.say("{\"type\":\"unsubscribed\",\"id\":\"%s\",\"sub_id\":\"%s\"}"
                    .formatted(unsubscribe.text("id").orElseThrow(), sub));
            assertThat(host.hear().get("code")).contains(Json.of(4));
        }
        assertThat(heard).hasSize(2);
    }

    @Test
    void shutdownEndsTheWaiting() throws Exception {
        try (var host = begun("", CommandPluginTest::waiting)) {
            host.hear();
            host.say("{\"type\":\"shutdown\"}");
            assertThat(host.hearType()).isEqualTo("exit");
        }
    }

    @Test
    void whoWaitsForAnAnswerOfAHostThatIsGoneEnds() throws Exception {
        try (var host = begun("", jp -> jp.conversations().size())) {
            host.hear();
            host.hear();
            host.hangUp();
            assertThat(host.code()).isEqualTo(1);
        }
    }

    @Test
    void anAnswerThatIsNotUnderstoodIsAFailureOfWhoAsked() throws Exception {
        try (var host = begun("", jp -> {
            assertThat(jp.ask(new ToHost.ReadConfig("style"), ToPlugin.Config.class)
                            .data())
                    .isEqualTo(Json.Null.NULL);
            assertThatThrownBy(() -> jp.ask(new ToHost.ReadConfig("style"), ToPlugin.Config.class))
                    .isInstanceOf(RequestFailed.class)
                    .hasMessageContaining("not understood");
            return 7;
        })) {
            host.hear();
            host.say("{\"type\":\"config\",\"id\":\"%s\",\"data\":null}"
                    .formatted(host.hear().text("id").orElseThrow()));
            host.say("{\"type\":\"config\",\"id\":\"%s\"}"
                    .formatted(host.hear().text("id").orElseThrow()));
            assertThat(host.hear().get("code")).contains(Json.of(7));
        }
    }

    @Test
    void whatIsNoMessageIsPassedOver() throws Exception {
        try (var host = begun("", CommandPluginTest::waiting)) {
            host.hear();
            for (var line : List.of("no json", "[]", "{\"type\":\"news\"}", "{\"type\":\"locked\",\"id\":\"9\"}", "")) {
                host.say(line);
            }
            host.say("{\"type\":\"shutdown\"}");
            assertThat(host.hearType()).isEqualTo("exit");
        }
    }
}
