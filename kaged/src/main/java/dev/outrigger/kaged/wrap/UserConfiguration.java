package dev.outrigger.kaged.wrap;

import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import dev.outrigger.launch.sandbox.SandboxPlan;
import dev.outrigger.terminal.program.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How the user has set up npm and pip, for a run of them in a sandbox: the variables that say so, copies of the files
/// that these name, and the hosts. The files themselves may be closed to whoever runs there; the copies, with whatever
/// keys are in them, are gone when this is closed.
final class UserConfiguration implements AutoCloseable {
    private static final int LARGEST = 4 << 20;
    private static final List<String> PROXIES = List.of("http_proxy", "https_proxy", "no_proxy", "all_proxy");
    /// Which file of settings is read; the file is a copy, and is named then.
    private static final List<String> OF_SETTINGS =
            List.of("npm_config_userconfig", "npm_config_globalconfig", "pip_config_file");

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)[?]?}");
    /// A setting that names a file which the tool reads: certificates and keys.
    private static final Pattern NAMES_FILE = Pattern.compile(
            "(?m)^(\\s*(?:\\S*:)?(?:cafile|certfile|keyfile|cert|client[-_]cert)\\s*[=:]\\s*)(\\S.*?)\\s*$");

    private final Map<String, String> ours;
    private final Path files;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final Set<Capability> reads = new LinkedHashSet<>();
    private final Set<IndexHost> hosts = new LinkedHashSet<>();
    private final List<Path> copies = new ArrayList<>();

    /// @param files the folder that is seen, read-only, in the sandbox
    private UserConfiguration(Map<String, String> ours, Path files) {
        this.ours = ours;
        this.files = files;
    }

    static UserConfiguration of(Map<String, String> ours, Path files) throws Problem {
        var user = new UserConfiguration(ours, files);
        boolean done = false;
        try {
            for (var each : ours.entrySet()) {
                user.take(each.getKey(), each.getValue());
            }
            done = true;
            return user;
        } finally {
            if (!done) {
                user.close();
            }
        }
    }

    private void take(String name, String value) throws Problem {
        var lower = name.toLowerCase(Locale.ROOT);
        if (OF_SETTINGS.contains(lower)) {
            return;
        }
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
        if (!isForeign(word)) {
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

    private static boolean isForeign(String word) {
        return word.startsWith("/") && !word.startsWith("/usr/") && !word.startsWith("/etc/ssl/");
    }

    /// Under which name it is seen in the sandbox.
    private Path copy(Path file) throws Problem {
        try {
            if (Files.size(file) > LARGEST) {
                throw new Problem(file + " is larger than " + (LARGEST >> 20) + " MiB", "");
            }
            return kept(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new Problem("cannot read " + file + ": " + e.getMessage(), "");
        }
    }

    private Path kept(byte[] content) throws IOException {
        var to = files.resolve("configuration-" + copies.size());
        copies.add(to);
        Files.write(to, content);
        Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rw-r--r--"));
        return to;
    }

    /// The files of settings of npm: the environment may name another one than the usual.
    void npm() throws Problem {
        settings("npm_config_userconfig", List.of(home().resolve(".npmrc")));
        settings("npm_config_globalconfig", List.of(Path.of("/etc/npmrc"), Path.of("/usr/local/etc/npmrc")));
    }

    private void settings(String variable, List<Path> usual) throws Problem {
        var named = ours.entrySet().stream()
                .filter(each -> each.getKey().toLowerCase(Locale.ROOT).equals(variable))
                .map(each -> List.of(Path.of(each.getValue())))
                .findFirst()
                .orElse(usual);
        for (var place : named) {
            if (Files.isRegularFile(place) && Files.isReadable(place)) {
                environment.put(variable, settings(text(place)).toString());
                return;
            }
        }
    }

    /// pip reads several files, each over the one before: they are made one.
    void pip() throws Problem {
        var named = ours.getOrDefault("PIP_CONFIG_FILE", "");
        if (named.equals("/dev/null")) {
            environment.put("PIP_CONFIG_FILE", named);
            return;
        }
        var config = Path.of(
                ours.getOrDefault("XDG_CONFIG_HOME", home().resolve(".config").toString()));
        var places = new ArrayList<>(List.of(
                Path.of("/etc/xdg/pip/pip.conf"),
                Path.of("/etc/pip.conf"),
                home().resolve(".pip/pip.conf"),
                config.resolve("pip/pip.conf")));
        if (!named.isEmpty()) {
            places.add(Path.of(named));
        }
        var merged = new IniSettings();
        for (var place : places) {
            if (Files.isRegularFile(place) && Files.isReadable(place)) {
                merged.add(text(place));
            }
        }
        if (!merged.isEmpty()) {
            environment.put("PIP_CONFIG_FILE", settings(merged.text()).toString());
        }
    }

    private static String text(Path file) throws Problem {
        try {
            if (Files.size(file) > LARGEST) {
                throw new Problem(file + " is larger than " + (LARGEST >> 20) + " MiB", "");
            }
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new Problem("cannot read " + file + ": " + e.getMessage(), "");
        }
    }

    /// A copy of settings, with copies of the files that they name. The tool gets the variables that stand in them.
    private Path settings(String text) throws Problem {
        var found = VARIABLE.matcher(text);
        while (found.find()) {
            var value = ours.get(found.group(1));
            if (value != null) {
                environment.put(found.group(1), value);
            }
        }
        var out = new StringBuilder();
        var naming = NAMES_FILE.matcher(text);
        int from = 0;
        while (naming.find()) {
            var value = expanded(naming.group(2));
            if (isForeign(value) && Files.isRegularFile(Path.of(value))) {
                out.append(text, from, naming.start(2)).append(copy(Path.of(value)));
                from = naming.end(2);
            }
        }
        try {
            return kept(out.append(text.substring(from)).toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new Problem("cannot copy settings: " + e.getMessage(), "");
        }
    }

    private String expanded(String value) {
        var bare = value.replaceAll("^[\"']|[\"']$", "");
        var all = VARIABLE.matcher(bare)
                .replaceAll(found -> Matcher.quoteReplacement(ours.getOrDefault(found.group(1), found.group())));
        return all.startsWith("~/") ? home().resolve(all.substring(2)).toString() : all;
    }

    void host(String address) {
        IndexHost.of(address).ifPresent(hosts::add);
    }

    private Path home() {
        return Path.of(ours.getOrDefault("HOME", "/"));
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

    @Override
    public void close() throws Problem {
        try {
            for (var copy : copies) {
                Files.deleteIfExists(copy);
            }
        } catch (IOException e) {
            throw new Problem("a copy of your settings cannot be removed: " + e.getMessage(), "");
        }
    }
}
