package dev.outrigger.jp.describe;

import dev.outrigger.jp.Ear;
import dev.outrigger.jp.Log;
import dev.outrigger.launch.CannotStart;
import dev.outrigger.launch.Child;
import dev.outrigger.launch.Launcher;
import dev.outrigger.launch.Program;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.workspace.Places;
import dev.outrigger.workspace.settings.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One question to an approved program, in a process of its own, of which nothing is left afterwards.
public final class Interview {
    /// A program that has answered may end by itself: so long.
    private static final Duration LAST_BREATH = Duration.ofMillis(250);

    private static final long TICK_MILLIS = 50;

    private final Launcher launcher;
    private final Log log;
    private final Duration limit;

    public Interview(Launcher launcher, Log log, Duration limit) {
        this.launcher = launcher;
        this.log = log;
        this.limit = limit;
    }

    public static Interview of(Places places, Settings settings, Log log) {
        var seconds = settings.wholeNumber("plugins.describe_timeout_secs");
        return new Interview(new Launcher(places.state()), log, Duration.ofSeconds(seconds));
    }

    public Reply ask(Program program, Question question) {
        var name = String.valueOf(program.file().getFileName());
        var reply = answer(program, name, question);
        if (reply instanceof Reply.NoAnswer none) {
            log.add(LogLevel.DEBUG, name, none.words());
        }
        return reply;
    }

    private Reply answer(Program program, String name, Question question) {
        long start = System.nanoTime();
        try (var child = launcher.start(program, new Ear(log, name))) {
            var hearing = new Hearing(child.stdout(), question);
            Thread.ofPlatform().daemon().name("hears " + name).start(hearing);
            send(child, name, question);
            var reply = await(hearing, child, start);
            if (reply == null) {
                return new Reply.TooLate("did not answer `" + question.word() + "` within " + seconds(limit) + " s");
            }
            if (reply instanceof Reply.Broke && hearing.ended()) {
                return ended(child, question);
            }
            if (!(reply instanceof Reply.NoAnswer)) {
                child.end(LAST_BREATH);
            }
            return reply;
        } catch (CannotStart e) {
            return new Reply.Broke("cannot be started: " + e.getMessage());
        }
    }

    private static String seconds(Duration time) {
        int tenths = time.toMillisPart() / 100;
        return time.toSeconds() + (tenths == 0 ? "" : "." + tenths);
    }

    /// A pipe has room for a question, so this never waits.
    private void send(Child child, String name, Question question) {
        var line = new ByteArrayOutputStream();
        try {
            JsonText.write(question.line(), line);
            line.write('\n');
            child.stdin().write(line.toByteArray());
        } catch (IOException e) {
            // Gone already, or does not listen: what it said, or how it ended, is told all the same.
            log.add(LogLevel.DEBUG, name, "did not hear the question: " + e.getMessage());
        }
    }

    /// Null when the time is over. Whatever a dead program left behind may hold its output open: it is ended, and then
    /// so is the output.
    private @Nullable Reply await(Hearing hearing, Child child, long start) {
        int ticksAlone = 0;
        while (true) {
            long left = limit.toNanos() - (System.nanoTime() - start);
            if (left <= 0) {
                return hearing.reply();
            }
            var reply = hearing.within(Math.min(left / 1_000_000 + 1, TICK_MILLIS));
            if (reply != null) {
                return reply;
            }
            if (Thread.currentThread().isInterrupted()) {
                return null;
            }
            ticksAlone = child.isAlive() ? 0 : ticksAlone + 1;
            if (ticksAlone == 2) {
                child.kill();
            }
        }
    }

    private static Reply ended(Child child, Question question) {
        boolean left = child.leftWithin(LAST_BREATH);
        var ending = child.kill();
        if (!left) {
            return new Reply.Broke("closed its stdout without an answer to `" + question.word() + "`");
        }
        var lines = child.stderrTail();
        return new Reply.Broke("ended without an answer to `" + question.word() + "`: " + ending.words()
                + (lines.isEmpty() ? "" : "; the last it wrote on stderr: " + lines.getLast()));
    }
}
