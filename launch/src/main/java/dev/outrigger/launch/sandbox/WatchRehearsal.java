package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.NativePrograms;
import dev.outrigger.launch.watch.SandboxNetwork;
import dev.outrigger.launch.watch.SandboxWatcher;
import dev.outrigger.launch.watch.Violation;
import dev.outrigger.launch.watch.WatchRules;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Tries once, with a shell that is watched and otherwise free, whether the kernel asks about a call and can be
/// answered.
final class WatchRehearsal {
    private static final int SECONDS = 10;

    /// A folder that every system has. All others the shell may see.
    private static final String OPENED = "etc";

    /// So often it is opened: the threads that answer are compiled by then, and take a tenth of the time.
    private static final int WARM = 3000;

    private static final String SCRIPT = "i=0; while [ $i -lt " + WARM + " ]; do : </" + OPENED + "; i=$((i+1)); done";

    private static @Nullable Detection found;

    private WatchRehearsal() {}

    static synchronized Detection once() {
        if (found == null) {
            found = NativePrograms.program("listen")
                    .map(WatchRehearsal::attempt)
                    .orElseGet(WatchRehearsal::missing);
        }
        return found;
    }

    static Detection missing() {
        return new Detection.Missing(NativePrograms.missing("listen") + ". " + NativePrograms.MEND);
    }

    static Detection attempt(Path listen) {
        try {
            SpawnRequest.check();
            return attempt(SandboxWatcher.start(), listen);
        } catch (ConfinementRefused | IOException | RuntimeException | LinkageError e) {
            return new Detection.Missing(String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Detection.Missing("interrupted while trying");
        }
    }

    private sealed interface RehearsalReport {
        record Of(Violation violation) implements RehearsalReport {}

        record Failure(String why) implements RehearsalReport {}
    }

    private static Detection attempt(SandboxWatcher watcher, Path listen) throws InterruptedException, IOException {
        BlockingQueue<RehearsalReport> heard = new ArrayBlockingQueue<>(1);
        var watch = watcher.watch(rules(), violation -> {
            var _ = heard.offer(new RehearsalReport.Of(violation));
        });
        var listening = ListenerHandshake.ready(watch, listen);
        Thread.ofPlatform().daemon().name("tries to be watched").start(() -> {
            try (listening) {
                run(listening).ifPresent(why -> {
                    var _ = heard.offer(new RehearsalReport.Failure(why));
                });
            } catch (IOException | RuntimeException e) {
                var _ = heard.offer(new RehearsalReport.Failure(String.valueOf(e.getMessage())));
            }
        });
        return switch (heard.poll(SECONDS, TimeUnit.SECONDS)) {
            case RehearsalReport.Of(var violation)
            when violation.what().equals("/" + OPENED) -> new Detection.Available(watcher, listen);
            case RehearsalReport.Of(var violation) ->
                new Detection.Missing("the kernel tells of calls, but not rightly: " + violation.words());
            case RehearsalReport.Failure(var why) -> new Detection.Missing(why);
            case null -> new Detection.Missing("the kernel lets system calls be watched, but tells of none");
        };
    }

    private static WatchRules rules() {
        var shown = new HashSet<String>();
        var names = new File("/").list();
        for (var name : names == null ? new String[0] : names) {
            if (!name.equals(OPENED)) {
                shown.add("/" + name);
            }
        }
        return new WatchRules(shown, Set.of(), Set.of(), Map.of(), SandboxNetwork.NONE, Map.of(), List.of());
    }

    /// To the shell's end; returns why it never ran.
    private static Optional<String> run(ListenerHandshake listening) throws IOException {
        try (var nothing = Posix.open(Path.of("/dev/null"));
                var said = Posix.pipe()) {
            var descriptors = new ArrayList<>(List.of(nothing, said.second(), said.second()));
            descriptors.addAll(listening.theirs());
            var argv = ListenerHandshake.command(3, List.of("/bin/sh", "-c", SCRIPT));
            long pid = new SpawnRequest(argv, descriptors).start();
            listening.theirs().forEach(OwnedDescriptor::close);
            said.second().close();
            try {
                return listening.begin(pid)
                        ? Optional.empty()
                        : Optional.of("`listen` failed when it was tried: " + text(said.first()));
            } finally {
                Posix.reap(pid);
            }
        }
    }

    private static String text(OwnedDescriptor descriptor) throws IOException {
        try (var stream = new FileInputStream("/proc/self/fd/" + descriptor.number())) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
