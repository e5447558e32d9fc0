package dev.outrigger.kaged.wrap;

import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import dev.outrigger.launch.sandbox.SandboxPlan;
import dev.outrigger.terminal.program.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// How the user has set up npm and pip, for a run of them in a sandbox: the variables that say so, copies of the files
/// that these name, and the hosts. The files themselves may be closed to whoever runs there.
final class UserConfiguration {
    private static final int LARGEST = 4 << 20;
    private static final List<String> PROXIES = List.of("http_proxy", "https_proxy", "no_proxy", "all_proxy");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)[?]?}");

    private final Map<String, String> ours;
    private final Path files;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final Set<Capability> reads = new LinkedHashSet<>();
    private final Set<IndexHost> hosts = new LinkedHashSet<>();
    private int copies;

    /// @param files the folder that is seen, read-only, in the sandbox
    UserConfiguration(Map<String, String> ours, Path files) throws Problem {
        this.ours = ours;
        this.files = files;
        for (var each : ours.entrySet()) {
            take(each.getKey(), each.getValue());
        }
    }

    private void take(String name, String value) throws Problem {
        var lower = name.toLowerCase(Locale.ROOT);
        if (PROXIES.contains(lower)) {
            environment.put(name, value);
            IndexHost.of(value).ifPresent(hosts::add);
        } else if (lower.startsWith("npm_config_") || name.startsWith("PIP_")) {
            environment.put(name, value);
            for (var word : value.split("\\s+")) {
                IndexHost.of(word).ifPresent(hosts::add);
                readable(name, value, word);
            }
        } else if (name.equals("NODE_EXTRA_CA_CERTS") || name.startsWith("SSL_CERT_")) {
            environment.put(name, value);
            readable(name, value, value);
        }
    }

    /// A file is copied, and its name replaced; a folder is opened for reading. What the runtime of every sandbox has
    /// anyway stays as it is.
    private void readable(String variable, String value, String word) throws Problem {
        if (!word.startsWith("/") || word.startsWith("/usr/") || word.startsWith("/etc/ssl/")) {
            return;
        }
        var path = Path.of(word).normalize();
        if (Files.isRegularFile(path)) {
            environment.put(variable, value.replace(word, copy(path).toString()));
        } else if (Files.isDirectory(path) && variable.startsWith("PIP_")) {
            try {
                reads.add(Capability.parse("read:fs:" + path));
            } catch (ConfinementRefused e) {
                throw new Problem(variable + " names " + path + ", which cannot be opened: " + e.getMessage(), "");
            }
        }
    }

    /// Under which name it is seen in the sandbox.
    Path copy(Path file) throws Problem {
        var name = "configuration-" + ++copies;
        try {
            if (Files.size(file) > LARGEST) {
                throw new Problem(file + " is larger than " + (LARGEST >> 20) + " MiB", "");
            }
            var text = Files.readAllBytes(file);
            var to = files.resolve(name);
            Files.write(to, text);
            Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rw-r--r--"));
            return to;
        } catch (IOException e) {
            throw new Problem("cannot read " + file + ": " + e.getMessage(), "");
        }
    }

    /// A file of settings, if it is there: said to the tool by `variable`. Of the environment it gets what the file
    /// refers to.
    void file(String variable, Path... places) throws Problem {
        if (environment.containsKey(variable)) {
            return;
        }
        for (var place : places) {
            if (Files.isRegularFile(place) && Files.isReadable(place)) {
                environment.put(variable, copy(place).toString());
                try {
                    refersTo(Files.readString(place));
                } catch (IOException e) {
                    throw new Problem("cannot read " + place + ": " + e.getMessage(), "");
                }
                return;
            }
        }
    }

    private void refersTo(String text) {
        var found = VARIABLE.matcher(text);
        while (found.find()) {
            var value = ours.get(found.group(1));
            if (value != null) {
                environment.put(found.group(1), value);
            }
        }
    }

    void host(String address) {
        IndexHost.of(address).ifPresent(hosts::add);
    }

    Path home() {
        return Path.of(ours.getOrDefault("HOME", "/"));
    }

    String variable(String name, String otherwise) {
        return ours.getOrDefault(name, otherwise);
    }

    Map<String, String> environment() {
        var all = new LinkedHashMap<>(environment);
        all.put("HOME", SandboxPlan.HOME.toString());
        // What every sandbox has for that is in memory, and small.
        all.put("TMPDIR", SandboxPlan.HOME.resolve(Wrapping.SCRATCH).toString());
        return all;
    }

    /// Without the network: to find out what there is to be reached.
    List<Capability> offline() {
        return List.copyOf(reads);
    }

    List<Capability> online() throws Problem {
        var all = new ArrayList<>(reads);
        for (var host : hosts) {
            all.add(host.capability());
        }
        return List.copyOf(all);
    }
}
