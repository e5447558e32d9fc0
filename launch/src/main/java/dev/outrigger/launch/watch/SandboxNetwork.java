package dev.outrigger.launch.watch;

/// What network a sandbox has: a loopback of its own, that with tunnels, or the host's.
public enum SandboxNetwork {
    NONE,
    TUNNELS,
    HOST
}
