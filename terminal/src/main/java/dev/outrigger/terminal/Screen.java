package dev.outrigger.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// The size of the terminal in front of the user, 0 by 0 when nobody can tell.
record Screen(int rows, int columns) {
    private static final Screen UNKNOWN = new Screen(0, 0);

    /// Asked once.
    static Screen size() {
        return Asked.SIZE;
    }

    /// Asked anew: it may have been resized. Costs a process.
    static Screen now() {
        return ask();
    }

    private static final class Asked {
        static final Screen SIZE = ask();
    }

    private static Screen ask() {
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
    static Screen parse(String answer) {
        var line = answer.strip();
        int space = line.indexOf(' ');
        return space < 0
                ? UNKNOWN
                : new Screen(Look.number(line.substring(0, space)), Look.number(line.substring(space + 1)));
    }
}
