package dev.outrigger.kaged.service;

import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.audit.Entry;
import dev.outrigger.kaged.service.Condition.Failure;
import dev.outrigger.kaged.service.Condition.State;
import dev.outrigger.kaged.storage.StorageFailure;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.Caller;
import dev.outrigger.wire.rpc.Channel;
import dev.outrigger.wire.rpc.ErrorCode;
import dev.outrigger.wire.rpc.Outcome;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One plugin under supervision: started when it is first needed, brought back when it fails, switched off when it
/// keeps failing. Calls wait here while there is no process to send them to.
final class Service implements Life.Owner {
    private static final int MOST_WAITING = 1024;

    private final String name;
    private final Grounds grounds;
    private final Bounds bounds;
    private final ScheduledExecutorService clock;
    private final Switches switches;
    private final List<Subscriber> subscribers;
    private final Tapped tapped = new Tapped();
    private final Tally tally = new Tally();
    private final ArrayDeque<Pending> waiting = new ArrayDeque<>();

    private State state = State.IDLE;
    private String detail = "";
    private Instant since;
    private Restarts restarts = Restarts.NONE;
    private @Nullable Failure lastFailure;
    private @Nullable Instant nextTry;
    private @Nullable ScheduledFuture<?> retry;
    private @Nullable ScheduledFuture<?> health;
    private @Nullable ScheduledFuture<?> startLimit;
    private @Nullable Life life;
    /// One that was told to be over, and may still hang in something.
    private @Nullable Life past;
    /// Where calls go while it is ready; read by callers without the lock.
    private volatile @Nullable Open open;

    private long starts;
    private long straysOfThePast;
    /// Whether it is to be started again when the process that is being stopped has gone.
    private boolean again;

    private record Open(Contract contract, Channel channel, Life life) {}

    Service(
            String name,
            Grounds grounds,
            Bounds bounds,
            ScheduledExecutorService clock,
            Switches switches,
            List<Subscriber> subscribers)
            throws Refusal {
        this.name = name;
        this.grounds = grounds;
        this.bounds = bounds;
        this.clock = clock;
        this.subscribers = subscribers;
        this.switches = switches;
        this.since = grounds.clock().instant();
        switches.why(name).ifPresent(why -> enter(State.DISABLED, why));
    }

    Taken call(Ask ask, Caller caller) {
        var pending = new Pending(ask, caller, grounds, tally);
        var way = way();
        if (way != null) {
            pending.send(way.contract(), way.channel(), way.life()::deniedSince);
        } else {
            await(pending, ask);
        }
        return pending;
    }

    /// A process that has just died takes no more calls, even if its end has not been told yet.
    private @Nullable Open way() {
        var way = open;
        return way == null || way.channel().isClosed() ? null : way;
    }

    private void await(Pending pending, Ask ask) {
        Outcome refused = null;
        Open way;
        synchronized (this) {
            switch (state) {
                case IDLE, BROKEN, STARTING, READY, WAITING, STOPPING -> {
                    if (waiting.size() >= MOST_WAITING) {
                        refused = Outcome.lost(ErrorCode.RATE_LIMITED, "too many calls wait for " + name);
                    } else {
                        // At once, before the end of a process that is being stopped takes it for one of its own calls.
                        pending.waitsWhere(() -> leave(pending));
                        waiting.add(pending);
                        start();
                    }
                }
                case FAILED, DISABLED ->
                    refused = Outcome.lost(
                            ErrorCode.PLUGIN_UNAVAILABLE,
                            name + " is switched off (" + detail + "): `kaged plugin enable " + name + "`");
            }
            way = way();
        }
        if (refused != null) {
            pending.end(refused);
            return;
        }
        pending.alarm(
                clock.schedule(() -> tooLate(pending), ask.patience().absolute().toNanos(), TimeUnit.NANOSECONDS));
        if (way != null) {
            // It became ready while the call was put among those that wait.
            flush(way);
        }
    }

    private synchronized void leave(Pending pending) {
        waiting.remove(pending);
    }

    private void tooLate(Pending pending) {
        String why;
        synchronized (this) {
            why = detail;
        }
        pending.end(
                Outcome.lost(ErrorCode.TIMEOUT, name + " was not ready in time" + (why.isEmpty() ? "" : ": " + why)));
    }

    /// Unless it runs, or is about to.
    private void start() {
        switch (state) {
            case IDLE, BROKEN -> begin();
            case STOPPING -> again = true;
            case STARTING, READY, WAITING, FAILED, DISABLED -> {}
        }
    }

    private void begin() {
        again = false;
        if (retry != null) {
            retry.cancel(false);
        }
        if (hangs()) {
            // One process at a time, and one thread that hangs: nobody knows what it would still do.
            notBegun("the last one still hangs (kaged's log says in what): end that, or restart kaged");
            return;
        }
        past = null;
        var begun = new Life(name, grounds, bounds, this, tapped, subscribers);
        life = begun;
        starts++;
        enter(State.STARTING, "");
        try {
            begun.begin();
            // On a thread of its own: to tell of it may take its time, and the clock has none.
            startLimit = clock.schedule(
                    () -> Thread.ofPlatform().daemon().start(begun::giveUpStart),
                    bounds.start().toNanos(),
                    TimeUnit.NANOSECONDS);
        } catch (OutOfMemoryError e) {
            // No thread to be had: nobody would tell of its end.
            life = null;
            notBegun("there is no thread for it: " + e.getMessage());
        }
    }

