package dev.outrigger.launch.watch;

/// What there is, now.
interface FileTreeView {
    boolean onHost(String path);

    boolean inside(String path);

    /// Whether anybody waits there for connections or messages, in the network of whoever asks.
    boolean listens(WaitingCall.Internet at);

    /// Whether anybody waits for messages to this port there, at whatever address.
    boolean hears(int port);
}
