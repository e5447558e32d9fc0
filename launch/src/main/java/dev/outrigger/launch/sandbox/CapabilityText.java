package dev.outrigger.launch.sandbox;

import dev.outrigger.system.ReaderRisk;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// The grammar of capabilities. One spelling per meaning: a path that is not in its shortest form is refused, so that
/// what an operator reads is what is opened.
final class CapabilityText {
    private static final int LONGEST = 4096;
    private static final Pattern HOST_NAME = Pattern.compile(
            "(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*");
    private static final Pattern PROGRAM_NAME = Pattern.compile("[A-Za-z0-9_\\[][A-Za-z0-9_.+\\[-]{0,127}");
    private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");

    private CapabilityText() {}

    static Capability parse(String text) throws ConfinementRefused {
        if (text.length() > LONGEST) {
            throw refused(text, "longer than " + LONGEST + " characters");
        }
        if (text.codePoints().anyMatch(c -> ReaderRisk.of(c) == ReaderRisk.CONTROL)) {
            throw refused(text, "it has a control character in it");
        }
        var form = CapabilityForm.of(text).orElseThrow(() -> unknown(text));
        var rest = form.rest(text);
        return switch (form) {
            case READ_PATH -> new Capability.ReadPath(path(text, rest));
            case WRITE_PATH -> new Capability.WritePath(path(text, rest));
            case EXEC -> exec(text, rest);
            case READ_PROJECT -> project(text, rest, Capability.Access.READ);
            case WRITE_PROJECT -> project(text, rest, Capability.Access.WRITE);
            case NETWORK -> network(text, rest);
            case STORAGE -> new Capability.Storage(access(text, rest));
        };
    }

    static String of(Capability capability) {
        return switch (capability) {
            case Capability.ReadPath(var path) -> CapabilityForm.READ_PATH.with(path);
            case Capability.WritePath(var path) -> CapabilityForm.WRITE_PATH.with(path);
            case Capability.Exec(var binary, var path) -> CapabilityForm.EXEC.with(binary + ":" + path);
            case Capability.Project(var access) ->
                switch (access) {
                    case READ -> CapabilityForm.READ_PROJECT.with("");
                    case WRITE -> CapabilityForm.WRITE_PROJECT.with("");
                };
            case Capability.NoNetwork _ -> CapabilityForm.NETWORK.with("[]");
            case Capability.AnyNetwork _ -> CapabilityForm.NETWORK.with("*");
            case Capability.Connect(var host, int port) ->
                CapabilityForm.NETWORK.with((host.indexOf(':') < 0 ? host : "[" + host + "]") + ":"
                        + (port == Capability.Connect.ANY_PORT ? "*" : port));
            case Capability.Storage(var access) -> CapabilityForm.STORAGE.with(access.word());
        };
    }

    private static ConfinementRefused unknown(String text) {
        return refused(text, "there is none of this name; there are " + CapabilityForm.usages());
    }

    private static Capability project(String text, String rest, Capability.Access access) throws ConfinementRefused {
        if (!rest.isEmpty()) {
            throw unknown(text);
        }
        return new Capability.Project(access);
    }

    private static Capability.Access access(String text, String word) throws ConfinementRefused {
        for (var access : Capability.Access.values()) {
            if (access.word().equals(word)) {
                return access;
            }
        }
        throw unknown(text);
    }

    private static Capability network(String text, String rest) throws ConfinementRefused {
        return switch (rest) {
            case "[]" -> new Capability.NoNetwork();
            case "*" -> new Capability.AnyNetwork();
            default -> connect(text, rest);
        };
    }

    private static Capability exec(String text, String rest) throws ConfinementRefused {
        int colon = rest.indexOf(':');
        if (colon < 0) {
            throw refused(text, "it must be exec:<binary>:<path>, the path being what the program may be run on");
        }
        var binary = rest.substring(0, colon);
        if (binary.startsWith("/")) {
            path(text, binary);
        } else if (!PROGRAM_NAME.matcher(binary).matches()) {
            throw refused(text, "\"" + shown(binary) + "\" is no program's name: write it as git, or /opt/x/bin/git");
        }
        return new Capability.Exec(binary, path(text, rest.substring(colon + 1)));
    }

