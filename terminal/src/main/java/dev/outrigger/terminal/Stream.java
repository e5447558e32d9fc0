package dev.outrigger.terminal;

/// The two ways out of a program.
public enum Stream {
    STDOUT(1, "standard output"),
    STDERR(2, "standard error");

    final int descriptor;
    final String words;

    Stream(int descriptor, String words) {
        this.descriptor = descriptor;
        this.words = words;
    }
}
