package dev.outrigger.launch.sandbox;

/// Why something will not be run in a sandbox. The message is one line for people: what, where, what to do.
public final class Refused extends Exception {
    Refused(String message) {
        super(message, null, false, false);
    }
}
