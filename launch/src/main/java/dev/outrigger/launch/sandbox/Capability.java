package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.tunnel.TunnelEnd;
import java.nio.file.Path;

/// One thing a program declares that it needs. Whatever none of these names, it does not get.
public sealed interface Capability {
    /// As it is written in a manifest; [#parse] reads it back.
    default String text() {
        return CapabilityText.of(this);
    }

    /// Reads one capability, or says what is wrong with it.
    static Capability parse(String text) throws ConfinementRefused {
        return CapabilityText.parse(text);
    }

    /// Whether this begins like one: nobody means it to be anything else.
    static boolean isMeantBy(String text) {
        return CapabilityForm.of(text).isPresent();
    }

    /// Whether it is about the project that the program is run for: without one there is nothing to give.
    default boolean isOfProject() {
        return switch (this) {
            case Project _ -> true;
            case OfPath _, Network _, Storage _ -> false;
        };
    }

    /// One that opens a file or folder of the host.
    sealed interface OfPath extends Capability permits ReadPath, WritePath, Exec {
        Path path();
    }

    sealed interface Network extends Capability permits NoNetwork, AnyNetwork, Connect {}

    /// `read:fs:<abs>`
    record ReadPath(Path path) implements OfPath {}

    /// `write:fs:<abs>`, which includes reading.
    record WritePath(Path path) implements OfPath {}

    /// `exec:<binary>:<abs>`: the program may run, on what lies below the path, which may be read.
    record Exec(String binary, Path path) implements OfPath {
        /// Whether the path is no more than the program's own among the system's: then it may run, on nothing but what
        /// is there anyway.
        public boolean namesProgramAlone() {
            return SandboxPrograms.isSystems(path)
                    && (binary.equals(path.toString()) || binary.equals(String.valueOf(path.getFileName())));
        }
    }

    /// `net:[]`, the same as to declare no network at all.
    record NoNetwork() implements Network {}

    /// `net:*`
    record AnyNetwork() implements Network {}

    /// `net:<host>:<port>`, or `net:<host>:*`, for which `port` is [#ANY_PORT]. The host of an IPv6 address is without
    /// its brackets.
    record Connect(String host, int port) implements Network {
        public static final int ANY_PORT = TunnelEnd.ANY_PORT;

        TunnelEnd end() {
            return new TunnelEnd(host, port);
        }
    }

    enum Access {
        READ,
        WRITE;

        String word() {
            return this == READ ? "read" : "write";
        }
    }

    /// `read:project`, `write:project`: the folder of the project that the program is run for, which the host knows
    /// ([Confinement#project]); writing includes reading.
    record Project(Access access) implements Capability {}

    /// `kaged:storage:read|write`: no hole in the sandbox, but a call the daemon answers.
    record Storage(Access access) implements Capability {}
}
