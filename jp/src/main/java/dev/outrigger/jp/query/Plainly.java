package dev.outrigger.jp.query;

import dev.outrigger.assistant.Piece;
import dev.outrigger.assistant.Renderer;
import dev.outrigger.terminal.Channel;
import dev.outrigger.terminal.Format;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Printer;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.event.Event;

/// What goes on, for a pipe or a file: the answer's text as it comes, and nothing else on standard output.
public final class Plainly implements Renderer {
    private final Printer printer;
    private boolean lineOpen;

    public Plainly(Printer printer) {
        this.printer = printer;
    }

    @Override
    public void piece(Piece piece) throws OutputFailed {
        if (piece instanceof Piece.Text(var text) && !text.isEmpty()) {
            printer.print(Channel.CONTENT, Format.PLAIN, "", text);
            lineOpen = !text.endsWith("\n");
        }
    }

    @Override
    public void stored(Event event) throws OutputFailed {
        if (event instanceof Event.Message && lineOpen) {
            printer.print(Channel.CONTENT, Format.PLAIN, "", "\n");
            lineOpen = false;
        } else if (event instanceof Event.Data(var data, Json.Obj _)) {
            printer.content(JsonText.text(data));
        }
    }

    @Override
    public void waiting(Waiting on) throws OutputFailed {
        if (on instanceof Waiting.Retry(var why, int _, var pause)) {
            printer.note(why + "; trying again in " + Math.max(1, pause.toSeconds()) + " s");
        }
    }
}
