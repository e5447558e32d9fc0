package dev.outrigger.kaged.service;

import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.service.PluginCondition.Failure;
import dev.outrigger.kaged.service.PluginCondition.State;
import dev.outrigger.kaged.storage.StorageFailure;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallOutcome;
import dev.outrigger.wire.rpc.CallWaiter;
import dev.outrigger.wire.rpc.RpcErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One plugin under supervision: started when it is first needed, brought back when it fails, switched off when it
/// keeps failing. Calls wait here while there is no process to send them to.
final class PluginService implements PluginProcess.Owner {
    private static final int MOST_WAITING = 1024;

    private final String name;
    private final DaemonServices grounds;
    private final ServiceTimes bounds;
    private final ScheduledExecutorService clock;
    private final List<NotificationSubscriber> subscribers;
    /// Of all runs of the plugin, if it runs once for each project.
    private final TappedPipes tapped;
    private final PluginProjects projects;
    private final CallTally tally = new CallTally();
    private final ArrayDeque<PendingCall> waiting = new ArrayDeque<>();

    private State state = State.IDLE;
    private String detail = "";
    private Instant since;
    private RestartRules restarts = RestartRules.NONE;
    private @Nullable Failure lastFailure;
    private @Nullable Instant nextTry;
    private @Nullable ScheduledFuture<?> retry;
    private @Nullable ScheduledFuture<?> health;
    private @Nullable ScheduledFuture<?> startLimit;
    private @Nullable PluginProcess life;
    /// One that was told to be over, and may still hang in something.
    private @Nullable PluginProcess past;
    /// Where calls go while it is ready; read by callers without the lock.
    private volatile @Nullable Open open;

    private long starts;
    private long straysOfThePast;
    /// Whether it is to be started again when the process that is being stopped has gone.
    private boolean again;

    private record Open(ServiceDialogue dialogue, PluginProcess life) {}

    PluginService(
            String name,
            DaemonServices grounds,
            ServiceTimes bounds,
            ScheduledExecutorService clock,
            List<NotificationSubscriber> subscribers,
            TappedPipes tapped,
            PluginProjects projects)
            throws ServiceRefusal {
        this.name = name;
        this.grounds = grounds;
        this.bounds = bounds;
        this.clock = clock;
        this.subscribers = subscribers;
        this.tapped = tapped;
        this.projects = projects;
        this.since = grounds.clock().instant();
        try {
            grounds.switches().why(name).ifPresent(why -> enter(State.DISABLED, why));
        } catch (StoreProblem e) {
            throw new ServiceRefusal(e);
        }
    }

    AcceptedCall call(MethodCall ask, CallWaiter caller) {
        var pending = new PendingCall(ask, caller, grounds, tally);
        var way = way();
        if (way != null) {
            pending.send(way.dialogue(), way.life()::deniedSince);
        } else {
            await(pending, ask);
        }
        return pending;
    }

    /// A process that has just died takes no more calls, even if its end has not been told yet.
    private @Nullable Open way() {
        var way = open;
        return way == null || way.dialogue().isClosed() ? null : way;
    }

    private void await(PendingCall pending, MethodCall ask) {
        CallOutcome refused = null;
        String pause = "";
        Open way;
        synchronized (this) {
            switch (state) {
                case IDLE, BROKEN, STARTING, READY, WAITING, STOPPING -> {
                    if (waiting.size() >= MOST_WAITING) {
                        refused = CallOutcome.lost(RpcErrorCode.RATE_LIMITED, "too many calls wait for " + name);
                    } else {
                        // At once, before the end of a process that is being stopped takes it for one of its own calls.
                        pending.waitsWhere(() -> leave(pending));
                        waiting.add(pending);
                        start();
                        pause = pause();
                    }
                }
                case FAILED, DISABLED ->
                    refused = CallOutcome.lost(
                            RpcErrorCode.PLUGIN_UNAVAILABLE,
                            name + " is switched off (" + detail + "): `kaged plugin enable " + name + "`");
            }
            way = way();
        }
        if (refused != null) {
            pending.end(refused);
            return;
        }
        if (!pause.isEmpty()) {
            pending.progress(Json.object().put("message", pause).build());
        }
        pending.alarm(
                clock.schedule(() -> tooLate(pending), ask.patience().absolute().toNanos(), TimeUnit.NANOSECONDS));
        if (way != null) {
            // It became ready while the call was put among those that wait.
            flush(way);
        }
    }

