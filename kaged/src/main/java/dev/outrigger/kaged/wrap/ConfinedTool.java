package dev.outrigger.kaged.wrap;

import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.ProgramListener;
import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.ConfinedProgram;
import dev.outrigger.launch.sandbox.Confinement;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import dev.outrigger.launch.sandbox.HostIdentity;
import dev.outrigger.launch.sandbox.OwnCodeFolders;
import dev.outrigger.launch.sandbox.Sandbox;
import dev.outrigger.launch.sandbox.SandboxLimits;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// npm or pip, in a sandbox: it reaches the hosts that it is given, reads what is in `files`, and writes to `home`.
final class ConfinedTool {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int MOST_SAID = 16 << 20;
    private static final int LINES_TOLD = 12;

    private final KagedHome kaged;
    private final Sandbox sandbox;
    private final Path files;
    private final Path home;
    private final String searchPath;
    private final Consumer<String> progress;

    ConfinedTool(KagedHome kaged, Path files, Path home, String searchPath, Consumer<String> progress) {
        this.kaged = kaged;
        this.sandbox = new Sandbox(kaged.sandboxes());
        this.files = files;
        this.home = home;
        this.searchPath = searchPath;
        this.progress = progress;
    }

    Path files() {
        return files;
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
                SandboxLimits.DEFAULT,
                kaged.keptOut(),
                OwnCodeFolders.folders("kaged.daemon.classpath"),
                searchPath,
                null);
        Set<String> refused = new ConcurrentSkipListSet<>();
        var stop = new CountDownLatch(1);
        try (var child = sandbox.start(confinement, HostIdentity.here(), heard(refused, stop));
                var clock = Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().factory())) {
            var limit = clock.schedule(child::kill, PATIENCE.toSeconds(), TimeUnit.SECONDS);
            // It would try again and again what it may not.
            Thread.ofPlatform().daemon().start(() -> endAt(stop, child));
            child.stdin().close();
            var said = new String(child.stdout().readNBytes(MOST_SAID), StandardCharsets.UTF_8);
            var ending = child.end(Duration.ofSeconds(10));
            boolean late = !limit.cancel(false);
            stop.countDown();
            if (!(ending instanceof ProgramEnding.Exited(int status) && status == 0)) {
                var why = late ? "it took more than " + PATIENCE.toMinutes() + " minutes" : ending.words();
                throw failed(doing + " failed: " + why, said, child.stderrTail(), refused);
            }
            return said;
        } catch (ConfinementRefused | IOException e) {
            throw new Problem(doing + " failed: " + e.getMessage(), "");
        }
    }

    private static void endAt(CountDownLatch stop, ConfinedProgram child) {
        try {
            stop.await();
            child.kill();
        } catch (InterruptedException _) {
            // Nobody interrupts this thread; the program has its limit of time all the same.
            Thread.currentThread().interrupt();
        }
    }

    private ProgramListener heard(Set<String> refused, CountDownLatch stop) {
        return new ProgramListener() {
            @Override
            public void stderr(String line) {
                progress.accept(VisibleText.line(line, 200));
            }

            @Override
            public void refused(String host, int port, String why, String allowed) {
                refused.add(host + ":" + port);
                stop.countDown();
            }
        };
    }

    private static Problem failed(String what, String said, List<String> stderr, Set<String> refused) {
        var lines = new ArrayList<>(stderr);
        if (lines.isEmpty()) {
            said.lines().forEach(lines::add);
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
