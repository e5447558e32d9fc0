package dev.outrigger.jp.front;

import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.PrintChannel;
import dev.outrigger.terminal.PrintFormat;
import dev.outrigger.terminal.Printer;

/// An answer's text, byte for byte as it comes. Only at its end a newline is added where there is none.
final class PlainAnswer {
    private final Printer printer;
    private boolean lineOpen;
    /// The first half of a character, whose other half is in the next piece.
    private String half = "";

    PlainAnswer(Printer printer) {
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
            printer.print(PrintChannel.CONTENT, PrintFormat.PLAIN, "", text);
            lineOpen = !text.endsWith("\n");
        }
    }

    void end() throws OutputFailed {
        if (lineOpen) {
            printer.print(PrintChannel.CONTENT, PrintFormat.PLAIN, "", "\n");
            lineOpen = false;
        }
        half = "";
    }
}
