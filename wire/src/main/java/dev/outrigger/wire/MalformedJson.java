package dev.outrigger.wire;

import java.nio.charset.StandardCharsets;

/// Bytes that are no JSON as we want it. [#what] is one line for people: what is wrong, and where.
public final class MalformedJson extends Exception {
    private static final int NOWHERE = -1;

    private final String what;
    private final int at;
    private final boolean tooLarge;

    public MalformedJson(String what) {
        this(what, NOWHERE, false);
    }

    /// `at` counts bytes.
    MalformedJson(String what, int at) {
        this(what, at, false);
    }

    private MalformedJson(String what, int at, boolean tooLarge) {
        super(at == NOWHERE ? what : what + " at byte " + at);
        this.what = what;
        this.at = at;
        this.tooLarge = tooLarge;
    }

    static MalformedJson tooMany(int values) {
        return new MalformedJson("more than " + values + " values in it", NOWHERE, true);
    }

    /// It may well be JSON, of more values than we take.
    public boolean isTooLarge() {
        return tooLarge;
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
