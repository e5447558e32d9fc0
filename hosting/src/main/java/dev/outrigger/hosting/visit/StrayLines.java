package dev.outrigger.hosting.visit;

import dev.outrigger.hosting.context.RunLog;
import dev.outrigger.terminal.TerminalEscapes;
import dev.outrigger.wire.command.LogLevel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The lines of a plugin, counted, and those among them that are no messages: each is logged, and too many in a row are
/// a fault. For the one thread that reads.
final class StrayLines {
    private static final int HEAD = 120;

    private final String plugin;
    private final RunLog log;
    private final int mostInARow;
    private int line;
    private int inARow;
    private int strays;
    private String first = "";

    StrayLines(String plugin, RunLog log, int mostInARow) {
        this.plugin = plugin;
        this.log = log;
        this.mostInARow = mostInARow;
    }

    void next() {
        line++;
    }

    /// The number of the line that is being read, from 1.
    int line() {
        return line;
    }

    /// The line was one, even if it is refused.
    void message() {
        inARow = 0;
    }

    /// The line was none: a fault when it was one too many.
    Optional<VisitFault> stray(String why, byte[] bytes, int from, int to) {
        var head = TerminalEscapes.strip(new String(bytes, from, Math.min(to - from, HEAD), StandardCharsets.UTF_8));
        var words = "line " + line + " is no message (" + why + "): " + head;
        log.add(LogLevel.WARN, plugin, words);
        if (strays++ == 0) {
            first = words;
        }
        return ++inARow >= mostInARow ? Optional.of(new VisitFault.OnlyStrays(inARow, head, why)) : Optional.empty();
    }

    /// How many there were, and what was wrong with the first: for the author, who would look for them in vain. ""
    /// when all was well.
    String words() {
        return strays == 0
                ? ""
                : "jp-" + plugin + " wrote " + strays
                        + (strays == 1 ? " line that is no message" : " lines that are no messages") + "; the first: "
                        + first;
    }
}
