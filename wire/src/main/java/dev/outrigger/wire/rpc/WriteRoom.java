package dev.outrigger.wire.rpc;

/// Whether a peer's pipe or socket takes so many bytes at once, without the writer having to wait. Asked before
/// every write, by one thread at a time.
@FunctionalInterface
public interface WriteRoom {
    boolean takes(int bytes);
}
