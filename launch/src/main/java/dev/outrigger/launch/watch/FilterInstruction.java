package dev.outrigger.launch.watch;

/// One step of a filter, which the kernel runs before a system call. Jumps count the instructions they skip.
record FilterInstruction(int code, int ifTrue, int ifFalse, int value) {
    static final int LOAD = 0x20;
    static final int JUMP_EQUAL = 0x15;
    static final int JUMP_BITS = 0x45;
    static final int RETURN = 0x06;

    static final int ALLOW = 0x7FFF0000;
    /// The call waits until whoever holds the listener has answered; with nobody there it fails.
    static final int ASK = 0x7FC00000;
}
