package dev.outrigger.jp.front;

import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.StoredEvent;
import dev.outrigger.hosting.turn.TurnJson;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Printer;
import dev.outrigger.wire.Json;

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
    public void stored(StoredEvent event) throws OutputFailed {
        printer.result(event.json().with("seq", Json.of(event.seq())));
    }

    @Override
    public void waiting(Waiting on) throws OutputFailed {
        printer.result(TurnJson.waiting("waiting", on));
    }

    @Override
    public void close() {}
}
