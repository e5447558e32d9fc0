package dev.outrigger.launch.watch;

/// One step of a filter, which the kernel runs before a system call: classic BPF. Jumps count the instructions they
/// skip.
public record FilterInstruction(int code, int ifTrue, int ifFalse, int value) {
    public static final int LOAD = 0x20;
    public static final int JUMP_EQUAL = 0x15;
    public static final int JUMP_NOT_BELOW = 0x35;
    public static final int JUMP_BITS = 0x45;
    public static final int RETURN = 0x06;

    public static final int ALLOW = 0x7FFF0000;
    public static final int KILL = 0x80000000;
    public static final int ERRNO = 0x00050000;
    /// The call waits until whoever holds the listener has answered; with nobody there it fails.
    static final int ASK = 0x7FC00000;
}
