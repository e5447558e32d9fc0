package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.tunnel.TunnelDoors;
import dev.outrigger.launch.watch.Violation;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What a plugin's author may do about a violation.
public final class ViolationRemedy {
    private static final int DNS = 53;

    private ViolationRemedy() {}

    /// The line that would allow it, as it stands in a manifest; none where nothing does. Of a name that was looked up,
    /// nobody knows yet which port is wanted.
    public static Optional<String> line(Violation violation) {
        return isLookup(violation)
                ? Optional.of("net:<host>:<port>")
                : of(violation)
                        .map(capability -> capability instanceof Capability.Connect(var host, var _)
                                        && violation.kind() == Violation.Kind.LOOKUP
                                ? "net:" + host + ":<port>"
                                : capability.text());
    }

    /// The capability that would allow it; none where nothing does.
    private static Optional<Capability> of(Violation violation) {
        return switch (violation.kind()) {
            case READ -> path(violation).filter(ViolationRemedy::isOpened).map(Capability.ReadPath::new);
            case WRITE ->
                path(violation)
                        .map(ViolationRemedy::there)
                        .filter(ViolationRemedy::isWritten)
                        .map(Capability.WritePath::new);
            case EXEC -> path(violation).map(ViolationRemedy::run);
            case CONNECT -> connect(violation.what());
            case LOOKUP -> connect(violation.what() + ":*");
            case CALL -> Optional.empty();
        };
    }

    public static Optional<Capability> ofConnection(String host, int port) {
        return connect((host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port);
    }

    /// A sentence's end for people: the line to add to the manifest, or that there is none.
    public static String words(Violation violation) {
        if (isLookup(violation)) {
            return "that is how a name is looked up which was not declared; add to capabilities, for each:"
                    + " net:<host>:<port>";
        }
        return line(violation).map(ViolationRemedy::toAdd).orElse("no capability allows that");
    }

    public static String words(Capability capability) {
        return toAdd(capability.text());
    }

    private static String toAdd(String line) {
        return "to allow it, add to capabilities: " + line;
    }

    /// At an address: of a host with a name, somebody meant that very port.
    private static boolean isLookup(Violation violation) {
        return violation.kind() == Violation.Kind.CONNECT
                && !violation.kills()
                && connect(violation.what()).orElse(null) instanceof Capability.Connect(var host, int port)
                && port == DNS
                && (host.indexOf(':') >= 0 || CapabilityText.isIpv4(host));
    }

    private static Optional<Capability> connect(String end) {
        try {
            var declared = Capability.parse("net:" + end);
            // To many at once there is no tunnel.
            boolean tunnelled = declared instanceof Capability.Connect single
                    && TunnelDoors.objection(List.of(single.end())).isEmpty();
            return Optional.of(tunnelled ? declared : new Capability.AnyNetwork());
        } catch (ConfinementRefused _) {
            // The name of a socket, or an address of another family: there is no capability for these.
            return Optional.empty();
        }
    }

    /// As it was asked for; where it leads stands behind it, in brackets.
    private static Optional<Path> path(Violation violation) {
        var what = violation.what();
        int real = what.indexOf(" (/");
        try {
            var path = Path.of(real < 0 ? what : what.substring(0, real)).normalize();
            return path.isAbsolute() && path.getNameCount() > 0 ? Optional.of(path) : Optional.empty();
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    private static Capability run(Path file) {
        var name = String.valueOf(file.getFileName());
        var folder = file.getParent();
        return SandboxPrograms.isSystems(file) || folder == null
                ? new Capability.Exec(name, file)
                : new Capability.Exec(file.toString(), folder);
    }

    /// What is not there cannot be declared: the folder that it would be in can.
    private static Path there(Path path) {
        var folder = path.getParent();
        return Files.exists(path) || folder == null ? path : folder;
    }

    private static boolean isOpened(Path path) {
        return FileCapabilities.NEVER.stream().noneMatch(path::startsWith) && !path.startsWith(SandboxPrograms.BIN);
    }

    private static boolean isWritten(Path path) {
        return path.getNameCount() > 0
                && isOpened(path)
                && FileCapabilities.SYSTEM.stream().noneMatch(path::startsWith);
    }
}
