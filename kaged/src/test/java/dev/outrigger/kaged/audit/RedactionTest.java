package dev.outrigger.kaged.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "$.a | {'a':1,'b':2} | {'a':'[redacted]','b':2}",
                "a | {'a':{'deep':[1]}} | {'a':'[redacted]'}",
                "a.b | {'a':{'b':1,'c':2},'b':3} | {'a':{'b':'[redacted]','c':2},'b':3}",
                "$.list[*].t | {'list':[{'t':1,'u':2},{'t':3}]} | {'list':[{'t':'[redacted]','u':2},{'t':'[redacted]'}]}",
                "$.list[1] | {'list':[1,2,3]} | {'list':[1,'[redacted]',3]}",
                "$[0].a | [{'a':1},{'a':2}] | [{'a':'[redacted]'},{'a':2}]",
                "$.*.k | {'x':{'k':1},'y':{'k':2,'l':3}} | {'x':{'k':'[redacted]'},'y':{'k':'[redacted]','l':3}}",
                "$..p | {'p':1,'x':[{'p':2},{'y':{'p':{'p':3}}}]} | {'p':'[redacted]','x':[{'p':'[redacted]'},{'y':{'p':'[redacted]'}}]}",
                "$..a.b | {'a':{'a':{'b':1}},'b':2} | {'a':{'a':{'b':'[redacted]'}},'b':2}",
                "$['o.d d'] | {'o.d d':1} | {'o.d d':'[redacted]'}",
                "a.b | {'a':[{'b':1},[{'b':2}]]} | {'a':[{'b':'[redacted]'},[{'b':'[redacted]'}]]}",
                "$ | {'a':1} | '[redacted]'",
                "a.b | {'a':'text'} | {'a':'text'}",
                "A | {'a':1} | {'a':1}",
            })
    void takesOutWhatIsNamed(String path, String from, String to) throws Exception {
        var redacted = Redaction.of(List.of(path)).apply(json(from));
        assertThat(redacted).isEqualTo(json(to));
    }

    /// What is sensitive on one side, wherever it stands on the other.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                // Sent back as it is, within a text, as a name, in a list, deep down.
                "t | {'t':'hunter2'} | {'you':'hunter2'} | {'t':'#'} | {'you':'#'}",
                "t | {'t':'hunter2'} | 'welcome, hunter2!' | {'t':'#'} | 'welcome, #!'",
                "t | {'t':'hunter2'} | {'hunter2':1} | {'t':'#'} | {'#':1}",
                "t | {'t':'hunter2'} | [[{'x':['hunter2']}]] | {'t':'#'} | [[{'x':['#']}]]",
                // In another parameter.
                "t | {'t':'hunter2','url':'http://me:hunter2@x'} | 1 | {'t':'#','url':'http://me:#@x'} | 1",
                // From the result into the params.
                "token | {'last':'abc123'} | {'token':'abc123'} | {'last':'#'} | {'token':'#'}",
                // Everything within what is named whole, the longer before the shorter.
                "c | {'c':{'user':'robert','key':'robert-key'}} | 'robert-key of robert' | {'c':'#'} | '# of #'",
                // Numbers, and numbers as texts.
                "pin | {'pin':123456} | {'n':123456,'s':'is 123456','m':91234567} | {'pin':'#'} | {'n':'#','s':'is #','m':'#'}",
                // As JSON within a text.
                "t | {'t':'a\\'b\\\\c'} | '{t: a\\\\\\'b\\\\\\\\c}' | {'t':'#'} | '{t: #}'",
                // Too short to be told from chance: then nothing of the result.
                "pin | {'pin':'12','x':'12'} | {'n':1200} | {'pin':'#','x':'12'} | '#'",
                "pin | {'pin':7} | [] | {'pin':'#'} | '#'",
                "pin | {} | {'pin':7,'ok':true} | {} | {'pin':'#','ok':true}",
                // Nothing to find.
                "t | {'t':''} | {'a':''} | {'t':'#'} | {'a':''}",
                "t | {'t':true} | {'a':true} | {'t':'#'} | {'a':true}",
            })
    void takesItOutWhereverItRecurs(String path, String params, String result, String keptParams, String keptResult)
            throws Exception {
        var kept = Redaction.of(List.of(path)).apply(json(params), json(result));

        assertThat(kept.params()).isEqualTo(json(keptParams.replace("#", "[redacted]")));
        assertThat(kept.result()).isEqualTo(json(keptResult.replace("#", "[redacted]")));
    }

    @Test
    void keepsNothingWhenThereIsTooMuchToLookFor() throws Exception {
        var many = new ArrayList<String>();
        for (int i = 0; i < 1000; i++) {
            many.add("secret-" + i);
        }
        var kept = Redaction.of(List.of("list"))
                .apply(Json.object().put("list", Json.texts(many)).build(), Json.of("secret-999"));

        assertThat(kept).isEqualTo(new Redaction.RedactedCall(Redaction.MARK, Redaction.MARK));
    }

    @Test
    void aPathThatNamesAllKeepsNothing() throws Exception {
        assertThat(Redaction.ALL.apply(json("{'a':'long enough'}"), json("{}")))
                .isEqualTo(new Redaction.RedactedCall(Redaction.MARK, Redaction.MARK));
        assertThat(Redaction.NONE.apply(json("{'a':1}"), json("2")))
                .isEqualTo(new Redaction.RedactedCall(json("{'a':1}"), json("2")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "$.", "a..", "$.a[", "$.a[x]", "$.a[-1]", "$.a['x", "$a", "a]b", "$[]", "$.a[0]b"})
    void refusesAPathThatNamesNothing(String path) {
        var bad = catchThrowableOfType(Redaction.BadPath.class, () -> Redaction.of(List.of(path)));
        assertThat(bad).hasMessageContaining("sensitive path");
    }

    /// A secret is put where a path leads, into a value made at random; it must be gone, and what lies beside it not.
    @Test
    void aDeclaredSecretNeverStays() throws Exception {
        var random = new Random(11);
        for (int round = 0; round < 3000; round++) {
            var path = new StringBuilder("$.root");
            var value = Json.object()
                    .put("beside", "bystander")
                    .put("root", plant(random, path, random.nextInt(5)))
                    .build();
            var redacted =
                    CanonicalJson.text(Redaction.of(List.of(path.toString())).apply(value));
            assertThat(redacted)
                    .as("%s in %s", path, CanonicalJson.text(value))
                    .doesNotContain("SECRET")
                    .contains("[redacted]")
                    .contains("bystander");
        }
    }

    /// Builds a value from its root; `path` grows along the way to the secret.
    private static Json plant(Random random, StringBuilder path, int depth) {
        if (depth == 0) {
            return random.nextBoolean()
                    ? Json.of("SECRET")
                    : Json.object().put("x", Json.texts(List.of("SECRET"))).build();
        }
        if (random.nextInt(3) == 0) {
            int place = random.nextInt(3);
            path.append(random.nextBoolean() ? "[" + place + "]" : "[*]");
            var items = new ArrayList<Json>(List.of(Json.of(0), Json.of(1), Json.of(2)));
            items.set(place, plant(random, path, depth - 1));
            return new Json.Arr(items);
        }
        var names = new String[] {"a", "b c", "d.e", "ü", "*x", "[", "\"q"};
        var name = names[random.nextInt(names.length)];
        path.append(
                switch (random.nextInt(3)) {
                    case 0 -> "['" + name + "']";
                    case 1 -> "[*]";
                    default -> "..['" + name + "']";
                });
        return Json.object()
                .put("before", "x")
                .put(name, plant(random, path, depth - 1))
                .build();
    }

    @Test
    void canonicalTextDoesNotDependOnOrder() throws Exception {
        var one = json("{'b':[1.0,{'y':1,'x':null}],'a':'ü','A':true}");
        var two = json("{'A':true,'a':'ü','b':[1.0,{'x':null,'y':1}]}");
        assertThat(CanonicalJson.text(one))
                .isEqualTo(CanonicalJson.text(two))
                .isEqualTo("{\"A\":true,\"a\":\"ü\",\"b\":[1.0,{\"x\":null,\"y\":1}]}");
        assertThat(CanonicalJson.text(json("[1]"))).isNotEqualTo(CanonicalJson.text(json("[1.0]")));
        assertThat(CanonicalJson.text(json("['\\u001b\\n\\\"\\\\/\\u007f']")))
                .isEqualTo("[\"\\u001b\\n\\\"\\\\/\u007f\"]");
    }

    private static Json json(String text) throws Exception {
        return JsonText.parse(text.replace('\'', '"'));
    }
}
