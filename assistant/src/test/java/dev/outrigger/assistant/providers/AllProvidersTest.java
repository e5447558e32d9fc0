package dev.outrigger.assistant.providers;

import static dev.outrigger.assistant.providers.ProviderFixture.KEY;
import static dev.outrigger.assistant.providers.ProviderFixture.hello;
import static dev.outrigger.assistant.providers.ProviderFixture.problem;
import static dev.outrigger.assistant.providers.ProviderFixture.provider;
import static dev.outrigger.assistant.providers.ProviderFixture.said;
import static dev.outrigger.assistant.providers.ProviderFixture.settings;
import static dev.outrigger.assistant.providers.ProviderFixture.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.outrigger.assistant.AnswerFinish;
import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.assistant.ProviderProblem.Kind;
import dev.outrigger.wire.event.Event;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What holds for every provider over HTTP: how an answer comes in, and the ways in which it does not.
class AllProvidersTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void anAnswerIsStreamedWithItsUsage(String name) throws Exception {
        try (var server = RawServer.saying("200 OK\r\nContent-Type: " + type(name), said(name))) {
            var heard = ProviderFixture.hear(provider(name, server.url()), hello());

            assertThat(heard.text()).isEqualTo("Hé");
            assertThat(heard.finish())
                    .isEqualTo(new AnswerFinish(AnswerFinish.Reason.DONE, new AnswerFinish.Usage(7, 3)));
            assertThat(server.request().head()).contains(KEY);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void itDoesNotMatterWhereTheBytesAreCut(String name) throws Exception {
        var whole = bytes(said(name));
        for (int at = 1; at < whole.length; at += 7) {
            var chunks = List.of(Arrays.copyOf(whole, at), Arrays.copyOfRange(whole, at, whole.length));
            try (var server = RawServer.chunks(type(name), chunks)) {
                assertThat(ProviderFixture.hear(provider(name, server.url()), hello())
                                .text())
                        .as("cut at %d", at)
                        .isEqualTo("Hé");
            }
        }
    }

    /// Within a character, a field, an object; with the end of the connection, and with a proper end of too little.
    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void anAnswerThatBreaksOffIsCutWhereverItDoes(String name) throws Exception {
        var whole = bytes(said(name));
        int end = said(name)
                .indexOf(
                        name.equals("openai")
                                ? "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{}"
                                : name.equals("anthropic")
                                        ? "event: message_delta"
                                        : "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\"}");
        for (int at = 0; at < end; at += 5) {
            var beginning = Arrays.copyOf(whole, at);
            try (var server = RawServer.saying("200 OK\r\nContent-Type: " + type(name), beginning)) {
                var pieces = new ArrayList<AnswerPiece>();
                assertThatThrownBy(() -> provider(name, server.url()).stream(hello(), pieces::add, new Cancellation()))
                        .as("cut at %d", at)
                        .isInstanceOfSatisfying(
                                ProviderProblem.class,
                                e -> assertThat(e.kind()).isEqualTo(pieces.isEmpty() ? Kind.EMPTY : Kind.CUT));
            }
        }
        var inACharacter = said(name).substring(0, said(name).indexOf('é'));
        var half = Arrays.copyOf(bytes(inACharacter + "é"), bytes(inACharacter).length + 1);
        try (var server = new RawServer((_, out, _, _) -> {
            out.write(bytes(RawServer.head(type(name)) + Integer.toHexString(half.length + 100) + "\r\n"));
            out.write(half);
        })) {
            var pieces = new ArrayList<AnswerPiece>();
            assertThatThrownBy(() -> provider(name, server.url()).stream(hello(), pieces::add, new Cancellation()))
                    .isInstanceOfSatisfying(ProviderProblem.class, e -> {
                        assertThat(e.kind()).isEqualTo(Kind.CUT);
                        assertThat(e.passing()).isTrue();
                        assertThat(e.what())
                                .isEqualTo(name
                                        + (pieces.isEmpty()
                                                ? " closed the connection without an answer"
                                                : " broke off in the middle of its answer"));
                    });
        }
    }

    /// Nor is it asked for again: what was too long stays so.
    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void anEmptyAnswerIsNotOneThatBrokeOff(String name) throws Exception {
        for (var body : name.equals("openai") ? List.of("", "data: [DONE]\n\n") : List.of("")) {
            try (var server = RawServer.chunks(type(name), List.of(bytes(body.isEmpty() ? "\n" : body)))) {
                var brief = problem(provider(name, server.url()));
                assertThat(brief.kind()).isEqualTo(Kind.EMPTY);
                assertThat(brief.passing()).isFalse();
                assertThat(brief.what()).isEqualTo(name + " ended its answer before the first word");
                var lengthy = ProviderFixture.call(new Event.ChatRequest("x".repeat(20_000)));
                assertThatThrownBy(() -> ProviderFixture.hear(provider(name, server.url()), lengthy))
                        .isInstanceOfSatisfying(ProviderProblem.class, e -> {
                            assertThat(e.kind()).isEqualTo(Kind.EMPTY);
                            assertThat(e.what()).contains("the model's window may be full");
                            assertThat(e.hint()).contains("jp query -n", "a larger window");
                        });
            }
        }
    }

    /// Whether Java has handed over the head by then is for chance to say; the words are the same.
    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void aConnectionThatEndsBehindTheHeadDidNotBreakOffInTheMiddle(String name) throws Exception {
        for (var more : List.of("", "1000\r\n", "1000\r\n\n")) {
            try (var server = new RawServer((_, out, _, _) -> out.write(bytes(RawServer.head(type(name)) + more)))) {
                for (int i = 0; i < 5; i++) {
                    var problem = problem(provider(name, server.url()));
                    assertThat(problem.what()).isEqualTo(name + " closed the connection without an answer");
                    assertThat(problem.kind()).isEqualTo(Kind.CUT);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void aSilentServerIsNotWaitedForEver(String name) throws Exception {
        try (var silent = new RawServer((_, _, in, server) -> server.waitUntilLeft(in))) {
            var problem = problem(Providers.named(
                    name,
                    settings(silent.url()),
                    new ProviderPatience(Duration.ofMillis(100), Duration.ofMillis(100), Duration.ofMillis(100))));

            assertThat(problem.kind()).isEqualTo(Kind.TIMEOUT);
            assertThat(problem.what()).isEqualTo(name + " did not answer within 100 ms");
            assertThat(silent.left.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void anIdleStreamIsLetGo(String name) throws Exception {
        try (var idle = new RawServer((_, out, in, server) -> {
            var first = said(name).substring(0, 70);
            out.write(
                    bytes(RawServer.head(type(name)) + Integer.toHexString(first.length()) + "\r\n" + first + "\r\n"));
            out.flush();
            server.waitUntilLeft(in);
        })) {
            var problem = problem(Providers.named(
                    name,
                    settings(idle.url()),
                    new ProviderPatience(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMillis(100))));

            assertThat(problem.kind()).isEqualTo(Kind.TIMEOUT);
            assertThat(problem.what()).contains("went silent in the middle of its answer");
            assertThat(idle.left.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void cancellingInMidStreamClosesTheConnection(String name) throws Exception {
        try (var endless = new RawServer((_, out, in, server) -> {
            var first = said(name);
            var some = bytes(first.substring(0, first.indexOf('\n', first.indexOf('é')) + 2));
            out.write(bytes(RawServer.head(type(name)) + Integer.toHexString(some.length) + "\r\n"));
            out.write(some);
            out.write(bytes("\r\n"));
            out.flush();
            server.waitUntilLeft(in);
        })) {
            var cancellation = new Cancellation();
            var pieces = new ArrayList<AnswerPiece>();

            var finish = provider(name, endless.url()).stream(
                    hello(),
                    piece -> {
                        pieces.add(piece);
                        // By another thread, as a key press is; it is over before this one reads on.
                        if (piece instanceof AnswerPiece.Text(var text) && text.contains("é")) {
                            var pressed = Thread.ofVirtual().start(cancellation::cancel);
                            try {
                                pressed.join();
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        }
                    },
                    cancellation);

            assertThat(finish.reason()).isEqualTo(AnswerFinish.Reason.CANCELLED);
            assertThat(pieces).isNotEmpty();
            assertThat(endless.left.await(10, TimeUnit.SECONDS))
                    .as("the server sees it")
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void cancellingBeforeTheFirstByteClosesTheConnection(String name) throws Exception {
        var cancellation = new Cancellation();
        try (var silent = new RawServer((_, _, in, server) -> {
            Thread.ofVirtual().start(cancellation::cancel);
            server.waitUntilLeft(in);
        })) {
            var finish = provider(name, silent.url()).stream(hello(), _ -> fail("nothing was said"), cancellation);

            assertThat(finish.reason()).isEqualTo(AnswerFinish.Reason.CANCELLED);
            assertThat(silent.left.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void whatIsCancelledAlreadyIsNotAsked(String name) throws Exception {
        var cancellation = new Cancellation();
        cancellation.cancel();
        try (var server = RawServer.events("")) {
            assertThat(provider(name, server.url()).stream(hello(), _ -> fail("said"), cancellation)
                            .reason())
                    .isEqualTo(AnswerFinish.Reason.CANCELLED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void everyStatusHasItsKindAndItsWords(String name) throws Exception {
        var kinds = Map.ofEntries(
                Map.entry(400, Kind.UNFIT),
                Map.entry(401, Kind.REFUSED),
                Map.entry(402, Kind.REFUSED),
                Map.entry(403, Kind.REFUSED),
                Map.entry(404, Kind.REFUSED),
                Map.entry(408, Kind.TIMEOUT),
                Map.entry(413, Kind.REFUSED),
                Map.entry(422, Kind.UNFIT),
                Map.entry(429, Kind.BUSY),
                Map.entry(500, Kind.FAILED),
                Map.entry(502, Kind.FAILED),
                Map.entry(503, Kind.FAILED),
                Map.entry(504, Kind.FAILED),
                Map.entry(529, Kind.FAILED),
                Map.entry(204, Kind.MALFORMED));
        for (var each : kinds.entrySet()) {
            var error =
                    "{\"type\":\"error\",\"error\":{\"type\":\"some_error\",\"message\":\"no,\\n not " + KEY + "\"}}";
            try (var server = RawServer.saying(
                    each.getKey() + " Odd\r\nContent-Type: application/json"
                            + (each.getKey() == 204 ? "" : "\r\nContent-Length: " + error.length()),
                    each.getKey() == 204 ? "" : error)) {
                var problem = problem(provider(name, server.url()));

                assertThat(problem.kind()).as("%s", each.getKey()).isEqualTo(each.getValue());
                if (each.getKey() != 204) {
                    assertThat(problem.what()).startsWith(name + " ").endsWith(": no, not (the key)");
                }
            }
        }
    }

    @Test
    void aRefusedKeyNamesItsVariableAndSetting() throws Exception {
        try (var server = RawServer.saying("401 Unauthorized\r\nContent-Length: 0", "")) {
            var problem = problem(provider("anthropic", server.url()));

            assertThat(problem.what()).isEqualTo("anthropic does not take the key");
            assertThat(problem.hint()).contains("KEY", "providers.anthropic.api_key_env");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void theProvidersPauseIsToldInSecondsOrAsADate(String name) throws Exception {
        try (var server = RawServer.saying("429 Busy\r\nRetry-After: 17\r\nContent-Length: 0", "")) {
            assertThat(problem(provider(name, server.url())).retryAfter()).contains(Duration.ofSeconds(17));
        }
        try (var server = RawServer.saying(
                "529 Overloaded\r\nRetry-After: Fri, 31 Dec 1999 23:59:59 GMT\r\nContent-Length: 0", "")) {
            var problem = problem(provider(name, server.url()));
            assertThat(problem.retryAfter()).as("long over").contains(Duration.ZERO);
            assertThat(problem.passing()).isTrue();
        }
        try (var server = RawServer.saying("503 Down\r\nRetry-After: soon\r\nContent-Length: 0", "")) {
            assertThat(problem(provider(name, server.url())).retryAfter()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void aRedirectIsNotFollowed(String name) throws Exception {
        try (var elsewhere = RawServer.events("");
                var server =
                        RawServer.saying("307 There\r\nLocation: " + elsewhere.url() + "/x\r\nContent-Length: 0", "")) {
            var problem = problem(provider(name, server.url()));

            assertThat(problem.kind()).isEqualTo(Kind.REFUSED);
            assertThat(problem.what()).contains(elsewhere.url(), "not followed");
            assertThat(problem.hint()).contains("providers." + name + ".base_url");
            assertThat(elsewhere.requests).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void aPageForBrowsersIsNoAnswer(String name) throws Exception {
        try (var server = RawServer.saying("200 OK\r\nContent-Type: text/html", "<html>Log in</html>")) {
            var problem = problem(provider(name, server.url()));

            assertThat(problem.kind()).isEqualTo(Kind.MALFORMED);
            assertThat(problem.what()).isEqualTo(name + " answered with text/html instead of " + type(name));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void nonsenseIsMalformedAndNotTriedAgain(String name) throws Exception {
        for (var nonsense : List.of(
                "nonsense",
                "{\"a\":",
                "{\"a\":1,\"a\":2}",
                "[1]",
                "{\"type\":7,\"choices\":7,\"message\":7}",
                "\"\u0000\"")) {
            var body = name.equals("ollama") ? nonsense + "\n" : "data: " + nonsense + "\n\n";
            try (var server = RawServer.saying("200 OK\r\nContent-Type: " + type(name), body)) {
                var problem = problem(provider(name, server.url()));
                assertThat(problem.kind()).as(nonsense).isEqualTo(Kind.MALFORMED);
                assertThat(problem.passing()).isFalse();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai"})
    void aLineThatIsNoEventIsMalformedAndShown(String name) throws Exception {
        try (var server = RawServer.events("upstream said " + KEY + " no\n\n")) {
            var problem = problem(provider(name, server.url()));
            assertThat(problem.kind()).isEqualTo(Kind.MALFORMED);
            assertThat(problem.what()).contains("upstream said (the key) no");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void anErrorInMidStreamIsTold(String name) throws Exception {
        var error = "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}";
        var body = name.equals("ollama") ? error + "\n" : "event: error\ndata: " + error + "\n\n";
        try (var server = RawServer.saying("200 OK\r\nContent-Type: " + type(name), body)) {
            var problem = problem(provider(name, server.url()));
            assertThat(problem.kind()).isEqualTo(Kind.BUSY);
            assertThat(problem.what()).isEqualTo(name + " is overloaded: Overloaded");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void anAnswerWithoutEndIsNotTakenForEver(String name) throws Exception {
        var small = new AnswerLimits(1000, 5000);
        var text = said(name);
        var event = name.equals("ollama") ? text.substring(0, text.indexOf('\n') + 1) : ": " + "x".repeat(100) + "\n\n";
        try (var endless = new RawServer((_, out, _, _) -> {
            out.write(bytes("HTTP/1.1 200 OK\r\nContent-Type: " + type(name) + "\r\nConnection: close\r\n\r\n"));
            while (true) {
                out.write(bytes(event));
            }
        })) {
            var settings = settings(endless.url());
            var provider = switch (name) {
                case "anthropic" -> new AnthropicProvider(settings, ProviderFixture.PATIENT, small);
                case "openai" -> new OpenAiProvider(settings, ProviderFixture.PATIENT, small);
                default -> new OllamaProvider(settings, ProviderFixture.PATIENT, small);
            };
            var problem = problem(provider);
            assertThat(problem.kind()).isEqualTo(Kind.MALFORMED);
            assertThat(problem.what()).contains("its answer is longer than 5000 bytes");
            assertThat(endless.left.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aHugeAnswerComesWhole() throws Exception {
        var line = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + "é".repeat(1000) + "\"}}]}\n\n";
        try (var server = RawServer.events(line.repeat(10_000) + "data: [DONE]\n\n")) {
            assertThat(ProviderFixture.hear(provider("openai", server.url()), hello())
                            .text())
                    .hasSize(10_000_000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void nobodyThereIsSaidAtOnceOnThisMachine(String name) throws Exception {
        // Bound and not listening: so nobody else does meanwhile.
        try (var bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int port = bound.getLocalPort();
            var problem = problem(provider(name, "http://127.0.0.1:" + port));

            assertThat(problem.kind()).isEqualTo(Kind.ABSENT);
            assertThat(problem.passing()).isFalse();
            assertThat(problem.what())
                    .isEqualTo("cannot reach " + name + " at http://127.0.0.1:" + port + ": nobody answers there");
            assertThat(problem.hint()).startsWith("Start ").contains("providers." + name + ".base_url");
        }
    }

    /// There is no status for it; what is to be done is the same everywhere.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "context_length_exceeded | your messages are too many",
                "invalid_request_error | This model's maximum context length is 4096 tokens",
                "invalid_request_error | prompt is too long: 208310 tokens > 200000 maximum",
                "exceed_context_size_error | the request exceeds the available context size",
            })
    void aRequestThatIsTooLongForTheWindowIsToldWhatToDo(String type, String message) throws Exception {
        var error = "{\"error\":{\"type\":\"" + type + "\",\"message\":\"" + message + "\"}}";
        try (var server = RawServer.saying(
                "400 Odd\r\nContent-Type: application/json\r\nContent-Length: " + error.length(), error)) {
            var problem = problem(provider("openai", server.url()));

            assertThat(problem.what()).isEqualTo("openai refused the request (400): " + message);
            assertThat(problem.hint()).contains("jp query -n", "a larger window");
        }
    }

    @Test
    void anUnknownHostIsSaidToBeOne() throws Exception {
        var problem = problem(provider("anthropic", "https://no-such-host.invalid"));
        assertThat(problem.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(problem.what()).contains("no-such-host.invalid", "there is no such host");
    }

    @Test
    void whatSpeaksNoTlsIsNoSecureConnection() throws Exception {
        try (var plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (var client = plain.accept()) {
                    client.getOutputStream().write(bytes("HTTP/1.1 400 What?\r\n\r\n"));
                    client.getInputStream().readAllBytes();
                } catch (IOException _) {
                    // The client has seen enough.
                }
            });
            var problem = problem(provider("anthropic", "https://127.0.0.1:" + plain.getLocalPort()));
            assertThat(problem.kind()).isEqualTo(Kind.REFUSED);
            assertThat(problem.what()).startsWith("no secure connection to anthropic");
            assertThat(problem.hint()).contains("SSL_CERT_FILE");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void aConnectionClosedWithoutAWordIsCut(String name) throws Exception {
        try (var server = new RawServer((_, _, _, _) -> {})) {
            var problem = problem(provider(name, server.url()));
            assertThat(problem.kind()).isEqualTo(Kind.CUT);
            assertThat(problem.what()).isEqualTo(name + " closed the connection without an answer");
        }
    }

    @Test
    void theSecondCallUsesTheSameConnection() throws Exception {
        var asked = new AtomicInteger();
        try (var server = new RawServer((_, out, in, _) -> {
            asked.incrementAndGet();
            var body = bytes(said("anthropic"));
            var answer =
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: " + body.length + "\r\n\r\n";
            out.write(bytes(answer));
            out.write(body);
            out.flush();
            if (in.read() == 'P') {
                out.write(bytes(answer));
                out.write(body);
            }
        })) {
            var provider = provider("anthropic", server.url());
            ProviderFixture.hear(provider, hello());
            assertThat(ProviderFixture.hear(provider, hello()).text()).isEqualTo("Hé");
            assertThat(asked).hasValue(1);
        }
    }

    @Test
    void listsModelsAndWhatIsKnownOfThem() throws Exception {
        var answers = Map.of(
                "anthropic", "{\"data\":[{\"id\":\"a\",\"display_name\":\"A one\"},{\"id\":\"b\"}],\"has_more\":false}",
                "openai", "{\"object\":\"list\",\"data\":[{\"id\":\"a\",\"owned_by\":\"me\"},{\"id\":\"b\"}]}",
                "ollama",
                        "{\"models\":[{\"name\":\"a\",\"size\":4661224676,\"details\":{\"parameter_size\":\"8.0B\",\"quantization_level\":\"Q4_0\"}},{\"name\":\"b\"}]}");
        var notes = Map.of("anthropic", "A one", "openai", "by me", "ollama", "8.0B, Q4_0, 4.7 GB");
        var lines = Map.of("anthropic", "/v1/models", "openai", "/models", "ollama", "/api/tags");
        for (var name : answers.keySet()) {
            try (var server = RawServer.saying("200 OK\r\nContent-Type: application/json", answers.get(name))) {
                var models = provider(name, server.url()).models(new Cancellation());

                assertThat(models)
                        .extracting(model -> model.name() + ":" + model.note())
                        .containsExactly("a:" + notes.get(name), "b:");
                assertThat(server.request().line()).startsWith("GET " + lines.get(name));
            }
        }
    }

    @Test
    void aListThatIsNoneIsMalformed() throws Exception {
        for (var list : List.of("{\"data\":[{}],\"models\":[{}]}", "{\"data\":7,\"models\":7}", "nonsense")) {
            try (var server = RawServer.saying("200 OK\r\nContent-Type: application/json", list)) {
                for (var name : List.of("anthropic", "openai", "ollama")) {
                    try {
                        provider(name, server.url()).models(new Cancellation());
                        fail("%s took %s", name, list);
                    } catch (ProviderProblem e) {
                        assertThat(e.kind()).isEqualTo(Kind.MALFORMED);
                    }
                }
            }
        }
    }

    @Test
    void ollamaIsReachableWhenItHasModelsToTell() throws Exception {
        var time = Duration.ofSeconds(5);
        try (var server =
                RawServer.saying("200 OK\r\nContent-Type: application/json", "{\"models\":[{\"name\":\"a\"}]}")) {
            assertThat(OllamaProvider.reachable(settings(server.url()), time))
                    .extracting("name")
                    .containsExactly("a");
        }
        try (var other = RawServer.saying("404 Not Found\r\nContent-Length: 0", "")) {
            assertThat(OllamaProvider.reachable(settings(other.url()), time)).isEmpty();
        }
        assertThat(OllamaProvider.reachable(settings("http://127.0.0.1:1"), time))
                .isEmpty();
        assertThat(OllamaProvider.reachable(settings("nonsense"), time)).isEmpty();
    }

    @Test
    void whatAListenerThrowsEndsTheCallAndTheConnection() throws Exception {
        try (var endless = new RawServer((_, out, in, server) -> {
            out.write(bytes("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
                    + said("openai").substring(0, 230)));
            out.flush();
            server.waitUntilLeft(in);
        })) {
            try {
                provider("openai", endless.url()).stream(
                        hello(),
                        _ -> {
                            throw new IllegalStateException("enough");
                        },
                        new Cancellation());
                fail("it went on");
            } catch (IllegalStateException e) {
                assertThat(e).hasMessage("enough");
            }
            assertThat(endless.left.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
