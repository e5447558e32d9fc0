package dev.outrigger.assistant.tools;

import dev.outrigger.assistant.ToolResult;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.launch.CannotStart;
import dev.outrigger.launch.Launcher;
import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.ProgramListener;
import dev.outrigger.launch.ProgramSpec;
import dev.outrigger.launch.RunningProgram;
import dev.outrigger.launch.UninterruptedWait;
import dev.outrigger.wire.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// One start of a local tool, to the end of everything it started.
final class LocalCall {
    /// An answer as JSON must fit in here; plain output is cut.
    private static final int LONGEST_OUTPUT = 8 << 20;

    private static final int LONGEST_PLAIN = (1 << 20) - 1024;
    private static final Duration DRAINED = Duration.ofSeconds(2);

    private enum Came {
        ITS_END,
        CANCELLATION
    }

    private final String name;
    private final ProgramSpec program;
    private final Launcher launcher;
    private final Duration limit;

    LocalCall(String name, ProgramSpec program, Launcher launcher, Duration limit) {
        this.name = name;
        this.program = program;
        this.launcher = launcher;
        this.limit = limit;
    }

    LocalAnswer make(byte[] input, ToolRun run) throws CannotStart {
        long deadline = System.nanoTime() + limit.toNanos();
        try (var child = launcher.start(program, new Progress(run))) {
            var came = new CompletableFuture<Came>();
            var output = new Output(child.stdout(), came);
            var reading = Thread.ofPlatform().daemon().name("stdout of " + name).start(output);
            Thread.ofPlatform().daemon().name("stdin of " + name).start(() -> send(child, input));
            try (var _ = run.cancellation().onCancel(() -> came.complete(Came.CANCELLATION))) {
                var first = came.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
                if (first == Came.CANCELLATION) {
                    return failed("cancelled by the user", "cancelled", child);
                }
                if (!child.leftWithin(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())))) {
                    return late(child);
                }
            } catch (TimeoutException _) {
                return late(child);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return failed("cancelled by the user", "cancelled", child);
            } catch (ExecutionException e) {
                throw new IllegalStateException("nothing makes it fail", e);
            }
            var ending = child.kill();
            join(reading);
            return answer(output, ending, child);
        }
    }

    private static void join(Thread reading) {
        UninterruptedWait.keep(() -> reading.join(DRAINED));
    }

    private LocalAnswer late(RunningProgram child) {
        return failed(
                name + " did not end within " + limit.toSeconds() + " s and was killed; conversation.tools." + name
                        + ".timeout_secs gives it longer",
                "timeout",
                child);
    }

    private LocalAnswer answer(Output output, ProgramEnding ending, RunningProgram child) {
        if (ending instanceof ProgramEnding.NotStarted(var why)) {
            return failed(PlainWords.line(why), "not_started", child);
        }
        boolean well = ending instanceof ProgramEnding.Exited(int status) && status == 0;
        var said = output.whole()
                ? LocalAnswer.of(name, output.text())
                : new LocalAnswer.Final(ToolResult.of(output.text()));
        if (well) {
            return said instanceof LocalAnswer.Final(var result) && !result.isError()
                    ? new LocalAnswer.Final(new ToolResult(output.cut(result.content()), false, result.metadata()))
                    : said;
        }
        // Its own words about an error are the best there are; anything else did not succeed, whatever it says.
        if (said instanceof LocalAnswer.Final(var result) && result.isError()) {
            return said;
        }
        var words =
                said instanceof LocalAnswer.Final(var result) ? result.content().strip() : "";
        return failed(
                name + " failed: " + ending.words() + (words.isEmpty() ? "" : "\n" + output.cut(words)),
                "failed",
                child);
    }

    private static LocalAnswer failed(String what, String code, RunningProgram child) {
        child.kill();
        var tail = child.stderrTail();
        var stderr = new StringBuilder();
        for (var line : tail) {
            stderr.append("\n").append(line);
        }
        return new LocalAnswer.Final(new ToolResult(
                what + (tail.isEmpty() ? "" : "\nstderr:" + stderr),
                true,
                Json.object().put("code", code).build()));
    }

    /// A tool that wants no arguments need not read them.
    private static void send(RunningProgram child, byte[] input) {
        try (var stdin = child.stdin()) {
            stdin.write(input);
        } catch (IOException _) {
            // It closed its stdin, or ended: what it says, or how it ended, is the answer.
            return;
        }
    }

    /// What it writes to stderr tells how far it is.
    private record Progress(ToolRun run) implements ProgramListener {
        @Override
        public void stderr(String line) {
            run.progress(PlainWords.line(line));
        }

        @Override
        public void warning(String message) {
            run.progress(PlainWords.line(message));
        }
    }

    /// Its stdout, up to a limit; the rest is read and counted, so that the tool need not wait.
    private static final class Output implements Runnable {
        private final InputStream in;
        private final CompletableFuture<Came> came;
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private long total;

        Output(InputStream in, CompletableFuture<Came> came) {
            this.in = in;
            this.came = came;
        }

        @Override
        public void run() {
            var buffer = new byte[64 * 1024];
            try {
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    take(buffer, n);
                }
            } catch (IOException _) {
                // The pipe was closed under us, since the time is over: nobody reads what was kept.
                came.complete(Came.ITS_END);
            }
            came.complete(Came.ITS_END);
        }

        private synchronized void take(byte[] buffer, int n) {
            total += n;
            kept.write(buffer, 0, Math.min(n, LONGEST_OUTPUT - kept.size()));
        }

        synchronized boolean whole() {
            return total == kept.size();
        }

        synchronized String text() {
            return FileExcerpts.decoded(kept.toByteArray(), kept.size()).text();
        }

        synchronized String cut(String content) {
            if (content.length() <= LONGEST_PLAIN && whole()) {
                return content;
            }
            int end = Math.min(content.length(), LONGEST_PLAIN);
            end -= end > 0 && end < content.length() && Character.isHighSurrogate(content.charAt(end - 1)) ? 1 : 0;
            return content.substring(0, end) + "\n[cut: these are the first " + end + " characters; the tool wrote "
                    + total + " bytes]";
        }
    }
}
