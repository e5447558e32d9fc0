package dev.outrigger.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// The size of the terminal in front of the user. Never 0, which is what a terminal says that was never told how large
/// it is: what cannot be told is as usual.
///
/// @param known whether it is what the terminal says, so that one can draw by it
record ScreenSize(int rows, int columns, boolean known) {
    private static final int USUAL_ROWS = 24;
    private static final int USUAL_COLUMNS = 80;
    private static final ScreenSize UNKNOWN = new ScreenSize(0, 0);

    ScreenSize(int rows, int columns) {
        this(rows > 0 ? rows : USUAL_ROWS, columns > 0 ? columns : USUAL_COLUMNS, rows > 0 && columns > 0);
    }

    /// Asked once.
    static ScreenSize size() {
        return Asked.SIZE;
    }

    /// Asked anew: it may have been resized. Costs a process.
    static ScreenSize now() {
        return ask();
    }

    private static final class Asked {
        static final ScreenSize SIZE = ask();
    }

    private static ScreenSize ask() {
        try {
            // Not by PATH, which may lead to where we stand.
            var file = new File("/bin/stty").exists() ? "/bin/stty" : "/usr/bin/stty";
            var stty = new ProcessBuilder(file, "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (var answer = stty.getInputStream()) {
                return parse(new String(answer.readNBytes(64), StandardCharsets.US_ASCII));
            }
        } catch (IOException _) {
            // no terminal, or no stty: as good as not knowing
            return UNKNOWN;
        }
    }

    /// `24 80`, as stty says it.
    static ScreenSize parse(String answer) {
        var line = answer.strip();
        int space = line.indexOf(' ');
        return space < 0
                ? UNKNOWN
                : new ScreenSize(
                        StreamLook.number(line.substring(0, space)), StreamLook.number(line.substring(space + 1)));
    }
}
