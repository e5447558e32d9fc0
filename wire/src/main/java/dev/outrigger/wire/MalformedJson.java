package dev.outrigger.wire;

import java.nio.charset.StandardCharsets;

/// Bytes that are no JSON as we want it. [#what] is one line for people: what is wrong, and where.
public final class MalformedJson extends Exception {
    private static final int NOWHERE = -1;

    private final String what;
    private final int at;

    public MalformedJson(String what) {
        this(what, NOWHERE);
    }

    /// `at` counts bytes.
    MalformedJson(String what, int at) {
        super(at == NOWHERE ? what : what + " at byte " + at);
        this.what = what;
        this.at = at;
    }

    public String what() {
        return at == NOWHERE ? what : what + " at byte " + at;
    }

    /// The same for somebody who has the text in an editor.
    public String whatIn(String text) {
        if (at == NOWHERE) {
            return what;
        }
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var before = new String(bytes, 0, Math.min(at, bytes.length), StandardCharsets.UTF_8);
        long line = 1 + before.chars().filter(c -> c == '\n').count();
        int start = before.lastIndexOf('\n') + 1;
        return what + " at line " + line + ", column " + (1 + before.codePointCount(start, before.length()));
    }
}
