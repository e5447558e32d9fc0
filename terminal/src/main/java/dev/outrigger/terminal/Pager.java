package dev.outrigger.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Long text on a terminal goes through `$PAGER`.
public final class Pager {
    private static final int NOT_FOUND = 127;
    private static final int NOT_EXECUTABLE = 126;

    private Pager() {}

    /// Content that may be longer than the screen. `PAGER=cat` and `PAGER=` mean none; `less` is told to leave short
    /// and coloured text alone.
    public static void show(String text, StreamLook look, Map<String, String> env, Printer printer)
            throws OutputFailed {
        var pager = env.getOrDefault("PAGER", "less -FRX").strip();
        boolean none = pager.isEmpty() || pager.equals("cat");
        if (!look.terminal() || none || printer.mode() == Printer.Mode.JSON) {
            printer.content(text);
            return;
        }
        var folded = FoldedLines.text(Printer.harmless(text, look), look);
        if (fits(folded, look, env) || !paged(folded, pager, env)) {
            printer.content(text);
        }
    }

    private static boolean fits(String text, StreamLook look, Map<String, String> env) {
        int lines = StreamLook.number(env.getOrDefault("LINES", ""));
        int rows = lines > 0 ? lines : ScreenSize.size().rows();
        return rows(text, look) < rows;
    }

    private static int rows(String text, StreamLook look) {
        int rows = 0;
        for (var line : text.split("\n")) {
            rows += Math.max(1, (TextWidth.of(line) + look.width() - 1) / look.width());
        }
        return rows;
    }

    /// False when the pager could not be started, and so nothing was shown.
    private static boolean paged(String text, String pager, Map<String, String> env) {
        // By its whole path, and in a folder that is nobody's: where we stand may be a stranger's, and have a `sh` in
        // it.
        var shell = new ProcessBuilder("/bin/sh", "-c", pager)
                .directory(new File("/"))
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        shell.environment().clear();
        shell.environment().putAll(env);
        shell.environment().putIfAbsent("LESS", "FRX");
        try {
            var process = shell.start();
            try (var in = process.getOutputStream()) {
                in.write(text.getBytes(StandardCharsets.UTF_8));
            } catch (IOException _) {
                // the reader has seen enough
            }
            int code = process.waitFor();
            return code != NOT_FOUND && code != NOT_EXECUTABLE;
        } catch (IOException _) {
            // no shell: the text itself matters more
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
