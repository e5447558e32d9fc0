package dev.outrigger.wire.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.outrigger.wire.Conformance;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every message has its lines in `conformance/command/golden`, and the codecs agree with them to the byte.
final class GoldenLinesTest {
    /// `text` is the line as it passes over the pipe, `means` how we would write the same.
    record Golden(String name, String text, String means) {
        String kind() {
            return name.substring(name.indexOf('/') + 1);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource("toHost")
    void readsAndWritesWhatAPluginSays(Golden golden) {
        switch (decode(golden.text)) {
            case ToHostCodec.Decoded.Message(var id, var message) ->
                assertThat(JsonText.text(ToHostCodec.encode(message, id))).isEqualTo(golden.means);
            case ToHostCodec.Decoded.Unfit unfit ->
                fail("refused: " + unfit.answer().message());
            case ToHostCodec.Decoded.Stray(var why) -> fail("stray: " + why);
        }
    }

    @ParameterizedTest
    @MethodSource("toPlugin")
    void readsAndWritesWhatTheHostSays(Golden golden) throws MalformedJson, FieldReader.Mistake {
        var object = (Json.Obj) JsonText.parse(golden.text);

        var message = ToPluginCodec.decode(object);

        assertThat(JsonText.text(ToPluginCodec.encode(message, object.text("id").orElse(null))))
                .isEqualTo(golden.means);
    }

    @Test
    void hasEveryFormOfEveryMessageOfAPlugin() {
        var forms = new HashMap<Class<?>, Map<String, Record>>();
        toHost().forEach(golden -> {
            if (decode(golden.text) instanceof ToHostCodec.Decoded.Message decoded) {
                put(forms, golden, decoded.message());
            }
        });

        assertThat(forms.keySet())
                .as("messages with golden lines")
                .containsExactlyInAnyOrderElementsOf(Conformance.records(ToHost.class));
        forms.forEach(GoldenLinesTest::assertEveryForm);
    }

    @Test
    void hasEveryFormOfEveryMessageOfTheHost() throws MalformedJson, FieldReader.Mistake {
        var forms = new HashMap<Class<?>, Map<String, Record>>();
        for (var golden : toPlugin().toList()) {
            put(forms, golden, ToPluginCodec.decode((Json.Obj) JsonText.parse(golden.text)));
        }

        assertThat(forms.keySet())
                .as("messages with golden lines")
                .containsExactlyInAnyOrderElementsOf(Conformance.records(ToPlugin.class));
        forms.forEach(GoldenLinesTest::assertEveryForm);
    }

    @Test
    void hasALineForEveryErrorCodeAndEveryLogLevel() throws MalformedJson, FieldReader.Mistake {
        var codes = EnumSet.noneOf(RequestErrorCode.class);
        var levels = EnumSet.noneOf(LogLevel.class);
        for (var golden : toPlugin().toList()) {
            switch (ToPluginCodec.decode((Json.Obj) JsonText.parse(golden.text))) {
                case ToPlugin.Failed failed
                when golden.kind().equals("code-" + failed.code().word()) -> codes.add(failed.code());
                case ToPlugin.Init init -> levels.add(init.logLevel());
                default -> {}
            }
        }

        assertThat(codes).isEqualTo(EnumSet.allOf(RequestErrorCode.class));
        assertThat(levels).isEqualTo(EnumSet.allOf(LogLevel.class));
    }

    record Refused(String name, String text, @Nullable String answer) {
        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource("refused")
    void answersAnUnfitLineExactlyAndAStrayOneNever(Refused refused) {
        switch (decode(refused.text)) {
            case ToHostCodec.Decoded.Unfit(var id, var answer) ->
                assertThat(JsonText.text(ToPluginCodec.encode(answer, id))).isEqualTo(refused.answer);
            case ToHostCodec.Decoded.Stray(var why) -> {
                assertThat(refused.answer).isNull();
                assertThat(why).isNotBlank().doesNotContain("\n");
            }
            case ToHostCodec.Decoded.Message message -> fail("taken for " + message);
        }
    }

    private static void put(Map<Class<?>, Map<String, Record>> forms, Golden golden, Object message) {
        forms.computeIfAbsent(message.getClass(), _ -> new HashMap<>()).put(golden.kind(), (Record) message);
    }

    private static void assertEveryForm(Class<?> type, Map<String, Record> forms) {
        assertThat(forms.keySet()).as("forms of %s", type).contains("full", "bare", "extra");
        var full = Objects.requireNonNull(forms.get("full"));
        assertThat(gaps(full)).as("what the full form leaves out").isEmpty();
        assertThat(forms.get("extra")).isEqualTo(full);
        if (!full.equals(forms.get("bare"))) {
            assertThat(forms.get("null"))
                    .as("%s with `null` for what is optional", type)
                    .isEqualTo(forms.get("bare"));
        }
        if (type != ToPlugin.Init.class) {
            assertThat(forms.get("id")).as("%s with an id", type).isEqualTo(forms.get("bare"));
        }
    }

    /// The components of a record, and of the records in it, that are absent or empty.
    private static List<String> gaps(Record value) {
        var gaps = new ArrayList<String>();
        for (var component : value.getClass().getRecordComponents()) {
            try {
                var accessor = component.getAccessor();
                accessor.setAccessible(true);
                switch (accessor.invoke(value)) {
                    case null -> gaps.add(component.getName());
                    case OptionalInt number when number.isEmpty() -> gaps.add(component.getName());
                    case OptionalLong number when number.isEmpty() -> gaps.add(component.getName());
                    case Json.Obj object when object.fields().isEmpty() -> gaps.add(component.getName());
                    case List<?> list when list.isEmpty() -> gaps.add(component.getName());
                    // What holds its own kind leaves out something somewhere.
                    case List<?> list when list.getFirst().getClass() == value.getClass() -> {}
                    case List<?> list when list.getFirst() instanceof Record first -> gaps.addAll(gaps(first));
                    case Json _ -> {}
                    case Record inner -> gaps.addAll(gaps(inner));
                    default -> {}
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        return gaps;
    }

    private static ToHostCodec.Decoded decode(String text) {
        // As in the reader's buffer: with other lines on both sides.
        var bytes = ("\n" + text + "\n}").getBytes(StandardCharsets.UTF_8);
        return ToHostCodec.decode(bytes, 1, bytes.length - 2);
    }

    static Stream<Golden> toHost() {
        return golden("command/golden/to-host.jsonl");
    }

    static Stream<Golden> toPlugin() {
        return golden("command/golden/to-plugin.jsonl");
    }

    private static Stream<Golden> golden(String file) {
        return Conformance.objects(file).stream().map(row -> {
            var text = text(row);
            return new Golden(
                    row.text("name").orElseThrow(),
                    text,
                    row.get("means").map(JsonText::text).orElse(text));
        });
    }

    static Stream<Refused> refused() {
        return Conformance.objects("command/golden/refused.jsonl").stream()
                .map(row -> new Refused(
                        row.text("name").orElseThrow(),
                        text(row),
                        row.get("answer").map(JsonText::text).orElse(null)));
    }

    private static String text(Json.Obj row) {
        return row.text("raw").orElseGet(() -> JsonText.text(row.get("line").orElseThrow()));
    }
}
