package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.Sample.NOW;
import static dev.outrigger.workspace.conversations.Sample.all;
import static dev.outrigger.workspace.conversations.Sample.events;
import static dev.outrigger.workspace.conversations.Sample.json;
import static dev.outrigger.workspace.conversations.Sample.message;
import static dev.outrigger.workspace.conversations.Sample.toolResponse;
import static dev.outrigger.workspace.conversations.Sample.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that somebody else wrote: scripts, the original `jp`, and people who wish us ill.
final class ForeignFilesTest {
    @TempDir
    Path storage;

    private Conversations conversations;
    private final ConversationId id = new ConversationId("17127583920");
    private Path folder;

    @BeforeEach
    void create() throws Exception {
        conversations = new Conversations(storage);
        folder = Files.createDirectories(storage.resolve("conversations/.outrigger/" + id));
    }

    @Test
    void passesOnUnknownTypesByteForByte() throws Exception {
        var odd =
                "{\"when\" :  1.00E+2,\"type\":\"jp_\\u0064ream\",\"metadata\":{\"a\":\"YQ==\"},\"content\":\"\\/\\u00e9\"}";
        var odder = "{\"type\":\"zzz\",\"metadata\":{\"a\":\"YQ==\"}}";
        var tool = "{\"type\":\"tool_call_request\",\"id\":\"x\",\"name\":\"n\",\"arguments\":{\"a\":\"YQ==\"}}";
        var decoded = "{\"type\":\"tool_call_request\",\"id\":\"x\",\"name\":\"n\",\"arguments\":{\"a\":\"a\"}}";
        stored("[" + odd + "]\n[" + odder + "," + tool + " , " + odd + "]\n");
        assertThat(written(conversations.read(id, 0, -1)))
                .isEqualTo("[" + odd + "," + odder + "," + decoded + "," + odd + "]");
        try (var held = conversations.lock(id)) {
            held.push(events(toolResponse("x")), NOW);
        }
        assertThat(Files.readString(folder.resolve("events.jsonl")))
                .startsWith("[" + odd + "]\n[" + odder + "," + tool + " , " + odd + "]\n");
    }

    @Test
    void decodesWhateverOrderAndSpellingItFinds() throws Exception {
        stored("""
                [ {"content":"YQ==","id":"1","is_error":false,"type":"tool_call_response"} ]

                [{"type":"tool_call_response","\\u0063ontent":"YQ==","id":"2","is_error":false}]
                [{"type":"tool_call_response","content":"\\u0059Q=\\u003d","id":"3","is_error":false}]
                [{"type":"tool_call_response" , "content" : "YQ==" , "metadata" : { "k" : [ "YQ==" , { } , [ ] , 1 ] } }]
                [{"type":"\\u0074ool_call_response","content":"YQ=="},{"type":"turn_start","metadata":{"content":"YQ=="}}]
                []
                """);
        assertThat(all(conversations, id))
                .containsExactlyElementsOf(events(
                        "{'type':'tool_call_response','content':'a','id':'1','is_error':false}",
                        "{'type':'tool_call_response','content':'a','id':'2','is_error':false}",
                        "{'type':'tool_call_response','content':'a','id':'3','is_error':false}",
                        "{'type':'tool_call_response','content':'a','metadata':{'k':['a',{},[],1]}}",
                        "{'type':'tool_call_response','content':'a'}",
                        "{'type':'turn_start','metadata':{'content':'a'}}"));
    }

    @Test
    void showsALeafThatWasNeverEncodedAsItIs() throws Exception {
        for (var leaf : List.of(
                "YQ",
                "YQ=",
                "YR==",
                "YWJ=",
                "Y",
                "====",
                "YQ==YQ==",
                "YWJj ZGVm",
                "/w==",
                "7aCA",
                "9JCAgA==",
                "wIA=",
                "plain text",
                "4pyT4g==",
                "YWJjZA=",
                "YWJj\\n",
                "",
                "\\\"YWJj",
                "YWJj=")) {
            stored("[{\"type\":\"tool_call_response\",\"content\":\"" + leaf + "\"}]\n");
            assertThat(written(conversations.read(id, 0, -1)))
                    .isEqualTo("[{\"type\":\"tool_call_response\",\"content\":\"" + leaf + "\"}]");
        }
    }

