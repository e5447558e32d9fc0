package dev.outrigger.workspace.conversations;

/// Up to where a conversation goes on in another: not beyond so many turns, nor beyond so many events.
public record ForkPoint(long turns, long events) {
    public static final ForkPoint END = new ForkPoint(Long.MAX_VALUE, Long.MAX_VALUE);

    public static ForkPoint afterTurns(long turns) {
        return new ForkPoint(turns, Long.MAX_VALUE);
    }

    public static ForkPoint afterEvents(long events) {
        return new ForkPoint(Long.MAX_VALUE, events);
    }
}
