package dev.outrigger.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class StrictJsonTest {
    /// `back` is what writing the parsed value gives; empty when the case does not say.
    static final class Case {
        final String name;
        final boolean good;
        final byte[] bytes;
        final String back;

        Case(String name, boolean good, byte[] bytes, String back) {
            this.name = name;
            this.good = good;
            this.bytes = bytes;
            this.back = back;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource("good")
    void acceptsWhatIsJson(Case given) throws MalformedJson {
        var value = JsonText.parse(given.bytes);

        assertThat(JsonText.parse(JsonText.bytes(value))).isEqualTo(value);
        assertThat(JsonText.text(value)).doesNotContain("\n", "\r");
        if (!given.back.isEmpty()) {
            assertThat(JsonText.text(value)).isEqualTo(given.back);
        }
    }

    @Test
    void saysWhereInATextItIsWrong() {
        var text = "{\"ö\": 1,\n  \"ü\": oops}";

        assertThatExceptionOfType(MalformedJson.class)
                .isThrownBy(() -> JsonText.parse(text))
                .satisfies(e -> assertThat(e.what()).endsWith(" at byte 18"))
                .satisfies(e -> assertThat(e.whatIn(text)).endsWith(" at line 2, column 8"));
    }

    @ParameterizedTest
    @MethodSource("good")
    void readsFromTheMiddleOfABuffer(Case given) throws MalformedJson {
        var around = new byte[given.bytes.length + 14];
        Arrays.fill(around, (byte) '9');
        System.arraycopy(given.bytes, 0, around, 7, given.bytes.length);

        assertThat(JsonText.parse(around, 7, 7 + given.bytes.length)).isEqualTo(JsonText.parse(given.bytes));
    }

    @ParameterizedTest
    @MethodSource("bad")
    void refusesWhatIsNot(Case given) {
        assertThatExceptionOfType(MalformedJson.class)
                .isThrownBy(() -> JsonText.parse(given.bytes))
                .satisfies(e -> assertThat(e.what())
                        .isNotBlank()
                        .hasSizeLessThan(300)
                        .doesNotContain("\n", "enable", "Feature"));
    }

    /// What lies behind the end of a line in the reader's buffer must neither complete it nor spoil it.
    @ParameterizedTest
    @MethodSource("bad")
    void refusesItInTheMiddleOfABufferToo(Case given) {
        for (char filler : new char[] {'"', '}', ']', '1', ' '}) {
            var around = new byte[given.bytes.length + 20];
            Arrays.fill(around, (byte) filler);
            System.arraycopy(given.bytes, 0, around, 10, given.bytes.length);

            assertThatExceptionOfType(MalformedJson.class)
                    .as("followed by %s", filler)
                    .isThrownBy(() -> JsonText.parse(around, 10, 10 + given.bytes.length));
        }
    }

    @Test
    void hasCasesOfEveryCategoryForBothVerdicts() {
        var wanted = Set.of("structure", "strings", "numbers", "encodings", "white-space", "nesting");
        for (boolean good : new boolean[] {true, false}) {
            var categories = new TreeSet<String>();
            cases().filter(c -> c.good == good).forEach(c -> categories.add(c.name.substring(0, c.name.indexOf('/'))));
            assertThat(categories).containsExactlyInAnyOrderElementsOf(wanted);
        }
        assertThat(cases().count()).isGreaterThanOrEqualTo(150);
        assertThat(cases().map(c -> c.name)).doesNotHaveDuplicates();
    }

    @Test
    void keepsTheTextOfEveryNumber() throws MalformedJson {
        var text = "[-0,0.10,1E+2,1e400,123456789012345678901234567890.0e-0]";

        assertThat(JsonText.text(JsonText.parse(text))).isEqualTo(text);
    }

    /// Keys whose `hashCode` is the same for all of them.
    @Test
    void keepsTheKeysOfAnObjectApartThatCollide() throws MalformedJson {
        var text = new StringBuilder("{");
        var keys = new HashSet<String>();
        for (int i = 0; i < 1 << 12; i++) {
            var key = new StringBuilder();
            for (int bit = 0; bit < 12; bit++) {
                key.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            keys.add(key.toString());
            text.append(i == 0 ? "\"" : ",\"").append(key).append("\":").append(i);
        }

        var value = (Json.Obj) JsonText.parse(text.append('}').toString());

        assertThat(value.fields().keySet()).isEqualTo(keys);
    }

    static Stream<Case> good() {
        return cases().filter(c -> c.good);
    }

    static Stream<Case> bad() {
        return cases().filter(c -> !c.good);
    }

    private static Stream<Case> cases() {
        return Conformance.objects("json/cases.jsonl").stream().map(StrictJsonTest::read);
    }

    private static Case read(Json.Obj line) {
        var name = line.text("name").orElseThrow();
        boolean good = switch (line.text("verdict").orElseThrow()) {
            case "accept" -> true;
            case "refuse" -> false;
            default -> throw new IllegalStateException("no verdict: " + line);
        };
        byte[] bytes = switch (line.fields().get("repeat")) {
            case Json.Arr(var pieces) -> repeated(pieces);
            case null, default ->
                line.text("base64")
                        .map(Base64.getDecoder()::decode)
                        .orElseGet(() -> line.text("text").orElseThrow().getBytes(StandardCharsets.UTF_8));
        };
        // A number is its own text, and so must come back as it was.
        var back = line.text("back")
                .orElse(good && name.startsWith("numbers/") ? new String(bytes, StandardCharsets.UTF_8) : "");
        return new Case(name, good, bytes, back);
    }

    private static byte[] repeated(List<Json> pieces) {
        var out = new ByteArrayOutputStream();
        for (var piece : pieces) {
            var items = ((Json.Arr) piece).items();
            var bytes = ((Json.Str) items.getFirst()).value().getBytes(StandardCharsets.UTF_8);
            for (long times = Long.parseLong(((Json.Num) items.getLast()).text()); times > 0; times--) {
                out.writeBytes(bytes);
            }
        }
        return out.toByteArray();
    }
}
