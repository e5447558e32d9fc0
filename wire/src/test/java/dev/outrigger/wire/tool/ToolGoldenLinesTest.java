package dev.outrigger.wire.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.outrigger.wire.Conformance;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The lines in `conformance/tool/golden` are what the codecs read and write.
final class ToolGoldenLinesTest {
    record Golden(String name, String text, Json.Obj row) {
        String means() {
            return row.get("means").map(JsonText::text).orElse(text);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource("toPlugin")
    void readsAndWritesWhatTheCoreSays(Golden golden) throws Exception {
        assertThat(JsonText.text(ToToolPluginCodec.json(ToToolPluginCodec.message(golden.text))))
                .isEqualTo(golden.means());
    }

    @ParameterizedTest
    @MethodSource("toCore")
    void readsAndWritesWhatAPluginSays(Golden golden) {
        switch (decode(golden.text)) {
            case ToCoreCodec.Decoded.Message(var message) ->
                assertThat(JsonText.text(ToCoreCodec.json(message))).isEqualTo(golden.means());
            case ToCoreCodec.Decoded other -> fail("not taken: " + other);
        }
    }

    @ParameterizedTest
    @MethodSource("refused")
    void tellsAnUnfitObjectFromWhatIsNone(Golden golden) {
        switch (decode(golden.text)) {
            case ToCoreCodec.Decoded.Unfit(var why) -> {
                assertThat(golden.row.get("unfit")).contains(Json.of(true));
                assertThat(why).isNotBlank().doesNotContain("\n");
            }
            case ToCoreCodec.Decoded.Malformed(var why) -> {
                assertThat(golden.row.get("malformed")).contains(Json.of(true));
                assertThat(why).isNotBlank().doesNotContain("\n");
            }
            case ToCoreCodec.Decoded.Message(var message) -> fail("taken for " + message);
        }
    }

    @Test
    void hasALineForEveryMessage() throws Exception {
        var kinds = new HashSet<Class<?>>();
        toCore().forEach(golden -> {
            if (decode(golden.text) instanceof ToCoreCodec.Decoded.Message(var message)) {
                kinds.add(message.getClass());
            }
        });
        for (var golden : toPlugin().toList()) {
            kinds.add(ToToolPluginCodec.message(golden.text).getClass());
        }
        var all = Conformance.records(ToCore.class);
        all.addAll(Conformance.records(ToToolPlugin.class));
        assertThat(kinds).isEqualTo(all);
    }

    /// As in the reader's buffer: with other lines on both sides.
    private static ToCoreCodec.Decoded decode(String text) {
        var bytes = ("\n" + text + "\n}").getBytes(StandardCharsets.UTF_8);
        return ToCoreCodec.decode(bytes, 1, bytes.length - 2);
    }

    static Stream<Golden> toCore() {
        return golden("to-core");
    }

    static Stream<Golden> toPlugin() {
        return golden("to-plugin");
    }

    static Stream<Golden> refused() {
        return golden("refused");
    }

    private static Stream<Golden> golden(String file) {
        return Conformance.objects("tool/golden/" + file + ".jsonl").stream()
                .map(row -> new Golden(
                        row.text("name").orElseThrow(),
                        row.text("raw")
                                .orElseGet(() -> JsonText.text(row.get("line").orElseThrow())),
                        row));
    }
}
