package dev.outrigger.terminal;

/// The two ways out of a program.
public enum OutputStreamName {
    STDOUT("/proc/self/fd/1", "standard output"),
    STDERR("/proc/self/fd/2", "standard error");

    /// A link to what is behind the descriptor, on Linux.
    final String link;
    final String words;

    OutputStreamName(String link, String words) {
        this.link = link;
        this.words = words;
    }
}
