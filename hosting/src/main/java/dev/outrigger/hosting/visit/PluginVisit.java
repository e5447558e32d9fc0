package dev.outrigger.hosting.visit;

import dev.outrigger.hosting.context.RunLog;
import dev.outrigger.hosting.live.DeskReply;
import dev.outrigger.hosting.live.Subscriptions;
import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.RunningProgram;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Printer;
import dev.outrigger.wire.LineExchange;
import dev.outrigger.wire.LineOutbox;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.wire.command.ToHost;
import dev.outrigger.wire.command.ToHost.Describe;
import dev.outrigger.wire.command.ToHost.Exit;
import dev.outrigger.wire.command.ToHost.Help;
import dev.outrigger.wire.command.ToHost.Print;
import dev.outrigger.wire.command.ToHost.Ready;
import dev.outrigger.wire.command.ToHostCodec;
import dev.outrigger.wire.command.ToHostCodec.Decoded;
import dev.outrigger.wire.command.ToPlugin;
import dev.outrigger.wire.command.ToPlugin.Init;
import dev.outrigger.wire.command.ToPluginCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One run of a plugin, from its first line to its end: takes its messages to the desk, the printer and the log, and
/// sees to it that it leaves.
///
/// Whatever ends a run settles the [VisitOutcome] and then lets the plugin go, kindly or not; it is over when the
/// plugin's output has ended.
public final class PluginVisit implements LineExchange.Handler {
    /// From the end of a plugin's output to its own, when it did not say `exit`: enough to learn its status.
    private static final Duration LAST_BREATH = Duration.ofMillis(500);

    /// From there on, for turns to be stored: a tool has ten seconds to end.
    private static final Duration LAST_TURNS = Duration.ofSeconds(15);

    /// From an interrupt to a word about the waiting.
    private static final Duration PATIENCE = Duration.ofMillis(1500);

    private final String name;
    private final RunningProgram child;
    private final PluginDesk desk;
    private final Printer printer;
    private final RunLog log;
    private final PluginLimits limits;
    private final VisitWatch watch = new VisitWatch(this);
    private final LineOutbox outbox;
    private final LineExchange exchange;
    private final DeskAnswers answers;

    private final AtomicReference<@Nullable VisitOutcome> outcome = new AtomicReference<>();
    private volatile boolean greeted;
    /// When a plugin that was told to go, or said that it goes, is out of time; in [System#nanoTime], 0 while it may
    /// stay.
    private volatile long leaveBy;

    /// Whether somebody did not want to wait.
    private volatile boolean hurried;

    /// What a shell expects of who was interrupted; 0 while nobody did.
    private final AtomicInteger interruptedCode = new AtomicInteger();

    /// When the watch first saw that the plugin's output had ended while an answer to it was stuck; 0 before.
    private long silentSince;

    private boolean waitingMentioned;

    private final StrayLines strays;
    private final PluginPrints prints;

    public PluginVisit(
            String name,
            RunningProgram child,
            @Nullable LineTrace trace,
            Function<Subscriptions.Line, PluginDesk> desk,
            Printer printer,
            RunLog log,
            PluginLimits limits) {
        this.name = name;
        this.child = child;
        this.printer = printer;
        this.log = log;
        this.limits = limits;
        this.strays = new StrayLines(name, log, limits.strayLines());
        this.prints = new PluginPrints(name, printer, log);
        this.outbox = new LineOutbox(
                trace == null ? child.stdin() : trace.toPlugin(child.stdin()), limits.queueBytes(), watch::wake);
        this.exchange = new LineExchange(
                trace == null ? child.stdout() : trace.fromPlugin(child.stdout()), limits.lineBytes(), outbox, this);
        this.desk = desk.apply(new EventLine());
        this.answers = new DeskAnswers(name, this.desk, outbox, limits.queueBytes(), log, this::breakOff);
    }

    /// What happens goes the same way as the answers.
    private final class EventLine implements Subscriptions.Line {
        @Override
        public void put(ToPlugin.Happened event) {
            outbox.put(ToPluginCodec.encode(event, null));
        }

        @Override
        public void flush() {
            answers.flush();
            // Whoever else is stuck in a write: the other half is for answers, which are not to wait for events.
            outbox.awaitRoom(limits.queueBytes() / 2);
        }
    }

