package dev.outrigger.jp.front;

import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.StoredEvent;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.PrintChannel;
import dev.outrigger.terminal.PrintFormat;
import dev.outrigger.terminal.Printer;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.event.Event;

/// What goes on, for pipes and files: the answer's text as it comes and nothing else on standard output, a line for
/// each tool call on standard error.
public final class PlainRenderer implements TurnRenderer {
    private final Printer printer;
    private final HiddenParts hidden;
    private final PlainAnswer answer;

    public PlainRenderer(Printer printer, HiddenParts hidden) {
        this.printer = printer;
        this.hidden = hidden;
        this.answer = new PlainAnswer(printer);
    }

    @Override
    public void piece(AnswerPiece piece) throws OutputFailed {
        if (piece instanceof AnswerPiece.Text(var text)) {
            answer.add(text);
        }
    }

    @Override
    public void stored(StoredEvent stored) throws OutputFailed {
        switch (stored.event()) {
            case Event.Message _ -> answer.end();
            case Event.Data(var data, Json.Obj _) -> printer.content(JsonText.text(data));
            case Event.ToolCallRequest call -> tool(PrintChannel.TOOL_CALL, ToolCallText.call(call));
            case Event.ToolCallResponse result -> tool(PrintChannel.TOOL_RESULT, ToolCallText.result(result));
            case Event.TurnStart _,
                    Event.ChatRequest _,
                    Event.Reasoning _,
                    Event.InquiryRequest _,
                    Event.InquiryResponse _,
                    Event.ConfigDelta _,
                    Event.Unknown _ -> {}
        }
    }

    private void tool(PrintChannel channel, String text) throws OutputFailed {
        if (!hidden.tools()) {
            printer.print(channel, PrintFormat.PLAIN, "", text + "\n");
        }
    }

    @Override
    public void waiting(Waiting on) throws OutputFailed {
        if (on instanceof Waiting.Retry(var why, int _, var pause)) {
            printer.note(why + "; trying again in " + Math.max(1, pause.toSeconds()) + " s");
        }
    }

    @Override
    public void close() throws OutputFailed {
        answer.end();
    }
}
