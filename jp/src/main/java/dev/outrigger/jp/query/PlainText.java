package dev.outrigger.jp.query;

import dev.outrigger.terminal.Channel;
import dev.outrigger.terminal.Format;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Printer;

/// An answer's text, byte for byte as it comes. Only at its end a newline is added where there is none.
final class PlainText {
    private final Printer printer;
    private boolean lineOpen;
    /// The first half of a character, whose other half is in the next piece.
    private String half = "";

    PlainText(Printer printer) {
        this.printer = printer;
    }

    void add(String piece) throws OutputFailed {
        var text = half + piece;
        half = "";
        if (!text.isEmpty() && Character.isHighSurrogate(text.charAt(text.length() - 1))) {
            half = text.substring(text.length() - 1);
            text = text.substring(0, text.length() - 1);
        }
        if (!text.isEmpty()) {
            printer.print(Channel.CONTENT, Format.PLAIN, "", text);
            lineOpen = !text.endsWith("\n");
        }
    }

    void end() throws OutputFailed {
        if (lineOpen) {
            printer.print(Channel.CONTENT, Format.PLAIN, "", "\n");
            lineOpen = false;
        }
        half = "";
    }
}
