package dev.outrigger.jp.query;

import dev.outrigger.assistant.Piece;
import dev.outrigger.terminal.Channel;
import dev.outrigger.terminal.Format;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Printer;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.event.Event;

/// What goes on, for pipes and files: the answer's text as it comes and nothing else on standard output, a line for
/// each tool call on standard error.
public final class Plainly implements Watching {
    private final Printer printer;
    private final Hidden hidden;
    private final PlainText answer;

    public Plainly(Printer printer, Hidden hidden) {
        this.printer = printer;
        this.hidden = hidden;
        this.answer = new PlainText(printer);
    }

    @Override
    public void piece(Piece piece) throws OutputFailed {
        if (piece instanceof Piece.Text(var text)) {
            answer.add(text);
        }
    }

    @Override
    public void stored(Event event) throws OutputFailed {
        switch (event) {
            case Event.Message _ -> answer.end();
            case Event.Data(var data, Json.Obj _) -> printer.content(JsonText.text(data));
            case Event.ToolCallRequest call -> tool(Channel.TOOL_CALL, ToolLook.call(call));
            case Event.ToolCallResponse result -> tool(Channel.TOOL_RESULT, ToolLook.result(result));
            case Event.TurnStart _,
                    Event.ChatRequest _,
                    Event.Reasoning _,
                    Event.InquiryRequest _,
                    Event.InquiryResponse _,
                    Event.ConfigDelta _,
                    Event.Unknown _ -> {}
        }
    }

    private void tool(Channel channel, String text) throws OutputFailed {
        if (!hidden.tools()) {
            printer.print(channel, Format.PLAIN, "", text + "\n");
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
