package dev.outrigger.kaged.project;

import dev.outrigger.kaged.manifest.ProjectFile.Wanted;
import dev.outrigger.kaged.store.FolderCopy;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.ProgramListener;
import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.Confinement;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import dev.outrigger.launch.sandbox.HostIdentity;
import dev.outrigger.launch.sandbox.ProgramBounds;
import dev.outrigger.launch.sandbox.Sandbox;
import dev.outrigger.launch.sandbox.SandboxLimits;
import dev.outrigger.system.TreeDeletion;
import dev.outrigger.wire.Excerpt;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Brings a plugin from a repository of git, to be looked at. Git runs in a sandbox that reaches this repository and
/// nothing else; nothing of what comes is run.
///
/// @param keptOut the folders that no capability may touch
public record GitFetch(Sandbox sandbox, List<Path> keptOut, Bounds bounds) {
    private static final int LONGEST_LINE = 1000;
    private static final int LONGEST_COMMIT = 200;
    private static final int MOST_WORDS = 5;
    private static final Path GIT = Path.of("/usr/bin/git");

    /// What no fetch goes beyond: bytes and files of the plugin, and so much again on the way; and time.
    public record Bounds(long bytes, int files, Duration time) {
        public static final Bounds USUAL = new Bounds(512L << 20, 10_000, Duration.ofMinutes(10));
    }

    /// Into a place of its own, from which it is taken when the operator has decided. Leaves nothing else, however it
    /// ends. `progress` hears what git says.
    public void fetch(
            Wanted wanted, GitHosts hosts, FetchedPlugins into, Consumer<String> progress, BooleanSupplier goesOn)
            throws StoreProblem {
        var source = PluginSource.of(wanted.source());
        hosts.check(source);
        try {
            var draft = into.draft();
            try {
                var commit = run(wanted, source, draft, progress, goesOn);
                var files = Files.createDirectory(draft.resolve("copy"));
                // Who wrote them in the sandbox has no more to do with them.
                var _ = FolderCopy.make(draft.resolve("work/tree").toRealPath(), files);
                TreeDeletion.delete(draft.resolve("work"));
                TreeDeletion.delete(draft.resolve("script"));
                into.put(wanted.name(), draft, files, wanted.source(), commit);
            } finally {
                TreeDeletion.delete(draft);
            }
        } catch (IOException e) {
            throw new StoreProblem("cannot fetch " + wanted.name() + " from " + wanted.source(), e);
        }
    }

    private String run(
            Wanted wanted, PluginSource source, Path draft, Consumer<String> progress, BooleanSupplier goesOn)
            throws StoreProblem, IOException {
        var script = Files.createDirectory(draft.resolve("script"));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (var in = GitFetch.class.getResourceAsStream("/dev/outrigger/kaged/fetch.sh")) {
            if (in == null) {
                throw new IllegalStateException("the program is incomplete: fetch.sh is not in it");
            }
            Files.copy(in, script.resolve("fetch.sh"));
        }
        Files.setPosixFilePermissions(script.resolve("fetch.sh"), PosixFilePermissions.fromString("rw-r--r--"));
        var work = draft.resolve("work");
        var limits = SandboxLimits.DEFAULT;
        var confinement = new Confinement(
                "fetch-" + wanted.name(),
                capabilities(source),
                script,
                List.of(),
                Confinement.ITSELF,
                work,
                command(wanted, source),
                Map.of(),
                new SandboxLimits(
                        limits.memoryBytes(),
                        limits.processes(),
                        limits.openFiles(),
                        bounds.bytes,
                        limits.scratchBytes(),
                        limits.cpuPercent()),
                keptOut,
                List.of(),
                "",
                null);
        var refusals = new Refusals();
        try (var child = sandbox.start(confinement, HostIdentity.here(), refusals)) {
            child.stdin().close();
            var lines = new DrawnLines(progress.andThen(refusals::progress));
            var why = new ProgramBounds(work, 2 * bounds.bytes, bounds.time).attend(child, lines, goesOn);
            if (why.isPresent()) {
                throw new StoreProblem("cannot fetch " + wanted.name() + " from " + wanted.source() + ": " + why.get());
            }
            var ending = child.awaitEnd();
            if (!(ending instanceof ProgramEnding.Exited(int status) && status == 0)) {
                throw failed(wanted, ending, child.stderrTail(), refusals.all());
            }
        } catch (ConfinementRefused e) {
            throw new StoreProblem("cannot fetch " + wanted.name() + ": " + e.getMessage());
        }
        try (var in = Files.newInputStream(work.resolve("commit"), LinkOption.NOFOLLOW_LINKS)) {
            return new String(in.readNBytes(LONGEST_COMMIT), StandardCharsets.US_ASCII).strip();
        }
    }

    private static final class Refusals implements ProgramListener {
        private final List<String> lines = new ArrayList<>();

        @Override
        public synchronized void warning(String message) {
            if (lines.size() < MOST_WORDS) {
                lines.add(message);
            }
        }

        /// What git says while it fetches is progress, but for these.
        void progress(String line) {
            if (line.startsWith("fatal: ") || line.startsWith("error: ")) {
                warning(line);
            }
        }

        synchronized List<String> all() {
            return List.copyOf(lines);
        }
    }

    private static StoreProblem failed(Wanted wanted, ProgramEnding ending, List<String> said, List<String> refused) {
        var words = new ArrayList<>(said);
        words.addAll(refused);
        return new StoreProblem("cannot fetch " + wanted.name() + " from " + wanted.source() + ": "
                + (words.isEmpty() ? ending.words() : Excerpt.of(String.join(" / ", words))));
    }

    private static List<Capability> capabilities(PluginSource source) throws StoreProblem {
        var git = new Capability.Exec("git", GIT);
        return switch (source) {
            case PluginSource.Git(var _, var host, int port) -> List.of(git, new Capability.Connect(host, port));
            case PluginSource.GitFolder(var url, var folder) ->
                List.of(git, new Capability.ReadPath(real(url, folder)));
            case PluginSource.Nowhere _, PluginSource.Within _ ->
                throw new IllegalStateException("only a repository is fetched from");
        };
    }

    private static Path real(String url, Path folder) throws StoreProblem {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            throw new StoreProblem("there is no repository " + url, e);
        }
    }

    private List<String> command(Wanted wanted, PluginSource source) throws StoreProblem {
        var url = source instanceof PluginSource.GitFolder(var of, var folder)
                ? "file://" + real(of, folder)
                : wanted.source();
        var command = new ArrayList<>(
                List.of("/bin/sh", "fetch.sh", Long.toString(bounds.bytes), Integer.toString(bounds.files), url));
        command.addAll(
                wanted.version().isEmpty()
                        ? List.of("HEAD")
                        : List.of("refs/tags/" + wanted.version(), "refs/tags/v" + wanted.version()));
        return command;
    }

    /// What git draws anew in one line is a line of its own here.
    private static final class DrawnLines implements ProgramBounds.Heard {
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private final Consumer<String> progress;

        DrawnLines(Consumer<String> progress) {
            this.progress = progress;
        }

        @Override
        public void bytes(byte[] chunk, int length) {
            for (int i = 0; i < length; i++) {
                if (chunk[i] == '\r' || chunk[i] == '\n') {
                    if (line.size() > 0) {
                        progress.accept(Excerpt.of(line.toString(StandardCharsets.UTF_8)));
                    }
                    line.reset();
                } else if (line.size() < LONGEST_LINE) {
                    line.write(chunk[i]);
                }
            }
        }
    }
}
