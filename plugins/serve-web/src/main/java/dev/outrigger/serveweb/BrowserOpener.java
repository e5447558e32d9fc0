package dev.outrigger.serveweb;

import dev.outrigger.sdk.Jp;
import dev.outrigger.system.WholeFile;
import dev.outrigger.web.HtmlText;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// `--open`: the user's browser, by way of a file that only the user can read. In the words that start a program, every
/// user of the machine could read the link, and be there first.
final class BrowserOpener {
    private BrowserOpener() {}

    static void open(String url, Path folder, Jp jp) {
        var file = folder.resolve("serve-web-open.html");
        var page =
                "<!doctype html><meta charset=\"utf-8\"><title>jp</title><meta name=\"referrer\" content=\"no-referrer\">"
                        + "<meta http-equiv=\"refresh\" content=\"0;url=" + HtmlText.escaped(url) + "\">\n";
        try {
            WholeFile.replaceUnsynced(file, page.getBytes(StandardCharsets.UTF_8));
            start(file);
        } catch (IOException e) {
            jp.note("The browser could not be started (" + e.getMessage() + "); open the link yourself.\n");
        }
    }

    private static void start(Path file) throws IOException {
        var browser = System.getenv().getOrDefault("BROWSER", "");
        var opener = browser.isEmpty() ? "xdg-open" : browser.split(":", 2)[0];
        var program = new ProcessBuilder(List.of("setsid", opener, file.toString()))
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        // The browser is the user's, and stays when we go: it is without the mark by which jp ends what a plugin
        // leaves.
        program.environment().remove("JP_RUN");
        program.start();
    }
}
