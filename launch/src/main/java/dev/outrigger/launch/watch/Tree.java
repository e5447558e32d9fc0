package dev.outrigger.launch.watch;

/// What there is, now.
interface Tree {
    boolean onHost(String path);

    boolean inside(String path);

    /// Whether anybody waits for connections or messages to this port, in the network of whoever asks.
    boolean listens(int port);
}
