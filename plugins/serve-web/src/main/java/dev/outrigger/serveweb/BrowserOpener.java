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
import java.util.concurrent.TimeUnit;

/// `--open`: the user's browser, by way of a file that only the user can read. In the words that start a program, every
/// user of the machine could read the link, and be there first.
final class BrowserOpener {
    /// As a shell and `setsid` say it.
    private static final int NOT_FOUND = 127;
    /// Who finds no browser says so soon; a browser itself may end as it likes, later.
    private static final long SOON_SECONDS = 15;

    private final String opener;
    private final String url;
    private final int port;
    private final Jp jp;

    private BrowserOpener(String url, int port, Jp jp) {
        var browser = System.getenv().getOrDefault("BROWSER", "");
        this.opener = browser.isEmpty() ? "xdg-open" : browser.split(":", 2)[0];
        this.url = url;
        this.port = port;
        this.jp = jp;
    }

    /// Returns at once: a browser may stay for as long as the page is open.
    static void open(String url, int port, Path folder, Jp jp) {
        var opener = new BrowserOpener(url, port, jp);
        var file = folder.resolve("serve-web-open.html");
        var page =
                "<!doctype html><meta charset=\"utf-8\"><title>jp</title><meta name=\"referrer\" content=\"no-referrer\">"
                        + "<meta http-equiv=\"refresh\" content=\"0;url=" + HtmlText.escaped(url) + "\">\n";
        try {
            WholeFile.replaceUnsynced(file, page.getBytes(StandardCharsets.UTF_8));
            var started = opener.start(file);
            Thread.ofVirtual().name("browser").start(() -> opener.watch(started));
        } catch (IOException e) {
            opener.notOpened(String.valueOf(e.getMessage()));
        }
    }

    private Process start(Path file) throws IOException {
        var program = new ProcessBuilder(List.of("setsid", opener, file.toString()))
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        // The browser is the user's, and stays when we go: it is without the mark by which jp ends what a plugin
        // leaves.
        program.environment().remove("JP_RUN");
        return program.start();
    }

    private void watch(Process started) {
        try {
            int code = started.waitFor(SOON_SECONDS, TimeUnit.SECONDS) ? started.exitValue() : 0;
            if (code != 0) {
                notOpened(opener + (code == NOT_FOUND ? " is not there" : " ended with " + code));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void notOpened(String why) {
        jp.note("No browser was opened (" + why + "). Open this link in one on this machine:\n");
        jp.print(url + "\n");
        jp.note("From another machine, lead the port there first: ssh -L " + port + ":127.0.0.1:" + port
                + " this-machine. BROWSER names the program to open it with.\n");
    }
}
