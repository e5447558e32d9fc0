package dev.outrigger.serveweb;

/// A listener that hears until it is closed.
interface Registration extends AutoCloseable {
    @Override
    void close();
}
