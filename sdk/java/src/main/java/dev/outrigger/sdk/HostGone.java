package dev.outrigger.sdk;

/// The host has closed our stdin, and answers nothing any more: all that is left is to end.
public final class HostGone extends RuntimeException {
    HostGone() {
        super("the host is gone");
    }
}
