package dev.outrigger.assistant.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.event.Event;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A server that sends our key back, in any way it can, gets it neither shown nor stored.
class KeyFilterTest {
    @TempDir
    Path folder;

    private static final String SAID = "You sent " + ProviderFixture.KEY + ProviderFixture.KEY + ", sk-very-long";
    private static final String SHOWN = "You sent (the key)(the key), sk-very-long";

    private static String through(String key, Iterable<String> parts) {
        return through(new KeyRing(List.of(new SecretKey(key))), parts);
    }

    private static String through(KeyRing keys, Iterable<String> parts) {
        var text = new StringBuilder();
        var filter = new KeyFilter(keys, piece -> text.append(((AnswerPiece.Text) piece).text()));
        for (var part : parts) {
            filter.piece(new AnswerPiece.Text(part));
        }
        filter.end();
        return text.toString();
    }

    @Test
    void findsTheKeyWhereverItIsSplit() {
        for (int first = 0; first <= SAID.length(); first++) {
            for (int second = first; second <= SAID.length(); second++) {
                var parts = List.of(SAID.substring(0, first), SAID.substring(first, second), SAID.substring(second));
                assertThat(through(ProviderFixture.KEY, parts))
                        .as("%d, %d", first, second)
                        .isEqualTo(SHOWN);
            }
        }
        assertThat(through(ProviderFixture.KEY, List.of(SAID.split("")))).isEqualTo(SHOWN);
    }

    /// One key begins the other, or ends where the other begins, or lies within it; in every order, at every two cuts.
    @ParameterizedTest
    @CsvSource({
        "sk-abcdefghi,  sk-abcdefghi-jklmnop",
        "sk-abcdefghi,  fghi-jklmnop",
        "sk-abcdefghi-jklmnop, bcdefghi-jkl",
        "sk-abcdefghi,  sk-abcdefghj",
        "aaaaaaaaaaaa,  aaaaaaaaaaaaa",
    })
    void findsKeysThatBeginOrOverlapEachOtherWhereverTheyAreSplit(String one, String other) {
        for (var keys : List.of(List.of(one, other), List.of(other, one))) {
            var ring = new KeyRing(keys.stream().map(SecretKey::new).toList());
            var texts = List.of(
                    one,
                    other,
                    one + other,
                    other + one,
                    one + " " + other,
                    other + ", " + one + one,
                    "x" + one.substring(0, 8) + other.substring(4) + "y",
                    other.substring(0, 11) + one);
            for (var text : texts) {
                var whole = hidden(text, keys);
                assertThat(ring.without(text)).isEqualTo(whole);
                for (int first = 0; first <= text.length(); first++) {
                    for (int second = first; second <= text.length(); second++) {
                        var parts = List.of(
                                text.substring(0, first), text.substring(first, second), text.substring(second));
                        assertThat(through(ring, parts))
                                .as("%s at %d, %d", keys, first, second)
                                .isEqualTo(whole);
                    }
                }
                assertThat(through(ring, List.of(text.split("")))).isEqualTo(whole);
            }
        }
    }

    /// Written another way: every character that belongs to a key is one of a mark's, and keys that share one share it.
    private static String hidden(String text, List<String> keys) {
        var shown = new StringBuilder();
        for (int at = 0, end = 0; at < text.length(); at++) {
            int from = at;
            int longest = keys.stream()
                    .filter(key -> text.startsWith(key, from))
                    .mapToInt(String::length)
                    .max()
                    .orElse(0);
            if (longest > 0) {
                shown.append(at < end ? "" : SecretKey.MARK);
                end = Math.max(end, at + longest);
            }
            if (at >= end) {
                shown.append(text.charAt(at));
            }
        }
        return shown.toString();
    }