    private static Path path(String text, String path) throws ConfinementRefused {
        if (!path.startsWith("/")) {
            throw refused(text, "the path must be absolute");
        }
        Path read;
        try {
            read = Path.of(path);
        } catch (InvalidPathException _) {
            throw refused(text, "no file can have this name, at least not in this locale: try LC_ALL=C.UTF-8");
        }
        if (!read.normalize().toString().equals(path)) {
            throw refused(text, "the path must be written as " + read.normalize());
        }
        return read;
    }

    private static Capability connect(String text, String rest) throws ConfinementRefused {
        int colon = rest.lastIndexOf(':');
        if (colon <= 0) {
            throw refused(text, "it must be net:<host>:<port>, net:<host>:*, net:* or net:[]");
        }
        var host = rest.substring(0, colon);
        var port = rest.substring(colon + 1);
        return new Capability.Connect(
                host(text, host), port.equals("*") ? Capability.Connect.ANY_PORT : port(text, port));
    }

    private static int port(String text, String port) throws ConfinementRefused {
        int number = PORT.matcher(port).matches() ? Integer.parseInt(port) : -1;
        if (number < 1 || number > 65535) {
            throw refused(text, "the port must be 1 to 65535, or *");
        }
        return number;
    }

    private static String host(String text, String host) throws ConfinementRefused {
        if (host.startsWith("[") && host.endsWith("]")) {
            var inner = host.substring(1, host.length() - 1);
            if (!isIpv6(inner)) {
                throw refused(text, "\"" + shown(inner) + "\" is no IPv6 address");
            }
            return inner;
        }
        if (host.indexOf(':') >= 0) {
            throw refused(text, "an IPv6 address stands in brackets: net:[::1]:443");
        }
        if (!HOST_NAME.matcher(host).matches() || (allNumeric(host) && !isIpv4(host))) {
            throw refused(text, "\"" + shown(host) + "\" is no host name and no IPv4 address");
        }
        return host;
    }

    /// What looks like numbers must be an address in its one usual spelling: resolvers also read `127.1` and
    /// `0177.0.0.1`.
    private static boolean allNumeric(String host) {
        var last = host.substring(host.lastIndexOf('.') + 1);
        return last.chars().allMatch(c -> c >= '0' && c <= '9') || last.startsWith("0x") || last.startsWith("0X");
    }

    static boolean isIpv4(String host) {
        var parts = host.split("\\.", -1);
        for (var part : parts) {
            if (!part.matches("0|[1-9][0-9]{0,2}") || Integer.parseInt(part) > 255) {
                return false;
            }
        }
        return parts.length == 4;
    }

    static boolean isIpv6(String host) {
        int gap = host.indexOf("::");
        if (gap >= 0 && host.indexOf("::", gap + 1) >= 0) {
            return false;
        }
        int groups = 0;
        for (var half :
                gap < 0 ? new String[] {host} : new String[] {host.substring(0, gap), host.substring(gap + 2)}) {
            for (var group : half.isEmpty() ? new String[0] : half.split(":", -1)) {
                if (!group.matches("[0-9A-Fa-f]{1,4}")) {
                    return false;
                }
                groups++;
            }
        }
        return gap < 0 ? groups == 8 : groups < 8;
    }

    private static ConfinementRefused refused(String text, String why) {
        return new ConfinementRefused("capability \"" + shown(text) + "\": " + why);
    }

    /// What comes from a manifest goes to a terminal only like this.
    private static String shown(String text) {
        var shown = new StringBuilder();
        text.codePoints().limit(200).forEach(c -> {
            shown.appendCodePoint(isSafe(c) ? c : '?');
        });
        return text.length() > 200 ? shown + "…" : shown.toString();
    }

    private static boolean isSafe(int c) {
        return switch (ReaderRisk.of(c)) {
            case CONTROL, LINE_END, DIRECTION, HIDDEN, JOINER -> false;
            case NONE, BLANK, HALF, UNDEFINED, PRIVATE -> true;
        };
    }
}