    /// Serves the plugin until it is gone, with everything it started.
    public VisitOutcome run(Init init) {
        watch.start();
        try (desk) {
            outbox.send(ToPluginCodec.encode(init, null));
            exchange.run();
        } catch (IOException | UncheckedIOException e) {
            settle(new VisitOutcome.Broke(new VisitFault.BrokenAnswer(String.valueOf(e.getMessage()))));
        } finally {
            watch.end();
        }
        return seeOut();
    }

    private VisitOutcome seeOut() {
        var settled = outcome.get();
        if (settled instanceof VisitOutcome.Broke) {
            // What could not be told to a program that never started is not what went wrong.
            return child.kill() instanceof ProgramEnding.NotStarted never
                    ? new VisitOutcome.Broke(new VisitFault.NoExit(never, child.stderrTail()))
                    : settled;
        }
        if (settled != null || interruptedCode.get() != 0) {
            child.end(limits.grace());
            return settled != null ? settled : new VisitOutcome.Interrupted(interruptedCode.get());
        }
        boolean left = child.leftWithin(LAST_BREATH);
        var ending = child.kill();
        return new VisitOutcome.Broke(
                left ? new VisitFault.NoExit(ending, child.stderrTail()) : new VisitFault.WentSilent());
    }

    /// Whether the plugin ever had a lock.
    public boolean hasLocked() {
        return desk.hasLocked();
    }

    /// See [StrayLines#words].
    public String strayWords() {
        return strays.words();
    }

    /// A signal: the first asks the plugin to leave, the second does not ask.
    public void interrupt(int exitCode) {
        if (interruptedCode.compareAndSet(0, exitCode)) {
            askToLeave();
        } else {
            hurried = true;
            leaveBy = System.nanoTime();
            watch.wake();
            child.kill();
        }
    }

    private void askToLeave() {
        leaveBy = System.nanoTime() + limits.grace().toNanos();
        watch.wake();
        // A plugin that does not read would hold up whoever asks it.
        Thread.ofPlatform().daemon().name("shutdown").start(() -> {
            try {
                outbox.send(ToPluginCodec.encode(new ToPlugin.Shutdown(), null));
            } catch (UncheckedIOException e) {
                breakOff(new VisitFault.BrokenAnswer(String.valueOf(e.getMessage())));
            }
        });
    }

    /// What time brings about; called by the [VisitWatch] again and again.
    void look(long now, long sinceStart, boolean childGone) {
        exchange.relieve(VisitWatch.TICK.toNanos());
        mentionWaiting(now);
        var stuck = outbox.stuck();
        if (childGone || (leaveBy != 0 && now - leaveBy > 0)) {
            // Whatever it left behind still holds its output open.
            child.kill();
            var breath = desk.isEnding() && !hurried ? LAST_TURNS : LAST_BREATH;
            if (interruptedCode.get() != 0 && outcome.get() == null && now - leaveBy > breath.toNanos()) {
                // All that can hold up the end now is our own output, which nobody reads; whoever wants an end is not
                // to wait for that. The locks go back with the process.
                Runtime.getRuntime().halt(interruptedCode.get());
            }
        } else if (!greeted && leaveBy == 0 && sinceStart > limits.handshake().toNanos()) {
            breakOff(new VisitFault.NoHandshake(limits.handshake().toSeconds()));
        } else if (stuck != null
                && now - stuck.sinceNanos() > limits.stall().toNanos()
                && (stuck.full() || outbox.waitingBytes() + desk.waitingBytes() > limits.queueBytes())) {
            breakOff(new VisitFault.Stalled(limits.stall().toSeconds()));
        } else if (leaveBy == 0 && exchange.ended()) {
            lookAtSilence(now);
        }
    }

    /// Whoever interrupted learns why nothing happens, when it takes a while.
    private void mentionWaiting(long now) {
        boolean overdue = leaveBy != 0 && now - leaveBy + limits.grace().toNanos() > PATIENCE.toNanos();
        if (!waitingMentioned && interruptedCode.get() != 0 && overdue) {
            waitingMentioned = true;
            // A print that nobody reads may hold the printer for good, and the watch must not wait for it.
            Thread.ofPlatform().daemon().name("mention").start(this::sayThatItWasAsked);
        }
    }

    private void sayThatItWasAsked() {
        try {
            printer.note("jp-" + name + " was asked to leave; once more ends it at once");
        } catch (OutputFailed e) {
            log.add(LogLevel.DEBUG, name, "nobody hears that it was asked to leave: " + e.getMessage());
        }
    }

