package dev.outrigger.kaged.service;

/// Where the daemon says what concerns its operator. Texts may hold words of plugins: whoever shows them makes them
/// harmless.
public interface DaemonLog {
    void note(String line);

    /// Something of ours threw.
    void bug(String where, Throwable bug);
}
