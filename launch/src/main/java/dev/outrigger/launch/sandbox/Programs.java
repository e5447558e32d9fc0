package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the programs a plan speaks of, what runs them when they are scripts, and what else of the system
/// they need.
final class Programs {
    static final String SYSTEM = "/usr/bin:/bin:/usr/local/bin:/usr/sbin:/sbin";
    private static final int DEEPEST = 5;
    private static final int FIRST_LINE = 256;

    private final String searchPath;
    private final List<Path> keptOut;
    private final List<Path> neverWhole;
    private final Libraries libraries;
    private final List<Path> libraryFolders;
    private final Map<String, ExecSet.Placed> placed = new LinkedHashMap<>();
    private final Map<Path, Mount> mounts = new LinkedHashMap<>();

    /// `keptOut`: folders that no program may bring with it, whatever lies in them.
    Programs(String operatorsPath, List<Path> keptOut, Libraries libraries, List<Path> libraryFolders) {
        // The system's own folders first: which program runs is not for a PATH to say that happens to hold.
        this.searchPath = SYSTEM + ":" + operatorsPath;
        this.keptOut = List.copyOf(keptOut);
        var whole = new ArrayList<>(keptOut);
        whole.add(Path.of(System.getProperty("user.home", "/root")));
        this.neverWhole = List.copyOf(whole);
        this.libraries = libraries;
        this.libraryFolders = List.copyOf(libraryFolders);
    }

    ExecSet set() throws Refused {
        var found = BaseSet.found();
        // Mostly all of them: then it is the same list every time, which is known by that.
        var base = found.stream().noneMatch(program -> placed.containsKey(program.name()))
                ? found
                : found.stream()
                        .filter(program -> !placed.containsKey(program.name()))
                        .toList();
        for (var vital : List.of("sh", "env")) {
            if (base.stream().noneMatch(program -> program.name().equals(vital)) && !placed.containsKey(vital)) {
                throw new Refused("the program " + vital
                        + " is not installed, and no sandbox starts without it (Debian: dash, coreutils)");
            }
        }
        return new ExecSet(base, List.copyOf(placed.values()));
    }

    List<Mount> mounts() {
        return List.copyOf(mounts.values());
    }

    /// What a command's first words need, when it is started in `start`. Files in `folder` are there anyway; what runs
    /// them may not be.
    void command(List<String> command, Path folder, Path start) throws Refused {
        var first = command.getFirst();
        var because = new Because.Command(first);
        var file = first.indexOf('/') < 0
                ? named(first, because)
                : start.resolve(first).normalize();
        if (!Files.isExecutable(file) || !Files.isRegularFile(file)) {
            throw new Refused("command " + first + ": " + file + " is no file that may be executed");
        }
        if (isEnv(file)) {
            for (var name : interpreter(String.join(" ", command), true)) {
                add(named(name, because), new Because.Command(name), 0);
            }
        } else if (file.startsWith(folder)) {
            interpreters(file, because, 0);
            bringLibraries(real(file), because);
        } else {
            add(file, because, 0);
        }
    }

    void declared(Capability.Exec exec) throws Refused {
        var because = new Because.Declared(exec);
        add(named(exec.binary(), because), because, 0);
    }

    private Path named(String name, Because because) throws Refused {
        if (name.startsWith("/")) {
            return Path.of(name);
        }
        return find(name, searchPath)
                .orElseThrow(() -> new Refused(because.words() + ": " + name
                        + " is not installed, or not on the PATH: install it, or name its file"));
    }

    private void add(Path file, Because because, int depth) throws Refused {
        var real = real(file);
        var name = String.valueOf(file.getFileName());
        if (!Files.isRegularFile(real) || !Files.isExecutable(real)) {
            throw new Refused(because.words() + ": " + file + " is no file that may be executed");
        }
        if (isBase(name, real) || placed.containsKey(name)) {
            return;
        }
        for (var out : keptOut) {
            if (real.startsWith(out)) {
                throw new Refused(because.words() + ": " + real + " lies in " + out + ", which is never shown");
            }
        }
        var program = new ExecSet.Placed(name, real, because);
        placed.put(name, program);
        mounts.putIfAbsent(real, new Mount.ReadOnly(real, program.inBin() ? inBin(real) : real, because));
        bringRuntime(name, real, because);
        bringLibraries(real, because);
        interpreters(real, because, depth + 1);
        var parent = file.getParent();
        if (!file.equals(real) && parent != null && !isBin(parent)) {
            mounts.putIfAbsent(file, new Mount.Link(file, real.toString(), because));
        }
    }

    private static Path inBin(Path real) {
        return ExecSet.BIN.resolve(String.valueOf(real.getFileName()));
    }

    private static boolean isBin(Path folder) {
        return folder.equals(Path.of("/usr/bin")) || folder.equals(Path.of("/bin"));
    }

