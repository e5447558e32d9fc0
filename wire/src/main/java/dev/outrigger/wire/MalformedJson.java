package dev.outrigger.wire;

/// Bytes that are no JSON as we want it. The message is one line for people: what is wrong, and where.
public final class MalformedJson extends Exception {
    public MalformedJson(String message) {
        super(message);
    }
}
