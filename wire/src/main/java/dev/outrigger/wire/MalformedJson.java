package dev.outrigger.wire;

/// Bytes that are no JSON as we want it. [#what] is one line for people: what is wrong, and where.
public final class MalformedJson extends Exception {
    private final String what;

    public MalformedJson(String what) {
        super(what);
        this.what = what;
    }

    public String what() {
        return what;
    }
}