    private boolean isBase(String name, Path real) throws Refused {
        if (!BaseSet.NAMES.contains(name)) {
            return false;
        }
        var usual = find(name, SYSTEM);
        return usual.isPresent() && real(usual.get()).equals(real);
    }

    /// Scripts are run by the program their first line names, and `env` by the one it finds.
    private void interpreters(Path file, Because because, int depth) throws Refused {
        if (depth > DEEPEST) {
            throw new Refused(file + ": scripts that are run by scripts, more than " + DEEPEST + " deep");
        }
        for (var name : interpreter(firstLine(file), false)) {
            add(named(name, because), because, depth);
        }
    }

    private static String firstLine(Path file) throws Refused {
        try (var in = Files.newInputStream(file)) {
            var head = new String(in.readNBytes(FIRST_LINE), StandardCharsets.UTF_8);
            int end = head.indexOf('\n');
            return head.startsWith("#!")
                    ? head.substring(2, end < 0 ? head.length() : end).strip()
                    : "";
        } catch (IOException e) {
            throw new Refused(file + " cannot be read: " + e.getMessage());
        }
    }

    /// The programs in `/usr/bin/python3 -u`, or in `/usr/bin/env [-S] [A=b] python3`. A command's words
    /// begin with `env` for certain.
    private static List<String> interpreter(String line, boolean isEnv) {
        if (line.isEmpty()) {
            return List.of();
        }
        var words = line.split("[ \\t]+");
        if (!isEnv && !words[0].endsWith("/env")) {
            return List.of(words[0]);
        }
        for (int i = 1; i < words.length; i++) {
            if (!words[i].startsWith("-") && words[i].indexOf('=') < 0) {
                return List.of(words[i]);
            }
        }
        return List.of();
    }

    private static boolean isEnv(Path file) {
        return file.equals(Path.of("/usr/bin/env")) || file.equals(Path.of("/bin/env"));
    }

    /// What interpreters keep outside of the library folders. One that was installed by itself
    /// (`<prefix>/bin/x` with `<prefix>/lib`) brings its whole prefix.
    private void bringRuntime(String name, Path real, Because because) throws Refused {
        var bin = real.getParent();
        var prefix = bin == null ? null : bin.getParent();
        if (bin != null
                && prefix != null
                && bin.endsWith("bin")
                && prefix.getNameCount() >= 2
                && !prefix.equals(Path.of("/usr/local"))
                && Files.isDirectory(prefix.resolve("lib"))
                && neverWhole.stream().noneMatch(out -> out.startsWith(prefix))) {
            show(prefix, because);
        }
        var programs = name + " " + real.getFileName();
        if (programs.contains("python")) {
            matching("/usr/lib", "python3*", because);
            matching("/usr/local/lib", "python3*", because);
        }
        if (programs.contains("node")) {
            List.of("/usr/share/nodejs", "/usr/share/node_modules", "/usr/lib/node_modules", "/usr/lib/nodejs")
                    .forEach(folder -> show(Path.of(folder), because));
        }
        if (programs.contains("perl")) {
            matching("/usr/share", "perl*", because);
        }
        if (programs.contains("ruby")) {
            List.of("/usr/lib/ruby", "/var/lib/gems").forEach(folder -> show(Path.of(folder), because));
        }
        if (programs.contains("java")) {
            matching("/etc", "java-*", because);
        }
        if (name.equals("git")) {
            List.of("/usr/lib/git-core", "/usr/share/git-core").forEach(folder -> show(Path.of(folder), because));
        }
    }

    private void matching(String folder, String names, Because because) throws Refused {
        var within = Path.of(folder);
        if (!Files.isDirectory(within)) {
            return;
        }
        try (var found = Files.newDirectoryStream(within, names)) {
            found.forEach(path -> show(path, because));
        } catch (IOException e) {
            throw new Refused(folder + " cannot be listed: " + e.getMessage());
        }
    }

    private void show(Path folder, Because because) {
        if (Files.isDirectory(folder) && !Files.isSymbolicLink(folder)) {
            mounts.putIfAbsent(folder, new Mount.ReadOnly(folder, folder, because));
        }
    }

    private void bringLibraries(Path file, Because because) throws Refused {
        for (var library : libraries.of(file)) {
            var real = real(library);
            boolean there = libraryFolders.stream().anyMatch(real::startsWith)
                    || mounts.keySet().stream().anyMatch(real::startsWith);
            if (!there) {
                mounts.putIfAbsent(library, new Mount.ReadOnly(real, library, because));
            }
        }
    }

    private static Path real(Path file) throws Refused {
        try {
            return file.toRealPath();
        } catch (IOException _) {
            throw new Refused(file + " is not there, or may not be read");
        }
    }

    static Optional<Path> find(String name, String searchPath) {
        for (var folder : new LinkedHashSet<>(List.of(searchPath.split(":")))) {
            var file = folder.startsWith("/") ? Path.of(folder, name) : null;
            if (file != null && Files.isRegularFile(file) && Files.isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }
}
