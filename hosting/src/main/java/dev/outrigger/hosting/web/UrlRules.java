package dev.outrigger.hosting.web;

import dev.outrigger.terminal.TerminalEscapes;
import dev.outrigger.wire.Excerpt;

/// What may be fetched from where, by a URL's words alone.
public final class UrlRules {
    private static final int LONGEST_URL = 2048;

    private UrlRules() {}

    /// Why nothing is fetched from this URL; "" when something may be.
    ///
    /// @param local whether it may be a file of this machine
    public static String badUrl(String url, boolean local) {
        if (url.length() > LONGEST_URL) {
            return "is longer than " + LONGEST_URL + " characters";
        }
        for (int i = 0; i < url.length(); i++) {
            char c = url.charAt(i);
            if (c <= ' ' || c > '~' || c == '"' || c == '<' || c == '>' || c == '\\' || c == '`' || c == '#') {
                return "has a character that no URL has";
            }
        }
        if (url.startsWith("file:")) {
            return !local
                    ? "is a file, which only a registry that is a file itself may name"
                    : url.startsWith("file:///") ? "" : "must begin with file:///";
        }
        if (!url.startsWith("https://")) {
            return "must begin with https://";
        }
        int end = url.indexOf('/', "https://".length());
        var host = url.substring("https://".length(), end < 0 ? url.length() : end);
        if (host.indexOf('@') >= 0) {
            return "holds a user name or password";
        }
        return host.isEmpty() || host.startsWith(":") ? "names no host" : "";
    }

    public static boolean isLocal(String url) {
        return url.startsWith("file:");
    }

    /// A stranger's text on one line, harmless and not too long.
    public static String shown(String text) {
        return Excerpt.of(TerminalEscapes.unbroken(text));
    }
}
