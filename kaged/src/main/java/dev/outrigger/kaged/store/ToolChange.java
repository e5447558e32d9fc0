package dev.outrigger.kaged.store;

/// What becomes of the note of a server's tools, by whoever holds it: nobody else changes it meanwhile.
@FunctionalInterface
public interface ToolChange<X extends Exception> {
    KnownTools of(KnownTools before) throws X;
}
