package dev.outrigger.wire.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.outrigger.pages.DocsPage;
import dev.outrigger.wire.Conformance;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The lines on `docs/protocol.md` are what the codecs read and write.
final class ProtocolPageTest {
    @ParameterizedTest
    @MethodSource("plugin")
    void showsLinesOfAPluginThatWeTakeAndWouldWriteLikewise(String line) {
        var bytes = line.getBytes(StandardCharsets.UTF_8);
        switch (ToHostCodec.decode(bytes, 0, bytes.length)) {
            case ToHostCodec.Decoded.Message(var id, var message) ->
                assertThat(JsonText.text(ToHostCodec.encode(message, id))).isEqualTo(line);
            case ToHostCodec.Decoded other -> fail("the page shows what is refused: " + other);
        }
    }

    @ParameterizedTest
    @MethodSource("host")
    void showsLinesOfTheHostAsWeWriteThem(String line) throws MalformedJson, FieldReader.Mistake {
        var object = (Json.Obj) JsonText.parse(line);

        var message = ToPluginCodec.decode(object);

        assertThat(JsonText.text(ToPluginCodec.encode(message, object.text("id").orElse(null))))
                .isEqualTo(line);
    }

    @Test
    void showsEveryMessageAndEveryErrorCode() throws IOException {
        assertThat(types(plugin())).containsAll(types(golden("to-host")));
        assertThat(types(host())).containsAll(types(golden("to-plugin")));
        assertThat(page().text())
                .contains(Stream.of(RequestErrorCode.values())
                        .map(code -> "| `" + code.word() + "` |")
                        .toList());
    }

    @Test
    void hasNoBlockOfLinesThatNobodyChecks() throws IOException {
        assertThat(page().languages().stream().filter(language -> language.startsWith("json")))
                .containsOnly("jsonl plugin", "jsonl host");
    }

    static List<String> plugin() throws IOException {
        return page().blockLines("jsonl plugin");
    }

    static List<String> host() throws IOException {
        return page().blockLines("jsonl host");
    }

    private static List<String> golden(String file) {
        return Conformance.objects("command/golden/" + file + ".jsonl").stream()
                .flatMap(row -> row.get("line").stream())
                .map(JsonText::text)
                .toList();
    }

    private static Set<String> types(List<String> lines) {
        var types = new TreeSet<String>();
        for (var line : lines) {
            try {
                types.add(((Json.Obj) JsonText.parse(line)).text("type").orElseThrow());
            } catch (MalformedJson e) {
                throw new IllegalStateException(line, e);
            }
        }
        return types;
    }

    static DocsPage page() throws IOException {
        return DocsPage.of("docs/protocol.md");
    }
}
