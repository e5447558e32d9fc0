package dev.outrigger.kaged.service;

/// Why something cannot be done with a plugin; one line for people.
public final class ServiceRefusal extends Exception {
    public ServiceRefusal(String what) {
        super(what);
    }

    /// In the words of what it was refused for.
    ServiceRefusal(Exception cause) {
        super(String.valueOf(cause.getMessage()), cause);
    }

    ServiceRefusal(String what, Throwable cause) {
        super(what, cause);
    }
}
