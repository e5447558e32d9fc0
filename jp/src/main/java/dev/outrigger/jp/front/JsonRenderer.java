package dev.outrigger.jp.front;

import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Printer;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;

/// What goes on, for programs: one JSON object per line. docs/query.md says what each is.
public final class JsonRenderer implements TurnRenderer {
    private final Printer printer;

    public JsonRenderer(Printer printer) {
        this.printer = printer;
    }

    @Override
    public void piece(AnswerPiece piece) throws OutputFailed {
        switch (piece) {
            case AnswerPiece.Text(var text) -> piece("content", text);
            case AnswerPiece.Thought(var text) -> piece("reasoning", text);
            case AnswerPiece.Seal _, AnswerPiece.Call _, AnswerPiece.BadCall _ -> {}
        }
    }

    private void piece(String channel, String text) throws OutputFailed {
        if (!text.isEmpty()) {
            printer.result(Json.object()
                    .put("type", "piece")
                    .put("channel", channel)
                    .put("text", text)
                    .build());
        }
    }

    @Override
    public void stored(Event event) throws OutputFailed {
        printer.result(event.json());
    }

    @Override
    public void waiting(Waiting on) throws OutputFailed {
        var json = Json.object().put("type", "waiting");
        switch (on) {
            case Waiting.Model(var model) -> json.put("on", "model").put("model", model);
            case Waiting.Tool(var id, var name) ->
                json.put("on", "tool").put("id", id).put("name", name);
            case Waiting.Progress(var id, var name, var line) ->
                json.put("on", "progress").put("id", id).put("name", name).put("line", line);
            case Waiting.Retry(var why, var attempt, var pause) ->
                json.put("on", "retry")
                        .put("reason", why)
                        .put("attempt", attempt)
                        .put("seconds", Math.max(1, pause.toSeconds()));
        }
        printer.result(json.build());
    }

    @Override
    public void close() {}
}
