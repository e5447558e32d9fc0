package dev.outrigger.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// How text on a stream may look: whether a person is watching, in colour, in how many columns.
public record StreamLook(boolean terminal, boolean colour, int width) {
    private static final int USUAL_WIDTH = 80;
    private static final int WIDEST = 1_000;
    private static final int ASK_THE_TERMINAL = 0;

    /// Not a terminal: nothing is rendered, nothing is coloured.
    public static final StreamLook PLAIN = new StreamLook(false, false, USUAL_WIDTH);

    public static StreamLook of(OutputStreamName stream, Map<String, String> env) {
        boolean terminal = isTerminal(stream);
        return new StreamLook(terminal, colour(terminal, env), width(terminal, env));
    }

    /// Asks the terminal only now, and only when nobody said it before: it costs a process.
    @Override
    public int width() {
        if (width != ASK_THE_TERMINAL) {
            return width;
        }
        return Math.min(ScreenSize.size().columns(), WIDEST);
    }

    /// Whether the width is the terminal's, which may change.
    boolean asWideAsTheTerminal() {
        return width == ASK_THE_TERMINAL;
    }

    private static boolean isTerminal(OutputStreamName stream) {
        return isTerminal(Path.of(stream.link));
    }

    public static boolean isTerminal(int descriptor) {
        return isTerminal(Path.of("/proc/self/fd/" + descriptor));
    }

    /// By the name behind the descriptor, where the alternatives (System.console, isatty) cost up to 100 ms. A
    /// terminal of another mount namespace, as in some containers, is called `/0`.
    private static boolean isTerminal(Path link) {
        try {
            var name = Files.readSymbolicLink(link).toString();
            return name.startsWith("/dev/pts/")
                    || name.startsWith("/dev/tty")
                    || name.equals("/dev/console")
                    || (name.length() > 1 && name.charAt(0) == '/' && digits(name.substring(1)));
        } catch (IOException _) {
            // closed, or a system without /proc: nobody we could draw for
            return false;
        }
    }

    static boolean colour(boolean terminal, Map<String, String> env) {
        if (!env.getOrDefault("NO_COLOR", "").isEmpty()) {
            return false;
        }
        var force = env.getOrDefault("CLICOLOR_FORCE", "");
        return (!force.isEmpty() && !force.equals("0"))
                || (terminal && !env.getOrDefault("TERM", "").equals("dumb"));
    }

    private static int width(boolean terminal, Map<String, String> env) {
        int columns = number(env.getOrDefault("COLUMNS", ""));
        if (columns > 0) {
            return Math.min(columns, WIDEST);
        }
        return terminal ? ASK_THE_TERMINAL : USUAL_WIDTH;
    }

    /// 0 for what is no number or not a useful one.
    static int number(String text) {
        return digits(text) && text.length() < 9 ? Integer.parseInt(text) : 0;
    }

    private static boolean digits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty();
    }
}
