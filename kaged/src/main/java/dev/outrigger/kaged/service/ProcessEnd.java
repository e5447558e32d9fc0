package dev.outrigger.kaged.service;

/// How one process of a plugin came to its end.
sealed interface ProcessEnd {
    /// One line for people.
    String words();

    /// It was asked to.
    record Left(String words) implements ProcessEnd {}

    /// By itself, or because it broke the rules of the pipe. It may do better the next time.
    record Failed(String words) implements ProcessEnd {}

    /// It does not keep to its own manifest: nothing is different the next time.
    record Unfit(String words) implements ProcessEnd {}

    /// Nothing of it ever ran: what is installed cannot be used, or the machine does not let us.
    record NotStarted(String words) implements ProcessEnd {}
}