    /// Whether something of the last process, or of its start, does not end.
    synchronized boolean hangs() {
        return past != null && past.hangs();
    }

    synchronized boolean hasProcess() {
        return life != null || hangs();
    }

    private void notBegun(String why) {
        enter(State.BROKEN, why);
        clock.execute(() -> {
            List<Pending> given;
            synchronized (this) {
                given = new ArrayList<>(waiting);
                waiting.clear();
            }
            Pending.endAll(given, name + " is not started: " + why);
        });
    }

    private void enter(State next, String why) {
        state = next;
        detail = why;
        since = grounds.clock().instant();
        nextTry = null;
    }

    @Override
    public void ready(Life which, Contract contract, Channel channel) {
        var way = new Open(contract, channel, which);
        synchronized (this) {
            if (!which.equals(life) || state != State.STARTING) {
                return;
            }
            open = way;
            enter(State.READY, "");
            long every = contract.manifest().times().health().toMillis();
            health = clock.scheduleWithFixedDelay(() -> ping(which), every, every, TimeUnit.MILLISECONDS);
        }
        // With what it may do: a manifest that was changed by hand shows here.
        var manifest = contract.manifest();
        record(
                "ready",
                Json.object()
                        .put("version", manifest.version())
                        .put("capabilities", Json.texts(manifest.capabilityTexts()))
                        .put("pid", which.pid().orElse(0))
                        .build());
        flush(way);
    }

    /// What throws here would end the looking for good, without a word.
    private void ping(Life which) {
        try {
            which.ping();
        } catch (RuntimeException e) {
            grounds.log().bug("while looking after " + name, e);
        }
    }

    /// At what it keeps, if it runs.
    void measure() {
        Life running;
        synchronized (this) {
            running = life;
        }
        if (running != null) {
            running.measure();
        }
    }

    private void flush(Open way) {
        while (true) {
            Pending next;
            synchronized (this) {
                next = waiting.poll();
            }
            if (next == null) {
                return;
            }
            next.send(way.contract(), way.channel(), way.life()::deniedSince);
        }
    }

    @Override
    public void ended(Life which, Ended ended) {
        List<Pending> given = List.of();
        String event;
        boolean notReady;
        synchronized (this) {
            if (!which.equals(life)) {
                return;
            }
            life = null;
            past = which;
            open = null;
            straysOfThePast += which.strays();
            if (health != null) {
                health.cancel(false);
            }
            if (startLimit != null) {
                startLimit.cancel(false);
            }
            event = switch (ended) {
                case Ended.Left(var words) -> left(words);
                case Ended.Failed(var words) -> failed(which, words);
                case Ended.Unfit(var words) -> unfit(words);
                case Ended.NotStarted(var words) -> notStarted(words);
            };
            // Whoever waited for this start has waited for one; those who come now wait for the next.
            notReady = ended instanceof Ended.Failed && !which.wasReady();
            if (notReady
                    || state == State.FAILED
                    || state == State.BROKEN
                    || state == State.DISABLED
                    || state == State.IDLE) {
                given = new ArrayList<>(waiting);
                waiting.clear();
            }
        }
        record(event, ended.words());
        Pending.endAll(given, notReady ? which.whyNotReady(ended) : name + ": " + ended.words());
        var _ = grounds.steps().unlessLeft(bounds.end(), "the storage of " + name + " to close", this::rest);
        synchronized (this) {
            if (isDue()) {
                begin();
            }
        }
    }

    /// Between the end of one process, which is told first, and the start of the next.
    private boolean isDue() {
        return state == State.STARTING && life == null;
    }

    private String left(String words) {
        if (state != State.DISABLED) {
            enter(again ? State.STARTING : State.IDLE, again ? "" : words);
        } else if (hangs()) {
            detail = words;
        }
        return "stopped";
    }

    private String failed(Life which, String words) {
        lastFailure = new Failure(grounds.clock().instant(), words);
        if (state == State.DISABLED || state == State.STOPPING) {
            return left(words);
        }
        restarts = restarts.failed(which.healthy());
        switch (restarts.next(bounds.firstPause())) {
            case Restarts.Next.AtOnce _ -> enter(State.STARTING, "");
            case Restarts.Next.After(var pause) -> {
                enter(State.WAITING, words);
                nextTry = since.plus(pause);
                retry = clock.schedule(this::retry, pause.toMillis(), TimeUnit.MILLISECONDS);
            }
            case Restarts.Next.GiveUp _ -> {
                return giveUp("it failed " + restarts.inARow() + " times in a row, the last time: " + words);
            }
        }
        return "crashed";
    }

