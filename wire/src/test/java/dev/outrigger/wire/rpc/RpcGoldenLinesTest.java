package dev.outrigger.wire.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.outrigger.pages.DocsPage;
import dev.outrigger.wire.Conformance;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The lines in `conformance/service/golden` and on `docs/service-protocol.md` are what the codec reads and
/// writes.
final class RpcGoldenLinesTest {
    record Golden(String name, String text, Json.Obj row) {
        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void readsAndWritesEveryMessage(Golden golden) {
        // The one line of ours that only says that nobody is meant.
        var nobody = golden.name.equals("error/nobody");
        switch (decode(golden.text)) {
            case DecodedLine.Said(var message) ->
                assertThat(JsonText.text(message))
                        .isEqualTo(golden.row.get("means").map(JsonText::text).orElse(golden.text));
            case DecodedLine.ToNobody _ when nobody -> {}
            case DecodedLine other -> fail("not taken: " + other);
        }
    }

    @ParameterizedTest
    @MethodSource("refused")
    void doesWithALineThatIsUnfitExactlyWhatItsCaseSays(Golden golden) {
        var row = golden.row;
        switch (decode(golden.text)) {
            case DecodedLine.Unfit(var answer) ->
                assertThat(JsonText.text(answer))
                        .isEqualTo(row.get("answer").map(JsonText::text).orElse("nothing"));
            case DecodedLine.BadAnswer(var id, var why, var _) -> {
                assertThat(row.get("bad_answer")).contains(id);
                assertThat(why).isNotBlank();
            }
            case DecodedLine.ToNobody _ -> assertThat(row.get("nobody")).contains(Json.of(true));
            case DecodedLine.Stray(var why) -> {
                assertThat(row.get("stray")).contains(Json.of(true));
                assertThat(why).isNotBlank().doesNotContain("\n");
            }
            case DecodedLine.Said(var message) -> fail("taken for " + message);
        }
    }

    @Test
    void hasALineForEveryKindOfMessageInEachDirection() {
        for (var file : List.of("to-host", "to-plugin")) {
            var kinds = new HashSet<Class<?>>();
            golden(file).forEach(golden -> {
                if (decode(golden.text) instanceof DecodedLine.Said(var message)) {
                    kinds.add(message.getClass());
                }
            });
            assertThat(kinds)
                    .containsExactlyInAnyOrder(
                            RpcMessage.Request.class,
                            RpcMessage.Notification.class,
                            RpcMessage.Result.class,
                            RpcMessage.Failure.class);
        }
    }

    @ParameterizedTest
    @MethodSource("lines")
    void showsOnItsPageOnlyLinesThatWeTakeAndWouldWriteLikewise(String line) {
        switch (decode(line)) {
            case DecodedLine.Said(var message) ->
                assertThat(JsonText.text(message)).isEqualTo(line);
            case DecodedLine other -> fail("the page shows what is refused: " + other);
        }
    }

    @Test
    void explainsEveryErrorCodeAndShowsEveryMethodOnItsPage() throws IOException {
        var text = page().text();
        for (var code : RpcErrorCode.values()) {
            assertThat(text).contains("| " + code.number() + " | `" + code.word() + "` |");
        }
        assertThat(page().languages().stream().filter(language -> language.startsWith("json")))
                .containsOnly("jsonl plugin", "jsonl host");
        messages().forEach(golden -> {
            if (decode(golden.text) instanceof DecodedLine.Said(RpcMessage.Request request)
                    && !request.method().equals("m")
                    && !request.method().startsWith("presets.")) {
                assertThat(text).contains("\"method\":\"" + request.method() + "\"");
            }
        });
    }

    /// As in the reader's buffer: with other lines on both sides.
    private static DecodedLine decode(String text) {
        var bytes = ("\n" + text + "\n}").getBytes(StandardCharsets.UTF_8);
        return RpcEnvelope.decode(bytes, 1, bytes.length - 2);
    }

    static Stream<Golden> messages() {
        return Stream.concat(golden("to-host"), golden("to-plugin"));
    }

    static Stream<Golden> refused() {
        return golden("refused");
    }

    private static Stream<Golden> golden(String file) {
        return Conformance.objects("service/golden/" + file + ".jsonl").stream()
                .map(row -> new Golden(
                        row.text("name").orElseThrow(),
                        row.text("raw")
                                .orElseGet(() -> JsonText.text(row.get("line").orElseThrow())),
                        row));
    }

    static List<String> lines() throws IOException {
        var lines = new ArrayList<>(page().blockLines("jsonl plugin"));
        lines.addAll(page().blockLines("jsonl host"));
        return lines;
    }

    private static DocsPage page() throws IOException {
        return DocsPage.of("docs/service-protocol.md");
    }
}