    @Test
    void decodesAllOfUnicodeAndEveryControlCharacter() throws Exception {
        var text = new StringBuilder();
        for (int point = 0; point <= Character.MAX_CODE_POINT; point += point < 0x3000 ? 1 : 97) {
            if (point < 0xD800 || point > 0xDFFF) {
                text.appendCodePoint(point);
            }
        }
        var encoder = java.util.Base64.getEncoder();
        for (int cut = 0; cut < 3; cut++) {
            var content = "x".repeat(cut) + text;
            var encoded = encoder.encodeToString(content.getBytes(StandardCharsets.UTF_8));
            stored("[{\"type\":\"tool_call_response\",\"content\":\"" + encoded + "\"}]\n");
            assertThat(((Json.Obj) all(conversations, id).getFirst()).text("content"))
                    .contains(content);
        }
    }

    @Test
    void aBadLineIsDamageThatIsShownAndNeverDeleted() throws Exception {
        for (var bad : List.of(
                "oops",
                "{}",
                "[1]",
                "[{}]x",
                "[{\"a\":1,\"a\":2}]",
                "[{\"a\":\"\ud800\"}]".replace('\ud800', '\u0001'),
                "[".repeat(200) + "]".repeat(200))) {
            var content = "[" + quoted(message("1")) + "]\n" + bad + "\n";
            for (var more : List.of("", "[" + quoted(message("2")) + "]\n", "[{\"unfin")) {
                stored(content + more);
                assertThat(conversations.summary(id).damage()).isNotNull();
                assertThat(conversations.list()).hasSize(1);
                assertThatThrownBy(() -> conversations.read(id, 0, Long.MAX_VALUE))
                        .isInstanceOf(DamagedConversation.class)
                        .hasMessageContaining("events.jsonl has a line at byte")
                        .hasMessageContaining("jp conversation repair " + id)
                        .hasMessageNotContaining("\n");
                try (var held = conversations.lock(id)) {
                    assertThatThrownBy(() -> held.push(events(message("x")), NOW))
                            .isInstanceOf(DamagedConversation.class);
                }
                assertThat(folder.resolve("events.jsonl")).hasContent(content + more);
            }
        }
    }

    @Test
    void repairKeepsEveryGoodBatchAndTheOriginalFile() throws Exception {
        var content = "[" + quoted(message("1")) + "]\noops\n\n[" + quoted(message("2")) + "]\n[{\"unfin";
        stored(content);
        Files.writeString(folder.resolve("metadata.json"), "not json");
        var plan = conversations.repairs(id);
        assertThat(plan)
                .map(ConversationRepair::toString)
                .containsExactly(
                        "keep 3 good batches of events.jsonl, leave out 1 bad ones; the original is kept as events.jsonl.damaged-1",
                        "write metadata.json anew; the old one is kept as metadata.json.damaged-1");
        assertThat(folder.resolve("events.jsonl")).hasContent(content);

        conversations.apply(id, plan);

        assertThat(all(conversations, id)).hasSize(2);
        assertThat(folder.resolve("events.jsonl.damaged-1")).hasContent(content);
        assertThat(folder.resolve("metadata.json.damaged-1")).hasContent("not json");
        assertThat(conversations.repairs(id)).isEmpty();
        assertThat(conversations.summary(id).damage()).isNull();
    }

    @Test
    void repairCutsATailAndStartsMissingEvents() throws Exception {
        stored("[" + quoted(message("1")) + "]\n[{\"unfin");
        conversations.apply(id, conversations.repairs(id));
        assertThat(folder.resolve("events.jsonl")).hasContent("[" + quoted(message("1")) + "]\n");
        Files.delete(folder.resolve("events.jsonl"));
        assertThat(conversations.summary(id).damage()).isEqualTo(new ConversationDamage("events.jsonl is missing"));
        conversations.apply(id, conversations.repairs(id));
        assertThat(all(conversations, id)).isEmpty();
    }

    @Test
    void missingMetadataIsNoDamageAndGarbageIs() throws Exception {
        stored("[" + quoted(message("1")) + "]\n");
        assertThat(conversations.summary(id).damage()).isNull();
        assertThat(TimestampText.valid(conversations.summary(id).lastActivatedAt()))
                .isTrue();
        for (var bad : List.of("", "[]", "{\"title\":", "{}x")) {
            Files.writeString(folder.resolve("metadata.json"), bad);
            assertThat(String.valueOf(conversations.summary(id).damage()))
                    .startsWith("ConversationDamage[reason=metadata.json: ");
            assertThat(all(conversations, id)).hasSize(1);
            try (var held = conversations.lock(id)) {
                assertThatThrownBy(() -> held.rename("x")).isInstanceOf(DamagedConversation.class);
            }
            assertThat(folder.resolve("metadata.json")).hasContent(bad);
        }
    }

