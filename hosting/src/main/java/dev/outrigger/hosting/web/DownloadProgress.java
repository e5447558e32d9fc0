package dev.outrigger.hosting.web;

import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Printer;

/// How far a download is, for whoever watches a terminal; everyone else gets one line when it begins.
final class DownloadProgress implements AutoCloseable {
    private static final int CELLS = 24;
    private static final long BETWEEN_NANOS = 100_000_000;
    private static final long UNKNOWN = -1;

    private final Printer printer;
    private final String what;
    private final boolean watched;
    private long total = UNKNOWN;
    private long drawnAt;

    DownloadProgress(Printer printer, String what, String url) throws OutputFailed {
        this.printer = printer;
        this.what = what;
        this.watched = printer.watched();
        if (watched) {
            printer.passing("fetching " + what + " …");
            drawnAt = System.nanoTime();
        } else {
            printer.note("fetching " + what + " from " + url);
        }
    }

    void total(long bytes) {
        total = bytes;
    }

    void at(long bytes) throws OutputFailed {
        long now = System.nanoTime();
        if (watched && now - drawnAt >= BETWEEN_NANOS) {
            drawnAt = now;
            printer.passing(line(what, bytes, total));
        }
    }

    /// `total` is negative when nobody knows.
    static String line(String what, long bytes, long total) {
        if (total <= 0 || bytes > total) {
            return what + "  " + size(bytes);
        }
        int full = (int) (CELLS * bytes / total);
        return what + "  [" + "#".repeat(full) + ".".repeat(CELLS - full) + "]  " + 100 * bytes / total + " %  "
                + size(bytes) + " of " + size(total);
    }

    static String size(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        var unit = bytes < 1 << 20 ? " KiB" : " MiB";
        long tenths = 10 * bytes / (bytes < 1 << 20 ? 1 << 10 : 1 << 20);
        return tenths / 10 + "." + tenths % 10 + unit;
    }

    @Override
    public void close() throws OutputFailed {
        if (watched) {
            printer.passing("");
        }
    }
}