    /// Its output has ended, but the thread that would see it out hangs in a write that it does not read.
    private void lookAtSilence(long now) {
        if (silentSince == 0) {
            silentSince = now;
        } else if (now - silentSince > LAST_BREATH.toNanos()) {
            breakOff(new VisitFault.WentSilent());
        }
    }

    /// The watch itself has failed: nobody would see to the limits any more.
    void unwatched(RuntimeException bug) {
        log.bug("while watching " + name, bug);
        breakOff(new VisitFault.BrokenAnswer("jp itself failed; its log says why"));
    }

    boolean childGone() {
        return !child.isAlive();
    }

    /// For as long as it takes.
    void awaitChild() {
        while (!child.leftWithin(Duration.ofDays(1))) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
        }
    }

    /// Time brings about nothing: whatever could change that wakes the [VisitWatch].
    boolean isQuiet() {
        return greeted
                && leaveBy == 0
                && interruptedCode.get() == 0
                && !exchange.ended()
                && outbox.stuck() == null
                && child.isAlive();
    }

    /// The first word on how the run ended is the one that counts.
    private void settle(VisitOutcome how) {
        outcome.compareAndSet(null, how);
    }

    /// Whether nothing more is heard. A plugin that has nowhere to print to may still save what it has before it
    /// leaves.
    private boolean isOver() {
        var settled = outcome.get();
        return settled != null && !(settled instanceof VisitOutcome.NoOutput);
    }

    private void breakOff(VisitFault fault) {
        settle(new VisitOutcome.Broke(fault));
        child.kill();
    }

    @Override
    public void line(byte[] bytes, int from, int to) {
        strays.next();
        if (isOver()) {
            return;
        }
        switch (ToHostCodec.decode(bytes, from, to)) {
            case Decoded.Message(var id, var message) -> {
                strays.message();
                handle(id, message, to - from);
            }
            case Decoded.Unfit(var id, var answer) -> {
                strays.message();
                log.add(LogLevel.WARN, name, "line " + strays.line() + " refused: " + answer.message());
                answers.place(id, DeskReply.of(answer));
            }
            case Decoded.Stray(var why) -> strays.stray(why, bytes, from, to).ifPresent(this::breakOff);
        }
    }

    @Override
    public void tooLong(byte[] bytes, int from, int to) {
        strays.next();
        if (!isOver()) {
            var why = "longer than " + limits.lineBytes() + " bytes, see plugins.max_line_bytes";
            strays.stray(why, bytes, from, to).ifPresent(this::breakOff);
        }
    }

    private void handle(@Nullable String id, ToHost message, int bytes) {
        switch (message) {
            case ToHost.Ask ask -> answers.take(id, ask, bytes);
            case ToHost.Respond said -> desk.respond(said).ifPresent(refusal -> answers.refuseResponse(id, refusal));
            case Ready(var protocol) -> greet(protocol.orElse(Init.VERSION));
            case Print print -> print(print);
            case ToHost.Log(var level, var text, var fields) -> log.add(level, name, text, fields);
            case Describe _ -> log.add(LogLevel.DEBUG, name, "described itself, though nobody asked");
            case Help _ -> log.add(LogLevel.DEBUG, name, "told its help, though nobody asked");
            case Exit(var code, var reason) -> leave(code, reason);
        }
    }

    private void greet(int protocol) {
        if (greeted) {
            log.add(LogLevel.WARN, name, "line " + strays.line() + " says `ready` once more");
        }
        greeted = true;
        if (protocol > Init.VERSION) {
            breakOff(new VisitFault.WrongProtocol(protocol));
        }
    }

    private void print(Print print) {
        if (outcome.get() != null) {
            return;
        }
        try {
            prints.print(print, strays.line());
        } catch (OutputFailed e) {
            settle(new VisitOutcome.NoOutput(e));
            askToLeave();
        }
    }

    private void leave(int code, @Nullable String reason) {
        settle(new VisitOutcome.Left(code, reason == null ? "" : reason));
        leaveBy = System.nanoTime() + limits.grace().toNanos();
        watch.wake();
        desk.close();
        try {
            // Nothing more to read: a plugin that waits for its input to end is not kept waiting.
            outbox.close();
        } catch (IOException e) {
            log.add(LogLevel.DEBUG, name, "its input was closed already: " + e.getMessage());
        }
    }
}