    private String giveUp(String words) {
        enter(State.FAILED, words);
        try {
            switches.off(name, words);
        } catch (Refusal e) {
            grounds.log().note(String.valueOf(e.getMessage()));
        }
        return "failed";
    }

    private synchronized void retry() {
        if (state == State.WAITING) {
            begin();
        }
    }

    private String unfit(String words) {
        lastFailure = new Failure(grounds.clock().instant(), words);
        return state == State.DISABLED ? left(words) : giveUp(words);
    }

    /// To try again by itself would change nothing; the next call may, since somebody may have mended it by then.
    private String notStarted(String words) {
        lastFailure = new Failure(grounds.clock().instant(), words);
        if (state != State.DISABLED) {
            enter(State.BROKEN, words);
        }
        return "not started";
    }

    private void rest() {
        try {
            grounds.storage().rest(name);
        } catch (StorageFailure e) {
            grounds.log().note("the storage of " + name + ": " + e.what());
        }
    }

    /// Until [#enable].
    void disable(String why) throws Refusal {
        switches.off(name, why);
        retire(why);
        record("disabled", why);
    }

    void enable() throws Refusal {
        switches.on(name);
        forgetProblem();
        synchronized (this) {
            if (state != State.DISABLED && state != State.FAILED) {
                return;
            }
            restarts = Restarts.NONE;
            // Whoever switched it off may still wait for the end of its process.
            again = false;
            enter(life == null ? State.IDLE : State.STOPPING, "");
        }
        record("enabled", "");
    }

    /// Ends it, and takes no more calls. Waits until it has gone.
    void retire(String why) {
        stopAs(State.DISABLED, why);
    }

    /// Stops it; the next call starts it again.
    void stop(String why) {
        stopAs(State.STOPPING, why);
    }

    /// What was wrong when it was last started may be mended; whoever asks how it does is told what is wrong now.
    private synchronized void forgetProblem() {
        if (state == State.BROKEN && !hasProcess()) {
            enter(State.IDLE, "");
        }
    }

    /// What is switched off is not started again by the way.
    synchronized void refuseIfOff() throws Refusal {
        switch (state) {
            case FAILED, DISABLED ->
                throw new Refusal(name + " is switched off (" + detail + "): `kaged plugin enable " + name + "`");
            case IDLE, STARTING, READY, WAITING, STOPPING, BROKEN -> {}
        }
    }

    /// It could not be started now: what runs goes on as it was.
    synchronized Refusal unusable(String why) {
        if (life != null) {
            return new Refusal(name + " runs on as it was, for it could not be started again: " + why);
        }
        if (state == State.IDLE || (state == State.BROKEN && !hangs())) {
            enter(State.BROKEN, why);
        }
        return new Refusal(name + " cannot be started: " + why);
    }

    /// A new process, if there was one.
    void restart() {
        forgetProblem();
        Life running;
        var why = "to be started again";
        synchronized (this) {
            running = life;
            restarts = Restarts.NONE;
            if (state == State.WAITING) {
                begin();
            } else if (running != null && state != State.DISABLED) {
                open = null;
                again = true;
                enter(State.STOPPING, why);
            }
        }
        if (running != null) {
            running.stop(why);
        }
    }

    /// A process that runs takes the state from here to the next one when it has ended.
    private void stopAs(State next, String why) {
        Life running;
        List<Pending> given = List.of();
        synchronized (this) {
            running = life;
            open = null;
            again = false;
            if (retry != null) {
                retry.cancel(false);
            }
            if (next == State.DISABLED || (running != null && state != State.DISABLED)) {
                enter(next, why);
            } else if (state == State.WAITING || isDue()) {
                enter(State.IDLE, why);
            }
            if (running == null || next == State.DISABLED) {
                given = new ArrayList<>(waiting);
                waiting.clear();
            }
        }
        Pending.endAll(given, name + " was stopped: " + why);
        if (running != null) {
            running.stop(why);
        }
    }

    void watch(Wiretap tap) {
        tapped.add(tap);
    }

    void unwatch(Wiretap tap) {
        tapped.remove(tap);
    }

    synchronized Condition condition() {
        return new Condition(
                name,
                "",
                state,
                detail,
                since,
                life == null ? OptionalLong.empty() : life.pid(),
                restarts.inARow(),
                Optional.ofNullable(lastFailure),
                Optional.ofNullable(nextTry),
                waiting.size() + (life == null ? 0 : life.openCalls()),
                tally.outcomes(),
                tally.micros(),
                starts,
                straysOfThePast + (life == null ? 0 : life.strays()));
    }

    private void record(String event, String why) {
        record(event, why.isEmpty() ? Json.EMPTY : Json.object().put("why", why).build());
    }

    private void record(String event, Json.Obj payload) {
        try {
            grounds.audit().append(Entry.event(Entry.Kind.LIFE, grounds.clock().instant(), "", name, event, payload));
        } catch (AuditFailure e) {
            grounds.log().note(String.valueOf(e.getMessage()));
        }
    }
}