    @Test
    void neverOpensAPipeOrFollowsALink() throws Exception {
        var elsewhere = Files.writeString(storage.resolve("elsewhere"), "[" + quoted(message("secret")) + "]\n");
        Files.createSymbolicLink(folder.resolve("events.jsonl"), elsewhere);
        assertThat(conversations.summary(id).damage())
                .isEqualTo(new ConversationDamage("events.jsonl is no regular file"));
        assertThatThrownBy(() -> conversations.read(id, 0, Long.MAX_VALUE)).isInstanceOf(DamagedConversation.class);
        try (var held = conversations.lock(id)) {
            assertThatThrownBy(() -> held.push(events(message("x")), NOW)).isInstanceOf(DamagedConversation.class);
        }
        assertThat(elsewhere).hasContent("[" + quoted(message("secret")) + "]\n");
        Files.delete(folder.resolve("events.jsonl"));
        assertThat(new ProcessBuilder(
                                "mkfifo",
                                folder.resolve("events.jsonl").toString(),
                                folder.resolve("metadata.json").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(conversations.list()).hasSize(1).allMatch(each -> each.damage() != null);
        assertThat(conversations.repairs(id)).isNotEmpty();
    }

    /// What it leads to may be another's conversation, which it must not show, nor let anyone write to.
    @Test
    void aLinkInPlaceOfAFolderIsDamageAndIsNotFollowed() throws Exception {
        stored("oops\n");
        var elsewhere = Files.createDirectory(storage.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("events.jsonl"), "[" + quoted(message("secret")) + "]\n");
        for (var place : List.of(".outrigger", ".", ".archive")) {
            for (var target : List.of(elsewhere, storage.resolve("nowhere"))) {
                var home = Files.createDirectories(
                        storage.resolve("conversations").resolve(place).normalize());
                var link = new ConversationId("17127583930");
                var file = Files.createSymbolicLink(home.resolve(link + "-title"), target);

                assertThat(conversations.list())
                        .hasSize(2)
                        .filteredOn(each -> each.id().equals(link))
                        .singleElement()
                        .extracting(ConversationSummary::damage)
                        .isEqualTo(new ConversationDamage(link + "-title is a link, and links are not followed"));
                assertThat(conversations.repairs()).containsOnlyKeys(id, link);
                assertThat(conversations.repairs().get(link))
                        .isEqualTo(conversations.repairs(link))
                        .singleElement()
                        .matches(each -> !each.mends())
                        .asString()
                        .contains("remove " + home);
                assertThatThrownBy(() -> conversations.read(link, 0, -1)).isInstanceOf(DamagedConversation.class);
                assertThatThrownBy(() -> conversations.lock(link)).isInstanceOf(DamagedConversation.class);
                assertThatThrownBy(() -> conversations.remove(link)).isInstanceOf(DamagedConversation.class);
                Files.delete(file);
            }
        }
        assertThat(elsewhere).isDirectoryContaining("glob:**/events.jsonl");
        try (var files = Files.list(elsewhere)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void aLinkHidesNoConversationOfItsId() throws Exception {
        Files.delete(folder);
        folder = Files.createDirectory(folder.resolveSibling(id + "-title"));
        stored("[" + quoted(message("1")) + "]\n");
        var links = List.of(folder.resolveSibling(id.digits()), folder.resolveSibling(id + "-a"));
        for (var link : links) {
            Files.createSymbolicLink(link, storage.resolve("nowhere"));
        }

        assertThat(all(conversations, id)).hasSize(1);
        assertThat(conversations.list())
                .hasSize(3)
                .filteredOn(each -> each.damage() == null)
                .singleElement()
                .extracting(ConversationSummary::eventsCount)
                .isEqualTo(1L);
        assertThat(conversations.repairs(id))
                .isEqualTo(conversations.repairs().get(id))
                .filteredOn(each -> !each.mends())
                .hasSize(2);
    }

    @Test
    void whatIsADamageInTheListIsNamedByRepairToo() throws Exception {
        stored("[" + quoted(message("1")) + "]\n");
        Files.createDirectory(folder.resolveSibling(id + "-again"));
        Files.writeString(folder.resolveSibling("17127583930"), "a file");

        assertThat(conversations.list())
                .filteredOn(each -> each.damage() != null)
                .extracting(ConversationSummary::id)
                .containsExactlyInAnyOrder(id, new ConversationId("17127583930"));
        assertThat(conversations.repairs()).containsOnlyKeys(id, new ConversationId("17127583930"));
        assertThat(conversations.repairs().get(id))
                .filteredOn(each -> !each.mends())
                .singleElement()
                .asString()
                .contains(id + "-again");
    }

    @Test
    void readsAFolderOfTheOriginalAndCopiesItAtTheFirstWrite() throws Exception {
        Files.delete(folder);
        folder = Files.createDirectory(storage.resolve("conversations").resolve(id + "-refactor-config"));
        var original = """
                [
                  {
                    "timestamp": "2025-07-20 10:30:00.0",
                    "type": "tool_call_request",
                    "id": "tc_1",
                    "name": "cargo",
                    "arguments": { "path": "c3Jj", "n": 1.0 }
                  },
                  { "type": "config_delta", "conversation": { "title": "x y" } },
                  { "type": "dream", "of": [ 1, "a \\" b" ] },
                  { "timestamp": "2025-07-20 10:30:01.0", "type": "inquiry_request", "id": "q",
                    "source": { "source": "assistant" },
                    "question": { "text": "Sure?", "answer_type": { "type": "boolean" } } }
                ]
                """;
        Files.writeString(folder.resolve("events.json"), original);
        Files.writeString(
                folder.resolve("metadata.json"), "{\"title\":\"T\",\"last_activated_at\":\"2025-07-20 10:30:00.0\"}");
        var expected = events(
                "{'timestamp':'2025-07-20T10:30:00.0Z','type':'tool_call_request','id':'tc_1','name':'cargo','arguments':{'path':'src','n':1.0}}",
                "{'type':'config_delta','delta':{'conversation':{'title':'x y'}}}",
                "{'type':'dream','of':[1,'a \\\" b']}",
                "{'timestamp':'2025-07-20T10:30:01.0Z','type':'inquiry_request','id':'q','source':{'source':'assistant'},'question':'Sure?','answer_type':'boolean'}");
        for (int i = 0; i < 2; i++) {
            assertThat(conversations.list())
                    .containsExactly(new ConversationSummary(
                            id,
                            "T",
                            "2025-07-20T10:30:00.0Z",
                            4,
                            null,
                            null,
                            null,
                            new ConversationOwner.Original(folder)));
            assertThat(all(conversations, id)).isEqualTo(expected);
        }
        assertThat(all(conversations, id)).isEqualTo(expected);
        var window = new ArrayList<Json>();
        conversations.read(id, 1, 2).forEach(window::add);
        assertThat(window).isEqualTo(expected.subList(1, 3));
        assertThat(folder.resolve("events.jsonl")).doesNotExist();

        try (var held = conversations.lock(id)) {
            held.push(events(toolResponse("tc_1")), NOW);
        }

        assertThat(all(conversations, id)).hasSize(5).startsWith(expected.toArray(Json[]::new));
        assertThat(folder.resolve("events.json")).hasContent(original);
        assertThat(conversations.summary(id).eventsCount()).isEqualTo(5);
    }

    @Test
    void aBrokenFileOfTheOriginalIsDamageAndIsNotConverted() throws Exception {
        Files.delete(folder);
        folder = Files.createDirectory(storage.resolve("conversations").resolve(id.digits()));
        var deep = "[" + "{\"a\":".repeat(128) + "1" + "}".repeat(128) + "]";
        for (var bad : List.of(
                deep,
                "",
                "{}",
                "[{}",
                "[{},]",
                "[1]",
                "[{}]]",
                "[{\"a\":1 2}]",
                "[{\"a\":\"\\",
                "[{}}",
                "[,]",
                "[{} {}]")) {
            Files.writeString(folder.resolve("events.json"), bad);
            assertThat(conversations.summary(id).damage()).as(bad).isNotNull();
            try (var held = conversations.lock(id)) {
                assertThatThrownBy(() -> held.push(events(message("x")), NOW)).isInstanceOf(DamagedConversation.class);
            }
            assertThat(folder.resolve("events.jsonl")).doesNotExist();
            assertThat(storage.resolve("conversations/.outrigger/" + id)).doesNotExist();
            assertThat(folder.resolve("events.json")).hasContent(bad);
            assertThat(conversations.repairs(id)).first().isInstanceOf(ConversationRepair.Ask.class);
        }
    }

    @Test
    void copiesLongPlainStretchesAsTheyAre() throws Exception {
        var lines = new StringBuilder();
        var wanted = new ArrayList<Json>();
        for (int i = 0; i < 40; i++) {
            for (int length : new int[] {0, 1, 65_520 + i, 131_056 + i}) {
                var event = quoted(message("x".repeat(length)));
                lines.append("[").append(event).append("]\n");
                wanted.add(json(event));
            }
        }
        stored(lines.toString());
        assertThat(all(conversations, id)).isEqualTo(wanted);
        assertThat(written(conversations.read(id, 0, -1)))
                .isEqualTo("["
                        + lines.toString()
                                .replace("]\n[", ",")
                                .substring(1, lines.length() - 1 - 2 * wanted.size() + 2));
    }

    private void stored(String lines) throws Exception {
        Files.writeString(folder.resolve("events.jsonl"), lines);
    }

    private static String quoted(String event) {
        return event.replace('\'', '"');
    }
}
