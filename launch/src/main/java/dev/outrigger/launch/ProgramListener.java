package dev.outrigger.launch;

/// Hears of a [ChildProgram] while it lives. Each method is called on a thread of the child's own; whoever is slow in
/// [#stderr] makes the program wait for its own stderr.
public interface ProgramListener {
    /// One line, without its newline, cut at 4 KiB; bytes that are no UTF-8 are replaced.
    default void stderr(String line) {}

    /// Something short of a failure that people should know, one line.
    default void warning(String message) {}

    /// A sandboxed program wanted a connection that it may not have: nobody declared it, or the declared name led to
    /// an address that is never dialled. One that merely failed is not told. To have it, `allowed` would have to be
    /// declared: that host, or that address.
    default void refused(String host, int port, String why, String allowed) {
        warning("a connection to " + host + ":" + port + " was refused: " + why);
    }
}
