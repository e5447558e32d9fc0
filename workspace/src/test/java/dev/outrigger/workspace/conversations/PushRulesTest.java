package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.Sample.NOW;
import static dev.outrigger.workspace.conversations.Sample.all;
import static dev.outrigger.workspace.conversations.Sample.events;
import static dev.outrigger.workspace.conversations.Sample.message;
import static dev.outrigger.workspace.conversations.Sample.toolRequest;
import static dev.outrigger.workspace.conversations.Sample.toolResponse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.outrigger.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PushRulesTest {
    @TempDir
    Path storage;

    private Conversations conversations;
    private HeldConversation held;

    @BeforeEach
    void create() throws Exception {
        conversations = new Conversations(storage);
        held = conversations.create(null, NOW);
    }

    @AfterEach
    void close() throws Exception {
        held.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{}                                                            | `type` must be a string",
                "{'type':5}                                                    | `type` must be a string",
                "{'type':'chat'}                                               | unknown event type `chat`",
                "{'type':'turn_start','timestamp':'yesterday'} | TurnStart: `timestamp` must be an RFC 3339 time",
                "{'type':'turn_start','timestamp':5}           | TurnStart: `timestamp` must be an RFC 3339 time",
                "{'type':'turn_start','metadata':'x'}          | TurnStart: `metadata` must be an object",
                "{'type':'chat_request'}                       | ChatRequest: `content` must be a string",
                "{'type':'chat_request','content':['x']}       | ChatRequest: `content` must be a string",
                "{'type':'chat_request','content':'x','schema':'x'} | ChatRequest: `schema` must be an object",
                "{'type':'chat_request','content':'x','attachments':{}} | ChatRequest: `attachments` must be an array",
                "{'type':'chat_request','content':'x','attachments':[{}]} | ChatRequest: an attachment must be an object with a string `type`",
                "{'type':'chat_request','content':'x','attachments':[{'type':'file_content','path':'x'}]} | ChatRequest: a `file_content` attachment needs the strings `path` and `content`",
                "{'type':'chat_response'} | ChatResponse: exactly one of `message`, `reasoning` and `data` must be there",
                "{'type':'chat_response','message':'a','data':1} | ChatResponse: exactly one of `message`, `reasoning` and `data` must be there",
                "{'type':'chat_response','message':1}          | ChatResponse: `message` must be a string",
                "{'type':'chat_response','reasoning':null}     | ChatResponse: `reasoning` must be a string",
                "{'type':'tool_call_request','name':'x','arguments':{}} | ToolCallRequest: `id` must be a string",
                "{'type':'tool_call_request','id':'x','arguments':{}}   | ToolCallRequest: `name` must be a string",
                "{'type':'tool_call_request','id':'x','name':'x','arguments':[]} | ToolCallRequest: `arguments` must be an object",
                "{'type':'tool_call_response','content':'x','is_error':true} | ToolCallResponse: `id` must be a string",
                "{'type':'tool_call_response','id':'r','is_error':true} | ToolCallResponse: `content` must be a string",
                "{'type':'tool_call_response','id':'r','content':'x'}   | ToolCallResponse: `is_error` must be a boolean",
                "{'type':'tool_call_response','id':'tc_99','content':'x','is_error':false} | ToolCallResponse references unknown request ID `tc_99`",
                "{'type':'inquiry_request','question':'x'}              | InquiryRequest: `id` must be a string",
                "{'type':'inquiry_request','id':'x'} | InquiryRequest: `question` must be a string or an object",
                "{'type':'inquiry_request','id':'x','question':'x','options':'y'} | InquiryRequest: `options` must be an array",
                "{'type':'inquiry_request','id':'x','question':{'answer_type':'text'}} | InquiryRequest: `question.text` must be a string",
                "{'type':'inquiry_request','id':'x','question':{'text':'y'}} | InquiryRequest: `question.answer_type` must be an object with a string `type`",
                "{'type':'inquiry_response','answer':'x'}               | InquiryResponse: `id` must be a string",
                "{'type':'inquiry_response','id':'inq'}                 | InquiryResponse: `answer` is missing",
                "{'type':'inquiry_response','id':'r','answer':1} | InquiryResponse references unknown request ID `r`",
                "{'type':'config_delta'}                                | ConfigDelta: `delta` must be an object",
            })
    void refusesTheWholeBatchAndNamesTheEvent(String bad, String problem) throws Exception {
        held.push(events(toolRequest("r")), NOW);
        var file = storage.resolve("conversations/.outrigger/" + held.id() + "/events.jsonl");
        var before = Files.readAllBytes(file);

        var refusal = catchThrowableOfType(
                InvalidEvent.class, () -> held.push(events(message("fine"), message("fine"), bad), NOW));

        assertThat(refusal).hasMessage("events[2]: " + problem);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        held.push(events(toolResponse("r")), NOW);
        assertThat(types()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'turn_start'}",
                "{'type':'chat_response','reasoning':''}",
                "{'type':'chat_response','data':null}",
                "{'type':'chat_request','content':'','schema':{},"
                        + "'attachments':[{'type':'file_content','path':'a','content':'b'},{'type':'other'}]}",
                "{'type':'config_delta','delta':{'assistant':{'name':'JP'}}}",
                "{'type':'inquiry_request','id':'','question':'Which?','options':['a','b']}",
                "{'type':'inquiry_request','id':'q','source':{'source':'tool','name':'x'},"
                        + "'question':{'text':'Which?','answer_type':{'type':'boolean'}}}",
            })
    void acceptsWhatTheTableAllows(String event) throws Exception {
        assertThat(held.push(events(event), NOW).count()).isEqualTo(1);
    }

    @Test
    void repeatsOnlyTheBeginningOfALongTypeAndNoHalfCharacter() {
        var refusal = catchThrowableOfType(
                InvalidEvent.class, () -> held.push(events("{'type':'" + "x".repeat(199) + "😀'}"), NOW));

        assertThat(refusal).hasMessage("events[0]: unknown event type `" + "x".repeat(199) + "…`");
    }

    @Test
    void findsARequestEarlierInTheBatchButNotLater() throws Exception {
        held.push(events(toolRequest("a"), toolResponse("a")), NOW);
        assertThat(types()).hasSize(2);
        var refusal = catchThrowableOfType(
                InvalidEvent.class, () -> held.push(events(toolResponse("b"), toolRequest("b")), NOW));
        assertThat(refusal).hasMessageStartingWith("events[0]: ");
    }

    @Test
    void keepsToolAndInquiryIdsApart() throws Exception {
        held.push(events("{'type':'inquiry_request','id':'x','question':'?'}"), NOW);
        assertThat(catchThrowableOfType(InvalidEvent.class, () -> held.push(events(toolResponse("x")), NOW)))
                .hasMessageContaining("unknown request ID");
        held.push(events("{'type':'inquiry_response','id':'x','answer':[true]}"), NOW);
    }

    @Test
    void putsATurnStartBeforeAChatRequestThatHasNone() throws Exception {
        var request = "{'type':'chat_request','timestamp':'2025-07-20T10:30:00Z','content':'x'}";
        assertThat(held.push(events(request), NOW)).isEqualTo(batch(1, 1, 2));
        assertThat(held.push(events("{'type':'turn_start'}"), NOW)).isEqualTo(batch(1, 3, 3));
        reopen();
        assertThat(held.push(events(request, request), NOW)).isEqualTo(batch(2, 4, 6));
        assertThat(types())
                .containsExactly(
                        "turn_start", "chat_request", "turn_start", "chat_request", "turn_start", "chat_request");
        assertThat(((Json.Obj) all(conversations, held.id()).getFirst()).text("timestamp"))
                .contains("2025-07-20T10:30:00Z");
    }

    private static PushedBatch batch(int count, long first, long last) {
        return new PushedBatch(count, first, last, "2025-07-20T10:30:00.000Z");
    }

    @Test
    void fillsInAMissingTimestampAndKeepsAGivenOne() throws Exception {
        held.push(
                events("{'type':'turn_start'}", "{'type':'turn_start','timestamp':'2024-02-29T23:59:60+01:00'}"), NOW);
        assertThat(all(conversations, held.id()))
                .extracting(event -> ((Json.Obj) event).text("timestamp").orElseThrow())
                .containsExactly("2025-07-20T10:30:00.000Z", "2024-02-29T23:59:60+01:00");
    }

    @Test
    void pushingNothingWritesNothing() throws Exception {
        assertThat(held.push(List.of(), NOW)).isEqualTo(batch(0, 1, 0));
        assertThat(storage.resolve("conversations/.outrigger/" + held.id() + "/events.jsonl"))
                .isEmptyFile();
    }

    @Test
    void showsBothFormsOfAnInquiryAsTextAndOptions() throws Exception {
        held.push(
                events(
                        "{'type':'inquiry_request','id':'1','timestamp':'2025-07-20T10:30:00Z','question':'Which?','options':['a']}",
                        "{'type':'inquiry_request','id':'2','timestamp':'2025-07-20T10:30:00Z','source':{'source':'user'},"
                                + "'metadata':{'k':'v'},'question':{'text':'Which?','answer_type':"
                                + "{'type':'select','options':['a',1.0,true]},'default':'a'}}"),
                NOW);
        assertThat(all(conversations, held.id()))
                .containsExactlyElementsOf(events(
                        "{'type':'inquiry_request','id':'1','timestamp':'2025-07-20T10:30:00Z','question':'Which?','options':['a']}",
                        "{'type':'inquiry_request','id':'2','timestamp':'2025-07-20T10:30:00Z','source':{'source':'user'},"
                                + "'metadata':{'k':'v'},'question':'Which?','answer_type':'select','options':['a','1.0','true'],"
                                + "'default':'a'}"));
    }

    @Test
    void refusesWhatItCouldNotReadBack() {
        var deep = new Object() {
            Json value = Json.of("x");
        };
        for (int i = 0; i < 127; i++) {
            deep.value = new Json.Arr(List.of(deep.value));
        }
        Stream.of(new Json.Num("0x5"), deep.value).forEach(value -> {
            var event = Json.object()
                    .put("type", "chat_response")
                    .put("data", value)
                    .build();
            assertThat(catchThrowableOfType(InvalidEvent.class, () -> held.push(List.of(event), NOW)))
                    .hasMessageContaining("events[0]: cannot be stored");
        });
        assertThat(storage.resolve("conversations/.outrigger/" + held.id() + "/events.jsonl"))
                .isEmptyFile();
    }

    private List<String> types() throws Exception {
        return all(conversations, held.id()).stream()
                .map(event -> ((Json.Obj) event).text("type").orElseThrow())
                .toList();
    }

    private void reopen() throws Exception {
        var id = held.id();
        held.close();
        held = conversations.lock(id);
    }
}
