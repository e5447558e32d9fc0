package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.tunnel.TunnelEnd;
import java.nio.file.Path;

/// One thing a program declares that it needs. Whatever none of these names, it does not get.
public sealed interface Capability {
    /// As it is written in a manifest; [#parse] reads it back.
    String text();

    /// Reads one capability, or says what is wrong with it.
    static Capability parse(String text) throws ConfinementRefused {
        return CapabilityText.parse(text);
    }

    /// One that opens a file or folder of the host.
    sealed interface OfPath extends Capability permits ReadPath, WritePath, Exec {
        Path path();
    }

    sealed interface Network extends Capability permits NoNetwork, AnyNetwork, Connect {}

    /// `read:fs:<abs>`
    record ReadPath(Path path) implements OfPath {
        @Override
        public String text() {
            return "read:fs:" + path;
        }
    }

    /// `write:fs:<abs>`, which includes reading.
    record WritePath(Path path) implements OfPath {
        @Override
        public String text() {
            return "write:fs:" + path;
        }
    }

    /// `exec:<binary>:<abs>`: the program may run, on what lies below the path, which may be read.
    record Exec(String binary, Path path) implements OfPath {
        /// Whether the path is no more than the program's own among the system's: then it may run, on nothing but what
        /// is there anyway.
        public boolean namesProgramAlone() {
            return ExecSet.isSystems(path)
                    && (binary.equals(path.toString()) || binary.equals(String.valueOf(path.getFileName())));
        }

        @Override
        public String text() {
            return "exec:" + binary + ":" + path;
        }
    }

    /// `net:[]`, the same as to declare no network at all.
    record NoNetwork() implements Network {
        @Override
        public String text() {
            return "net:[]";
        }
    }

    /// `net:*`
    record AnyNetwork() implements Network {
        @Override
        public String text() {
            return "net:*";
        }
    }

    /// `net:<host>:<port>`, or `net:<host>:*`, for which `port` is [#ANY_PORT]. The host of an IPv6 address is without
    /// its brackets.
    record Connect(String host, int port) implements Network {
        public static final int ANY_PORT = TunnelEnd.ANY_PORT;

        @Override
        public String text() {
            var named = host.indexOf(':') < 0 ? host : "[" + host + "]";
            return "net:" + named + ":" + (port == ANY_PORT ? "*" : port);
        }

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
    record Project(Access access) implements Capability {
        @Override
        public String text() {
            return access.word() + ":project";
        }
    }

    /// `kaged:storage:read|write`: no hole in the sandbox, but a call the daemon answers.
    record Storage(Access access) implements Capability {
        @Override
        public String text() {
            return "kaged:storage:" + access.word();
        }
    }
}