    /// Keys that repeat themselves, in texts that nearly are the key.
    @Test
    void saysOfPiecesWhatIsSaidOfTheWholeText() {
        for (int seed = 0; seed < 2000; seed++) {
            var random = new Random(seed);
            var keys = List.of(word(random, 12), word(random, 12 + random.nextInt(4)));
            var text = new StringBuilder();
            var parts = new ArrayList<String>();
            for (int i = 0; i < 10; i++) {
                var part = random.nextInt(3) == 0 ? keys.get(random.nextInt(2)) : word(random, random.nextInt(14));
                int cut = random.nextInt(part.length() + 1);
                parts.add(part.substring(0, cut));
                parts.add(part.substring(cut));
                text.append(part);
            }

            assertThat(through(new KeyRing(keys.stream().map(SecretKey::new).toList()), parts))
                    .as("seed %d", seed)
                    .isEqualTo(hidden(text.toString(), keys));
        }
    }

    private static String word(Random random, int length) {
        var word = new StringBuilder();
        for (int i = 0; i < length; i++) {
            word.append(random.nextInt(4) == 0 ? 'b' : 'a');
        }
        return word.toString();
    }

    @Test
    void holdsBackNoMoreThanMayBeTheKey() {
        var pieces = new ArrayList<AnswerPiece>();
        var filter = new KeyFilter(new KeyRing(List.of(new SecretKey(ProviderFixture.KEY))), pieces::add);
        filter.piece(new AnswerPiece.Text("risk-"));
        filter.piece(new AnswerPiece.Text("free"));
        filter.piece(new AnswerPiece.Thought("s"));
        filter.piece(new AnswerPiece.Text("k-very"));
        filter.piece(new AnswerPiece.Call("c", "t", Json.EMPTY));

        assertThat(pieces)
                .containsExactly(
                        new AnswerPiece.Text("ri"),
                        new AnswerPiece.Text("sk-free"),
                        new AnswerPiece.Thought("s"),
                        new AnswerPiece.Text("k-very"),
                        new AnswerPiece.Call("c", "t", Json.EMPTY));
    }

    @Test
    void looksIntoCallsAndWhatTheProviderWantsBack() throws Exception {
        var pieces = new ArrayList<AnswerPiece>();
        var filter = new KeyFilter(new KeyRing(List.of(new SecretKey(ProviderFixture.KEY))), pieces::add);
        var json = (Json.Obj) JsonText.parse("{\"a\":[1,{\"K\":\"xK\",\"b\":null}]}".replace("K", ProviderFixture.KEY));
        filter.piece(new AnswerPiece.Call(ProviderFixture.KEY, ProviderFixture.KEY, json));
        filter.piece(new AnswerPiece.BadCall("c", "t", "{" + ProviderFixture.KEY, "no JSON: " + ProviderFixture.KEY));
        filter.piece(new AnswerPiece.Seal(json));

        assertThat(pieces.toString()).doesNotContain(ProviderFixture.KEY);
        assertThat(((AnswerPiece.Call) pieces.getFirst()).arguments())
                .isEqualTo(JsonText.parse("{\"a\":[1,{\"(the key)\":\"x(the key)\",\"b\":null}]}"));
    }

    @Test
    void leavesWordsAloneThatPeopleUseInPlaceOfAKey() {
        assertThat(through("ollama", List.of("Ask oll", "ama"))).isEqualTo("Ask ollama");
        assertThat(through("", List.of("Any", "thing"))).isEqualTo("Anything");
    }

    /// Over a real socket, in each provider's own form.
    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama"})
    void anEchoedKeyIsInNothingThatComesOfAnAnswer(String name) throws Exception {
        for (int at = 0; at <= ProviderFixture.KEY.length(); at += 5) {
            var said = ProviderFixture.said(name);
            // Twice the line that says "Hé", so that the key is split between two.
            var halves = List.of(ProviderFixture.KEY.substring(0, at), ProviderFixture.KEY.substring(at));
            try (var server = RawServer.saying(
                    "200 OK\r\nContent-Type: " + ProviderFixture.type(name),
                    name.equals("ollama") ? ollama(halves) : doubled(said, halves))) {
                var provider = ProviderFixture.provider(name, server.url());
                var heard = ProviderFixture.hear(provider, ProviderFixture.hello());

                assertThat(heard.text()).isEqualTo("(the key)");
                assertThat(provider.withoutKeys(Json.of("TOKEN=" + ProviderFixture.KEY)))
                        .isEqualTo(Json.of("TOKEN=(the key)"));
            }
        }
    }

