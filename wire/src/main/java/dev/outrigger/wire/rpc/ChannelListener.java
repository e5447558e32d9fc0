package dev.outrigger.wire.rpc;

/// Hears what goes wrong on a channel. Texts from the peer are given as they came: whoever shows them makes them
/// harmless. Called from any thread, at a rate that the peer decides: limit what you keep.
public interface ChannelListener {
    /// A line that is no message: `head` is its first 120 characters.
    void stray(String why, String head);

    /// A message that came to nothing: a late answer, a second one, a refused request.
    void ignored(String what);

    /// What the calls in flight are told of a fault.
    default String words(ChannelFault fault) {
        return "the connection was given up";
    }

    /// At most once. The channel is closed already. Must not wait: other channels' deadlines may be behind it.
    void fault(ChannelFault fault);

    /// Calls have ended: by answers that were read at once, or without any. For whoever gathers what follows from them.
    default void settled() {}

    /// Something of ours threw: a handler or a caller. The channel goes on.
    void bug(String where, Throwable bug);
}
