package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A call of jp that is looked at while it runs, and may be sent a signal: its output, its memory, and who outlives it.
final class WatchedRun {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int LOOK_MILLIS = 20;
    private static final int MOST_READ = 1 << 20;

    /// When a signal is to be sent.
    interface Moment {
        boolean here(Path out) throws IOException;
    }

    record Seen(int code, String out, String err, long peakKilobytes, List<Long> survivors) {}

    private final Jail jail;
    private final Path folder;
    private String signal = "";
    private Moment moment = _ -> false;

    /// Whatever plugin is started gets to know `JP_ROGUE_PIDS`, by which it is found again.
    WatchedRun(Jail jail, Path folder) {
        this.jail = jail;
        this.folder = folder;
    }

    WatchedRun signal(String name, Moment when) {
        signal = name;
        moment = when;
        return this;
    }

    Seen run(String... words) throws IOException, InterruptedException {
        var pids = Files.createFile(folder.resolve("pids"));
        var out = Files.createFile(folder.resolve("stdout"));
        var err = Files.createFile(folder.resolve("stderr"));
        jail.with("JP_ROGUE_PIDS", pids.toString());
        // Whoever runs the tests in the background of a shell has them, and all they start, ignore an interrupt.
        var command = new ArrayList<>(List.of("env", "--default-signal=INT,QUIT,HUP,TERM"));
        command.addAll(jail.command(words));
        var process = jail.builder(command)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        long peak = 0;
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        boolean sent = false;
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            peak = Math.max(peak, peakKilobytes(process.pid()));
            if (!sent && moment.here(out)) {
                sent = true;
                send(signal, process.pid());
            }
            if (System.nanoTime() - deadline > 0) {
                process.destroyForcibly();
                throw new AssertionError(List.of(words) + " did not end; it wrote: " + head(out) + head(err));
            }
        }
        return new Seen(process.exitValue(), head(out), head(err), peak, survivors(pids));
    }

    static void send(String signal, long pid) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                        .start()
                        .waitFor())
                .isEqualTo(0);
    }

    /// Of those that wrote themselves into the file, or have its name in their environment.
    private static List<Long> survivors(Path pids) throws IOException {
        var named = Files.readAllLines(pids);
        var survivors = new ArrayList<Long>();
        ProcessHandle.allProcesses().forEach(process -> {
            boolean ours = named.contains(Long.toString(process.pid()))
                    || proc(process.pid(), "environ").contains("JP_ROGUE_PIDS=" + pids);
            if (ours && proc(process.pid(), "status").contains("State:") && !isZombie(process.pid())) {
                survivors.add(process.pid());
            }
        });
        return survivors;
    }

    private static boolean isZombie(long pid) {
        return proc(pid, "status").contains("State:\tZ");
    }

    private static long peakKilobytes(long pid) {
        for (var line : proc(pid, "status").split("\n", -1)) {
            if (line.startsWith("VmHWM:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        return 0;
    }

    /// "" for one that is gone, or is not ours to look at.
    private static String proc(long pid, String file) {
        try {
            return new String(
                    Files.readAllBytes(Path.of("/proc", Long.toString(pid), file)), StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            return "";
        }
    }

    /// A flood need not be read whole.
    private static String head(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST_READ), StandardCharsets.UTF_8);
        }
    }
}