    private static String doubled(String said, List<String> halves) {
        var text = new StringBuilder();
        for (var event : said.split("(?<=\n\n)")) {
            if (event.contains("Hé")) {
                halves.forEach(half -> text.append(event.replace("Hé", half)));
            } else {
                text.append(event);
            }
        }
        return text.toString();
    }

    private static String ollama(List<String> halves) {
        return ProviderFixture.said("ollama")
                .replace("\"H\"", "\"" + halves.get(0) + "\"")
                .replace("\"é\"", "\"" + halves.get(1) + "\"");
    }

    /// One that a tool or a server found in an environment, a file, a log.
    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "ollama", "demo"})
    void theKeyOfAnotherProviderIsInNothingEither(String name) throws Exception {
        var others = "sk-another-providers-key";
        var inFile = "sk-that-lies-in-a-file";
        var file = Files.writeString(folder.resolve("key"), inFile + "\n");
        var said = name.equals("ollama")
                ? ollama(List.of(others.substring(0, 9), others.substring(9) + inFile))
                : doubled(ProviderFixture.said(name), List.of(others.substring(0, 9), others.substring(9) + inFile));
        try (var server = RawServer.saying("200 OK\r\nContent-Type: " + ProviderFixture.type(name), said)) {
            var settings = new ProviderSettings(
                    server.url(),
                    new KeySource("KEY", ""),
                    Map.of("KEY", ProviderFixture.KEY, "OTHER", others),
                    new NetworkAccess.Direct(),
                    List.of(new KeySource("OTHER", ""), new KeySource("", file.toString()), new KeySource("", "/no")),
                    ServerMemory.NONE);
            var provider = Providers.named(name, settings, ProviderFixture.PATIENT);

            assertThat(provider.withoutKeys(Json.of("A=" + others + " B=" + inFile)))
                    .as("before anything was sent")
                    .isEqualTo(Json.of("A=(the key) B=(the key)"));
            var heard = ProviderFixture.hear(
                    provider, ProviderFixture.call(new Event.ChatRequest("/say " + others + inFile)));
            assertThat(heard.text()).isEqualTo("(the key)(the key)");
        }
    }

    @Test
    void isNotInTheListOfModelsEither() throws Exception {
        var list = "{\"data\":[{\"id\":\"" + ProviderFixture.KEY + "\",\"owned_by\":\"" + ProviderFixture.KEY + "\"}]}";
        try (var server = RawServer.saying("200 OK\r\nContent-Type: application/json", list)) {
            var models = ProviderFixture.provider("openai", server.url()).models(new Cancellation());

            assertThat(models).hasSize(1).asString().contains("(the key)").doesNotContain(ProviderFixture.KEY);
        }
    }

    @Test
    void aFailureThatIsCutInTheMidstOfTheKeyDoesNotTellItsBeginning() {
        var secret = new SecretKey(ProviderFixture.KEY);
        for (int length = 12; length <= ProviderFixture.KEY.length(); length++) {
            assertThat(secret.hiddenIn("bad: " + ProviderFixture.KEY.substring(0, length) + "…"))
                    .isEqualTo("bad: (the key)…");
        }
        var longer = new SecretKey(ProviderFixture.KEY + "-and-more");
        assertThat(new KeyRing(List.of(longer)).hiddenIn("bad: " + ProviderFixture.KEY + "-and-more", secret))
                .isEqualTo("bad: (the key)");
        assertThat(secret.hiddenIn("sk-very nice")).isEqualTo("sk-very nice");
        assertThat(Map.of("a", secret)).hasToString("{a=(a key)}");
    }
}