    /// What a call that comes between two tries waits for; otherwise nothing.
    private String pause() {
        return state != State.WAITING || nextTry == null
                ? ""
                : name + " failed (" + detail + "); its next try is in "
                        + Math.max(
                                Duration.between(grounds.clock().instant(), nextTry)
                                        .toSeconds(),
                                1)
                        + " s";
    }

    private synchronized void leave(PendingCall pending) {
        waiting.remove(pending);
    }

    private void tooLate(PendingCall pending) {
        String why;
        synchronized (this) {
            why = detail;
        }
        pending.end(CallOutcome.lost(
                RpcErrorCode.TIMEOUT, name + " was not ready in time" + (why.isEmpty() ? "" : ": " + why)));
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
        var begun = new PluginProcess(name, grounds, bounds, this, tapped, subscribers, projects);
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

    synchronized boolean isUnused() {
        return starts == 0;
    }

    synchronized boolean hasProcess() {
        return life != null || hangs();
    }

    private void notBegun(String why) {
        enter(State.BROKEN, why);
        clock.execute(() -> {
            List<PendingCall> given;
            synchronized (this) {
                given = new ArrayList<>(waiting);
                waiting.clear();
            }
            PendingCall.endAll(given, name + " is not started: " + why);
        });
    }

    /// Starts it unless it runs, and waits until it is ready. Why it is not, if so.
    Optional<String> awaitReady(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        synchronized (this) {
            start();
            while (true) {
                switch (state) {
                    case READY -> {
                        return Optional.empty();
                    }
                    case FAILED, DISABLED, BROKEN, WAITING, IDLE -> {
                        return Optional.of(detail);
                    }
                    case STARTING, STOPPING -> {
                        long left = (end - System.nanoTime()) / 1_000_000;
                        if (left <= 0) {
                            return Optional.of("it is not ready within " + patience.toSeconds() + " s");
                        }
                        wait(left);
                    }
                }
            }
        }
    }

    /// What it has told of its tools, if it runs and has said that they are others by now. Waits.
    void lookAtTools(Duration patience) {
        var way = way();
        if (way == null || !way.dialogue().isStale()) {
            return;
        }
        var over = new CountDownLatch(1);
        way.dialogue().look(patience, over::countDown);
        try {
            over.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// The operator has agreed to more of its tools.
    void renewTools() throws ServiceRefusal {
        var way = way();
        if (way != null && way.dialogue() instanceof McpDialogue dialogue) {
            try {
                dialogue.renew();
            } catch (StoreProblem e) {
                throw new ServiceRefusal(e);
            }
        }
    }

    private synchronized void enter(State next, String why) {
        notifyAll();
        state = next;
        detail = why;
        since = grounds.clock().instant();
        nextTry = null;
    }

    @Override
    public void ready(PluginProcess which, StartContract contract, ServiceDialogue dialogue) {
        var way = new Open(dialogue, which);
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
    private void ping(PluginProcess which) {
        try {
            which.ping();
        } catch (RuntimeException e) {
            grounds.log().bug("while looking after " + name, e);
        }
    }

    /// At what it keeps, if it runs.
    void measure() {
        PluginProcess running;
        synchronized (this) {
            running = life;
        }
        if (running != null) {
            running.measure();
        }
    }

    private void flush(Open way) {
        while (true) {
            PendingCall next;
            synchronized (this) {
                next = waiting.poll();
            }
            if (next == null) {
                return;
            }
            next.send(way.dialogue(), way.life()::deniedSince);
        }
    }

    @Override
    public void ended(PluginProcess which, ProcessEnd ended) {
        List<PendingCall> given = List.of();
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
                case ProcessEnd.Left(var words) -> left(words);
                case ProcessEnd.Failed(var words) -> failed(which, words);
                case ProcessEnd.Unfit(var words) -> unfit(words);
                case ProcessEnd.NotStarted(var words) -> notStarted(words);
            };
            // Whoever waited for this start has waited for one; those who come now wait for the next.
            notReady = ended instanceof ProcessEnd.Failed && !which.wasReady();
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
        PendingCall.endAll(given, notReady ? which.whyNotReady(ended) : name + ": " + ended.words());
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

    private String failed(PluginProcess which, String words) {
        lastFailure = new Failure(grounds.clock().instant(), words);
        if (state == State.DISABLED || state == State.STOPPING) {
            return left(words);
        }
        restarts = restarts.failed(which.healthy());
        switch (restarts.next(bounds.firstPause())) {
            case RestartRules.Next.AtOnce _ -> enter(State.STARTING, "");
            case RestartRules.Next.After(var pause) -> {
                enter(State.WAITING, words);
                nextTry = since.plus(pause);
                retry = clock.schedule(this::retry, pause.toMillis(), TimeUnit.MILLISECONDS);
            }
            case RestartRules.Next.GiveUp _ -> {
                return giveUp("it failed " + restarts.inARow() + " times in a row, the last time: " + words);
            }
        }
        return "crashed";
    }

    private String giveUp(String words) {
        enter(State.FAILED, words);
        try {
            grounds.switches().off(name, words);
        } catch (StoreProblem e) {
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
    void disable(String why) throws ServiceRefusal {
        try {
            grounds.switches().off(name, why);
        } catch (StoreProblem e) {
            throw new ServiceRefusal(e);
        }
        retire(why);
        record("disabled", why);
    }

    void enable() throws ServiceRefusal {
        try {
            grounds.switches().on(name);
        } catch (StoreProblem e) {
            throw new ServiceRefusal(e);
        }
        forgetProblem();
        synchronized (this) {
            if (state != State.DISABLED && state != State.FAILED) {
                return;
            }
            restarts = RestartRules.NONE;
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
    synchronized void refuseIfOff() throws ServiceRefusal {
        switch (state) {
            case FAILED, DISABLED ->
                throw new ServiceRefusal(
                        name + " is switched off (" + detail + "): `kaged plugin enable " + name + "`");
            case IDLE, STARTING, READY, WAITING, STOPPING, BROKEN -> {}
        }
    }

    /// It could not be started now: what runs goes on as it was.
    synchronized ServiceRefusal unusable(String why) {
        if (life != null) {
            return new ServiceRefusal(name + " runs on as it was, for it could not be started again: " + why);
        }
        if (state == State.IDLE || (state == State.BROKEN && !hangs())) {
            enter(State.BROKEN, why);
        }
        return new ServiceRefusal(name + " cannot be started: " + why);
    }

    /// A new process, if there was one.
    void restart() {
        forgetProblem();
        PluginProcess running;
        var why = "to be started again";
        synchronized (this) {
            running = life;
            restarts = RestartRules.NONE;
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
        PluginProcess running;
        List<PendingCall> given = List.of();
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
        PendingCall.endAll(given, name + " was stopped: " + why);
        if (running != null) {
            running.stop(why);
        }
    }

    /// Tells whoever runs which projects it is active for now; whoever starts later hears it then.
    void tellProjects() {
        var way = way();
        if (way != null) {
            var told = new Json.Arr(
                    projects.told().stream().<Json>map(ProjectShare::json).toList());
            way.dialogue()
                    .tell("kaged/projects", Json.object().put("projects", told).build());
        }
    }

    void watch(PipeListener tap) {
        tapped.add(tap);
    }

    void unwatch(PipeListener tap) {
        tapped.remove(tap);
    }

    synchronized PluginCondition condition() {
        return new PluginCondition(
                name,
                "",
                projects.only().id(),
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
            grounds.audit()
                    .append(AuditEntry.event(
                            AuditEntry.Kind.LIFE, grounds.clock().instant(), "", name, event, payload));
        } catch (AuditFailure e) {
            grounds.log().note(String.valueOf(e.getMessage()));
        }
    }
}
