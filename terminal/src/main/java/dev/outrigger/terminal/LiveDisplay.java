package dev.outrigger.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What changes on a terminal while somebody watches: an answer that grows, and lines that say what is waited for.
/// Only one of them at a time may have something that can still change. Not for several threads at once.
public final class LiveDisplay {
    private final Printer printer;
    private final boolean dumb;
    private final ScreenRegion waiting;
    private ScreenSize screen;
    private volatile boolean resized;

    public LiveDisplay(Printer printer, Map<String, String> env) {
        this.printer = printer;
        this.screen = ScreenSize.size();
        this.waiting = new ScreenRegion(text -> printer.write(OutputStreamName.STDERR, text));
        this.dumb = env.getOrDefault("TERM", "dumb").equals("dumb") || !canMove(screen);
    }

    /// The terminal has another size from now on. From any thread.
    public void resized() {
        resized = true;
    }

    /// Whether there is somebody to see how it changes, on a terminal that can do it.
    public boolean moves(PrintChannel channel) {
        return !dumb && printer.watched(channel);
    }

    public LiveMarkdown markdown(PrintChannel channel, boolean dim, String margin) {
        var stream = Printer.stream(channel);
        var look = printer.look(stream);
        return new LiveMarkdown(
                new ScreenRegion(text -> printer.write(stream, text)),
                moves(channel),
                new LiveMarkdown.Style(look.colour() && !dim, look.colour() && dim, margin),
                this::screen,
                () -> look.asWideAsTheTerminal() ? screen().columns() : look.width());
    }

    /// Lines about what is waited for, in place of those before; none, to wipe them away. Each is cut to fit.
    public void waiting(List<String> lines) throws OutputFailed {
        if (!moves(PrintChannel.CHROME)) {
            return;
        }
        var dim = printer.look(OutputStreamName.STDERR).colour();
        var fitting = new ArrayList<String>();
        for (var line : lines) {
            var cut = cut(TerminalEscapes.oneLine(line, 1000), screen().columns() - 1);
            fitting.add(dim ? "\u001b[2m" + cut + "\u001b[0m" : cut);
        }
        waiting.show(List.of(), fitting, screen());
    }

    /// Whole lines beside the matter, for good.
    public void dimmed(PrintChannel channel, String text) throws OutputFailed {
        if (!printer.watched(channel)) {
            printer.print(channel, PrintFormat.PLAIN, "", text + "\n");
            return;
        }
        var stream = Printer.stream(channel);
        boolean dim = printer.look(stream).colour();
        var lines = new StringBuilder();
        for (var line : LineWrap.lines(TerminalEscapes.strip(text), screen().columns())) {
            lines.append(dim ? "\u001b[2m" + line + "\u001b[0m" : line).append('\n');
        }
        printer.write(stream, lines.toString());
    }

    private ScreenSize screen() {
        if (resized) {
            resized = false;
            var now = ScreenSize.now();
            screen = canMove(now) ? now : screen;
        }
        return screen;
    }

    private static boolean canMove(ScreenSize screen) {
        return screen.known() && screen.rows() > 1 && screen.columns() > 1;
    }

    /// So much of a line as fits into so many columns.
    public static String cut(String line, int columns) {
        if (TextWidth.of(line) <= columns) {
            return line;
        }
        int used = 1;
        int end = 0;
        while (end < line.length()) {
            int c = line.codePointAt(end);
            used += TextWidth.of(c);
            if (used > columns) {
                break;
            }
            end += Character.charCount(c);
        }
        return line.substring(0, end) + "…";
    }
}
