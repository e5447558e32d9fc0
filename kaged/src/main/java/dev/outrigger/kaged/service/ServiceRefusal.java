package dev.outrigger.kaged.service;

/// Why something cannot be done with a plugin; one line for people.
public final class ServiceRefusal extends Exception {
    public ServiceRefusal(String what) {
        super(what);
    }

    ServiceRefusal(String what, Throwable cause) {
        super(what, cause);
    }
}
