package dev.outrigger.hosting.describe;

import dev.outrigger.hosting.context.RunLog;
import dev.outrigger.hosting.context.StderrToLog;
import dev.outrigger.launch.CannotStart;
import dev.outrigger.launch.Launcher;
import dev.outrigger.launch.ProgramSpec;
import dev.outrigger.launch.RunningProgram;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.workspace.UserPlaces;
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
    private final RunLog log;
    private final Duration limit;

    public Interview(Launcher launcher, RunLog log, Duration limit) {
        this.launcher = launcher;
        this.log = log;
        this.limit = limit;
    }

    public static Interview of(UserPlaces places, Settings settings, RunLog log) {
        var seconds = settings.wholeNumber("plugins.describe_timeout_secs");
        return new Interview(new Launcher(places.state()), log, Duration.ofSeconds(seconds));
    }

    public InterviewReply ask(ProgramSpec program, InterviewQuestion question) {
        var name = String.valueOf(program.file().getFileName());
        var reply = answer(program, name, question);
        if (reply instanceof InterviewReply.NoAnswer none) {
            log.add(LogLevel.DEBUG, name, none.words());
        }
        return reply;
    }

    private InterviewReply answer(ProgramSpec program, String name, InterviewQuestion question) {
        long start = System.nanoTime();
        try (var child = launcher.start(program, new StderrToLog(log, name))) {
            var hearing = new AnswerListener(child.stdout(), question);
            Thread.ofPlatform().daemon().name("hears " + name).start(hearing);
            send(child, name, question);
            var reply = await(hearing, child, start);
            if (reply == null) {
                return new InterviewReply.TooLate(
                        "did not answer `" + question.word() + "` within " + seconds(limit) + " s");
            }
            if (reply instanceof InterviewReply.Broke && hearing.ended()) {
                return ended(child, question);
            }
            if (!(reply instanceof InterviewReply.NoAnswer)) {
                child.end(LAST_BREATH);
            }
            return reply;
        } catch (CannotStart e) {
            return new InterviewReply.Broke("cannot be started: " + e.getMessage());
        }
    }

    private static String seconds(Duration time) {
        int tenths = time.toMillisPart() / 100;
        return time.toSeconds() + (tenths == 0 ? "" : "." + tenths);
    }

    /// A pipe has room for a question, so this never waits.
    private void send(RunningProgram child, String name, InterviewQuestion question) {
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
    private @Nullable InterviewReply await(AnswerListener hearing, RunningProgram child, long start) {
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

    private static InterviewReply ended(RunningProgram child, InterviewQuestion question) {
        boolean left = child.leftWithin(LAST_BREATH);
        var ending = child.kill();
        if (!left) {
            return new InterviewReply.Broke("closed its stdout without an answer to `" + question.word() + "`");
        }
        var lines = child.stderrTail();
        return new InterviewReply.Broke("ended without an answer to `" + question.word() + "`: " + ending.words()
                + (lines.isEmpty() ? "" : "; the last it wrote on stderr: " + lines.getLast()));
    }
}
