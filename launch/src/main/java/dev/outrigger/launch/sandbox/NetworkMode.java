package dev.outrigger.launch.sandbox;

import java.util.List;

/// What network the program sees.
public sealed interface NetworkMode {
    /// A loopback device of its own, and nothing else.
    record None() implements NetworkMode {}

    /// As [None], with these ends tunnelled to whoever started the sandbox. Not carried out yet: [Sandbox] refuses it.
    record Tunnels(List<Capability.Connect> ends) implements NetworkMode {
        public Tunnels {
            ends = List.copyOf(ends);
        }
    }

    /// The host's.
    record Host() implements NetworkMode {}
}
