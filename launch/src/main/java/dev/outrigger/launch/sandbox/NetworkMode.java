package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.tunnel.TunnelDoors;
import java.util.List;

/// What network the program sees.
public sealed interface NetworkMode {
    /// A loopback device of its own, and nothing else.
    record None() implements NetworkMode {}

    /// As [None], with these ends tunnelled to whoever started the sandbox.
    record TunnelsOnly(List<Capability.Connect> ends) implements NetworkMode {
        public TunnelsOnly {
            ends = List.copyOf(ends);
        }
    }

    /// Where the ends are found inside; nowhere, when none are tunnelled.
    default TunnelDoors doors() {
        return switch (this) {
            case None _, Host _ -> TunnelDoors.NONE;
            case TunnelsOnly(var ends) ->
                TunnelDoors.to(ends.stream().map(Capability.Connect::end).toList());
        };
    }

    /// The host's.
    record Host() implements NetworkMode {}
}
