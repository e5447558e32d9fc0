package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a crash of the machine leaves of the last batch, seen through the protocol; every byte of it is the workspace's
/// own test.
class MachineCrashTest {
    private static final String WRITER = Python.plugin("""
            conversation = ask(type="create_conversation")["conversation"]
            for events in (
                [{"type": "chat_request", "content": "first"},
                 {"type": "tool_call_request", "id": "early", "name": "t", "arguments": {"a": "b"}}],
                [{"type": "chat_response", "message": "second"}],
                [{"type": "chat_request", "content": "third " + "ü" * int(args[0])},
                 {"type": "tool_call_request", "id": "late", "name": "t", "arguments": {}}],
            ):
                assert ask(type="push_events", conversation=conversation, events=events)["type"] == "pushed"
            show(conversation)
            leave()
            """);

    /// What it finds; then what becomes of an answer to the request that is there, and of one to the request that is
    /// not.
    private static final String READER = Python.plugin("""
            show([event["type"] for event in ask(type="read_events", conversation=args[0])["data"]])
            show([each["events_count"] for each in ask(type="list_conversations")["data"]])
            ask(type="lock", conversation=args[0])
            for id in ("late", "early"):
                event = {"type": "tool_call_response", "id": id, "content": "c", "is_error": False}
                answer = ask(type="push_events", conversation=args[0], events=[event])
                show(answer.get("code", answer["type"]))
            show(ask(type="read_events", conversation=args[0])["data"][-1]["id"])
            leave()
            """);

    private static final String BEFORE = "[\"turn_start\", \"chat_request\", \"tool_call_request\", \"chat_response\"]";

    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void aWriterAndAReader() throws IOException {
        jail = Jail.in(folder)
                .plugin("writer", WRITER)
                .trusted("writer")
                .plugin("reader", READER)
                .trusted("reader");
    }

    @ParameterizedTest(name = "a batch with a text of {0} letters")
    @ValueSource(ints = {20, 70_000})
    void whatIsCutOrZeroedIsNoBatchAndTheNextPushGoesOn(int letters) throws IOException {
        var written = jail.jp("writer", Integer.toString(letters));
        assertThat(written.code()).as(written.err()).isEqualTo(0);
        var id = ((Json.Str) written.json()).value();
        var conversation =
                jail.workspace().resolve(".jp/conversations/.outrigger").resolve(id);
        var file = conversation.resolve("events.jsonl");
        var index = Files.readAllBytes(conversation.resolve("index"));
        var whole = Files.readAllBytes(file);
        int start = whole.length - 1;
        while (whole[start - 1] != '\n') {
            start--;
        }
        int length = whole.length - start;

        for (int kept : List.of(0, 1, length / 2, length - 1)) {
            var cut = Arrays.copyOf(whole, start + kept);
            Files.write(conversation.resolve("index"), index);
            Files.write(file, cut);
            assertThat(seen(id)).as("cut after %d bytes", kept).isEqualTo(wanted());

            Files.write(conversation.resolve("index"), index);
            Files.write(file, Arrays.copyOf(cut, whole.length));
            assertThat(seen(id)).as("zeroed after %d bytes", kept).isEqualTo(wanted());
        }
    }

    private List<String> seen(String id) {
        var result = jail.jp("reader", id);
        assertThat(result.code()).as(result.err()).isEqualTo(0);
        return result.out().lines().toList();
    }

    private static List<String> wanted() {
        return List.of(BEFORE, "[4]", "\"invalid_event\"", "\"pushed\"", "\"early\"");
    }
}
