package dev.outrigger.kaged.wrap;

import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.ProgramListener;
import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.Confinement;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import dev.outrigger.launch.sandbox.HostIdentity;
import dev.outrigger.launch.sandbox.OwnCodeFolders;
import dev.outrigger.launch.sandbox.ProgramBounds;
import dev.outrigger.launch.sandbox.Sandbox;
import dev.outrigger.launch.sandbox.SandboxLimits;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;

/// npm or pip, in a sandbox: it reaches the hosts that it is given, reads what is in `files`, and writes to `home`.
final class ConfinedTool {
    private static final int MOST_SAID = 16 << 20;
    private static final int LINES_TOLD = 12;

    private final KagedHome kaged;
    private final Sandbox sandbox;
    private final Path files;
    private final Path home;
    private final Bounds bounds;
    private final String searchPath;
    private final Consumer<String> progress;

    /// What no fetch goes beyond: twice what a plugin may be, and time.
    record Bounds(long bytes, Duration time) {
        static final Bounds USUAL = new Bounds(1L << 30, Duration.ofMinutes(10));
    }

    ConfinedTool(KagedHome kaged, Path files, Path home, Bounds bounds, String searchPath, Consumer<String> progress) {
        this.kaged = kaged;
        this.sandbox = new Sandbox(kaged.sandboxes());
        this.files = files;
        this.home = home;
        this.bounds = bounds;
        this.searchPath = searchPath;
        this.progress = progress;
    }

    Path home() {
        return home;
    }

    /// What it wrote to its stdout. Everything else than a good end is a problem.
    String run(String doing, List<String> command, Map<String, String> environment, List<Capability> capabilities)
            throws Problem {
        var confinement = new Confinement(
                "wrap",
                capabilities,
                files,
                List.of(),
                Confinement.ITSELF,
                home,
                command,
                environment,
                limits(),
                kaged.keptOut(),
                OwnCodeFolders.folders("kaged.daemon.classpath"),
                searchPath,
                null);
        Set<String> refused = new ConcurrentSkipListSet<>();
        var said = new ByteArrayOutputStream();
        try (var child = sandbox.start(confinement, HostIdentity.here(), heard(refused))) {
            child.stdin().close();
            var limit = new ProgramBounds(home, bounds.bytes, bounds.time);
            // It would try again and again what it may not.
            var why = limit.attend(
                    child,
                    (chunk, length) -> said.write(chunk, 0, Math.min(length, MOST_SAID - said.size())),
                    refused::isEmpty);
            var ending = child.end(Duration.ofSeconds(10));
            if (why.isPresent() || !(ending instanceof ProgramEnding.Exited(int status) && status == 0)) {
                throw failed(doing + " failed: " + why.orElse(ending.words()), said, child.stderrTail(), refused);
            }
            if (limit.isTooLarge()) {
                throw new Problem(doing + " failed: it is too large", "");
            }
            return said.toString(StandardCharsets.UTF_8);
        } catch (ConfinementRefused | IOException e) {
            throw new Problem(doing + " failed: " + e.getMessage(), "");
        }
    }

    private SandboxLimits limits() {
        var usual = SandboxLimits.DEFAULT;
        return new SandboxLimits(
                usual.memoryBytes(),
                usual.processes(),
                usual.openFiles(),
                bounds.bytes,
                usual.scratchBytes(),
                usual.cpuPercent());
    }

    private ProgramListener heard(Set<String> refused) {
        return new ProgramListener() {
            @Override
            public void stderr(String line) {
                progress.accept(VisibleText.line(line, 200));
            }

            @Override
            public void refused(String host, int port, String why, String allowed) {
                refused.add(host + ":" + port);
            }
        };
    }

    private static Problem failed(String what, ByteArrayOutputStream said, List<String> stderr, Set<String> refused) {
        var lines = new ArrayList<>(stderr);
        if (lines.isEmpty()) {
            said.toString(StandardCharsets.UTF_8).lines().forEach(lines::add);
        }
        var last = lines.subList(Math.max(0, lines.size() - LINES_TOLD), lines.size()).stream()
                .map(line -> VisibleText.line(line, 300))
                .toList();
        var words = last.isEmpty() ? what : what + "\n| " + String.join("\n| ", last);
        return new Problem(
                words,
                refused.isEmpty()
                        ? ""
                        : "It was kept from " + String.join(", ", refused)
                                + ", which your configuration of it does not name.");
    }
}
