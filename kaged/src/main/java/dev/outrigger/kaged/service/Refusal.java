package dev.outrigger.kaged.service;

/// Why something cannot be done with a plugin; one line for people.
public final class Refusal extends Exception {
    public Refusal(String what) {
        super(what);
    }

    Refusal(String what, Throwable cause) {
        super(what, cause);
    }
}
