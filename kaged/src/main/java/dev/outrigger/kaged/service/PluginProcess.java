package dev.outrigger.kaged.service;

import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.sandbox.ConfinedProgram;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import dev.outrigger.launch.sandbox.DataFolderSize;
import dev.outrigger.launch.sandbox.HostIdentity;
import dev.outrigger.launch.sandbox.SandboxOversight;
import dev.outrigger.launch.sandbox.ViolationRemedy;
import dev.outrigger.launch.watch.Violation;
import dev.outrigger.launch.watch.ViolationListener;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.wire.rpc.CallOutcome;
import dev.outrigger.wire.rpc.ChannelFault;
import dev.outrigger.wire.rpc.RpcChannel;
import dev.outrigger.wire.rpc.RpcErrorCode;
import dev.outrigger.wire.rpc.RpcLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// One process of a plugin, from its start to its end. One thread prepares and starts it, and is gone then: the JVM
/// keeps buffers for every thread that has read files. Another reads what the process says, and is gone when that has
/// nothing to say: see [#hear].
final class PluginProcess {
    private static final Duration GREETING = Duration.ofSeconds(30);
    private static final Duration PING = Duration.ofSeconds(5);
    private static final int MISSED_PINGS = 3;
    /// Lines of stderr that a caller is shown.
    private static final int LAST_WORDS = 10;
    /// So long a thread of the system's waits for a process that has nothing to answer; poll takes it as it is.
    private static final int MOMENT_MILLIS = 1000;

    private static final int NO_LIMIT = -1;

    /// More messages than this in a row, each so soon after the last, are many.
    private static final int MANY = 100;

    private static final long SOON_NANOS = 10_000_000L;
    private static final long MOST_DATA = 1L << 30;
    private static final Duration AFTER_TERM = Duration.ofSeconds(2);

    /// For one look at what it keeps; a look that is stuck in the file system has half as much again.
    private static final Duration LOOK = Duration.ofSeconds(10);

    /// Who wants to know how it goes. Called by the life's own threads.
    interface Owner {
        void ready(PluginProcess life, StartContract contract, RpcChannel channel);

        /// The last word, told once; the process and everything it started are gone, unless the life [#hangs].
        void ended(PluginProcess life, ProcessEnd ended);
    }

    private final String name;
    private final DaemonServices grounds;
    private final Owner owner;
    private final TappedPipes tapped;
    private final List<NotificationSubscriber> subscribers;
    private final PluginProjects projects;
    private final AtomicLong strays = new AtomicLong();
    private final ServiceTimes bounds;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final AtomicBoolean telling = new AtomicBoolean();
    /// The owner was told that this life is over; and whoever was at work for it is done.
    private final CountDownLatch told = new CountDownLatch(1);

    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean leftBehind;

    /// Why it is to end, by whoever comes first. Like the three below it, set under the lock.
    private @Nullable ProcessEnd verdict;

    private @Nullable ConfinedProgram confined;
    private @Nullable RpcChannel channel;
    private @Nullable StartContract contract;
    private volatile boolean prepared;
    private volatile boolean ready;
    private volatile List<String> lastWords = List.of();
    private volatile @Nullable SandboxOversight watching;
    private volatile @Nullable String refusedConnection;
    private volatile long readySince;
    private int missedPings;

    PluginProcess(
            String name,
            DaemonServices grounds,
            ServiceTimes bounds,
            Owner owner,
            TappedPipes tapped,
            List<NotificationSubscriber> subscribers,
            PluginProjects projects) {
        this.name = name;
        this.grounds = grounds;
        this.bounds = bounds;
        this.owner = owner;
        this.tapped = tapped;
        this.subscribers = subscribers;
        this.projects = projects;
    }

    void begin() {
        thread("prepares " + name, this::prepare).start();
    }

    private static Thread thread(String named, Runnable work) {
        var thread = new Thread(null, work, named, 512 << 10);
        thread.setDaemon(true);
        return thread;
    }

    private void prepare() {
        try {
            var agreed = StartContract.load(grounds, name);
            notTooMuch();
            var ended = verdict();
            if (ended.isPresent()) {
                // It took so long that nobody wants it any more.
                conclude(ended.get());
                return;
            }
            var oversight = SandboxOversight.telling(new Seen());
            watching = oversight;
            var process = grounds.sandbox()
                    .start(agreed.confinement(grounds, projects.only()), runAs(), new Heard(), oversight);
            prepared = true;
            accompany(agreed, process, oversight);
        } catch (ServiceRefusal | ConfinementRefused e) {
            conclude(new ProcessEnd.NotStarted(String.valueOf(e.getMessage())));
        } catch (RuntimeException | Error e) {
            conclude(mistake(e));
        }
    }

    private synchronized Optional<ProcessEnd> verdict() {
        return Optional.ofNullable(verdict);
    }

    /// When its time to start is over. Whatever it hangs in is left behind; what comes of it is ended at once.
    void giveUpStart() {
        if (!prepared && over.getCount() > 0) {
            leaveBehind(new ProcessEnd.NotStarted("its start hangs: it did not get as far as a process within "
                    + bounds.start().toSeconds() + " s"));
        }
    }

    private void leaveBehind(ProcessEnd why) {
        leftBehind = true;
        synchronized (this) {
            if (verdict == null) {
                verdict = why;
            }
        }
        tell(why);
    }

    /// Over for everybody else, while somebody is still at work for it, in something that does not end.
    boolean hangs() {
        return leftBehind && over.getCount() > 0;
    }

    /// Else it would run, and fill the disk further, until the first look.
    private void notTooMuch() throws ServiceRefusal {
        var data = grounds.home().data(name);
        try {
            var excess =
                    Files.isDirectory(data) ? DataFolderSize.excess(data, MOST_DATA, LOOK) : Optional.<String>empty();
            if (excess.isPresent()) {
                throw new ServiceRefusal("it is not started while it keeps " + excess.get());
            }
        } catch (IOException e) {
            throw new ServiceRefusal("cannot tell what " + name + " keeps: " + e.getMessage(), e);
        }
    }

    private void accompany(StartContract agreed, ConfinedProgram process, SandboxOversight oversight) {
        boolean started = false;
        try {
            var desk = new PluginRequestDesk(grounds, agreed, subscribers);
            var company = new Company(process, oversight, desk, pipe(process, desk));
            thread("plugin " + name, () -> greet(agreed, company)).start();
            started = true;
        } finally {
            if (!started) {
                process.close();
            }
        }
    }

    /// What a process has for as long as it runs.
    private static final class Company {
        private final ConfinedProgram process;
        private final SandboxOversight oversight;
        private final PluginRequestDesk desk;
        private final RpcChannel pipe;
        private int inARow;
        private long lastAsked;

        Company(ConfinedProgram process, SandboxOversight oversight, PluginRequestDesk desk, RpcChannel pipe) {
            this.process = process;
            this.oversight = oversight;
            this.desk = desk;
            this.pipe = pipe;
        }

        /// Whether whoever reads stays at it: while a call is open, an answer will come. To wait for longer
        /// than a moment, no thread of the system's is needed. To ask the system costs something, so one
        /// that says much is waited for without; the answer to a ping, at the latest, ends that.
        boolean speaks() throws IOException {
            long now = System.nanoTime();
            inARow = now - lastAsked < SOON_NANOS ? inARow + 1 : 0;
            lastAsked = now;
            return inARow > MANY || pipe.openCalls() > 0 || process.saysWithin(MOMENT_MILLIS);
        }

        void close(ProcessEnd why) {
            try (desk;
                    process) {
                pipe.close(why.words());
            }
        }
    }

    private void greet(StartContract agreed, Company company) {
        guarded(company, () -> {
            var why = unwanted(agreed, company);
            if (why.isEmpty()) {
                sendGreeting(agreed, company);
                hear(company);
            } else {
                part(company, why.get());
            }
        });
    }

    /// By the thread that reads. When the process falls silent, a virtual thread waits until it speaks again, and for
    /// then there is a new one.
    private void hear(Company company) {
        if (company.pipe.run(company::speaks)) {
            Thread.ofVirtual()
                    .name("plugin " + name)
                    .start(() -> guarded(company, () -> {
                        var _ = company.process.saysWithin(NO_LIMIT);
                        thread("plugin " + name, () -> guarded(company, () -> hear(company)))
                                .start();
                    }));
        } else {
            var ending = company.process.kill();
            lastWords = company.process.stderrTail();
            part(company, judge(ending, company.oversight));
        }
    }

    private interface Stage {
        void act() throws IOException;
    }

    private void guarded(Company company, Stage stage) {
        try {
            stage.act();
        } catch (IOException | RuntimeException | Error e) {
            part(company, mistake(e));
        }
    }

    /// The last thing that is done for a process.
    private void part(Company company, ProcessEnd ended) {
        var why = ended;
        try {
            company.close(ended);
        } catch (RuntimeException | Error e) {
            why = mistake(e);
        }
        conclude(why);
    }

    private ProcessEnd mistake(Throwable e) {
        grounds.log().bug("while " + name + " ran", e);
        return new ProcessEnd.Failed("kaged made a mistake with it; its log says which");
    }

    private void conclude(ProcessEnd ended) {
        try {
            tell(ended);
        } finally {
            over.countDown();
        }
    }

    private void tell(ProcessEnd ended) {
        if (!telling.compareAndSet(false, true)) {
            return;
        }
        try {
            owner.ended(this, ended);
        } finally {
            told.countDown();
        }
    }

    private HostIdentity runAs() throws ConfinementRefused {
        return HostIdentity.forPlugin(grounds.home().data(), name);
    }

    private RpcChannel pipe(ConfinedProgram process, PluginRequestDesk desk) {
        return new RpcChannel(
                tapped.in(process.stdout()),
                tapped.out(process.stdin()),
                desk,
                new Faults(),
                grounds.ticker(),
                RpcLimits.USUAL);
    }

    /// Why nobody wants it any more, if that is so. From here on whoever ends it knows what there is to end.
    private synchronized Optional<ProcessEnd> unwanted(StartContract agreed, Company company) {
        if (verdict == null) {
            contract = agreed;
            confined = company.process;
            channel = company.pipe;
        } else {
            company.pipe.close(verdict.words());
        }
        return Optional.ofNullable(verdict);
    }

    private void sendGreeting(StartContract agreed, Company company) {
        var pipe = company.pipe;
        var _ = pipe.call(
                "initialize", agreed.greeting(grounds.version(), projects.told()), CallDeadlines.of(GREETING), said -> {
                    switch (said) {
                        case CallOutcome.Answered(var result) -> greeted(agreed, pipe, company.desk, result);
                        case CallOutcome.Refused(var error) ->
                            end(new ProcessEnd.Failed(
                                    "it answered initialize with an error: " + Excerpt.of(error.message())));
                        case CallOutcome.Lost(var error) ->
                        // When the pipe is gone, the end of the process says more.
                        {
                            if (!error.is(RpcErrorCode.PLUGIN_UNAVAILABLE)) {
                                end(new ProcessEnd.Failed("it did not answer initialize: " + error.message()));
                            }
                        }
                    }
                });
    }

    private void greeted(StartContract agreed, RpcChannel pipe, PluginRequestDesk desk, Json result) {
        var objection = agreed.objection(result);
        if (objection.isPresent()) {
            end(new ProcessEnd.Unfit(objection.get()));
            return;
        }
        desk.open();
        pipe.tell("initialized", null);
        readySince = System.nanoTime();
        ready = true;
        owner.ready(this, agreed, pipe);
    }

    private synchronized ProcessEnd judge(ProgramEnding ending, SandboxOversight oversight) {
        if (verdict != null) {
            return verdict;
        }
        var violation = oversight.killedFor();
        if (violation.isPresent()) {
            return new ProcessEnd.Failed(told(violation.get()));
        }
        return switch (ending) {
            case ProgramEnding.Exited _, ProgramEnding.Signalled _ -> new ProcessEnd.Failed(ending.words());
            case ProgramEnding.NotStarted(var why) -> new ProcessEnd.NotStarted(why);
        };
    }

    /// Ends the process at once; the first reason counts. Does not wait.
    void end(ProcessEnd why) {
        ConfinedProgram process;
        synchronized (this) {
            if (verdict != null) {
                return;
            }
            verdict = why;
            process = confined;
        }
        if (process != null) {
            Thread.ofVirtual().start(process::kill);
        }
    }

    /// Asks it to leave, and sees to it. Waits until nothing of it is left, or until what there is does not end within
    /// its bound: then it is told that it hangs.
    void stop(String why) {
        Duration patience;
        synchronized (this) {
            if (verdict == null) {
                verdict = new ProcessEnd.Left(why);
            }
            patience = contract == null
                    ? Duration.ZERO
                    : contract.manifest().times().shutdown();
        }
        var limit = patience.plus(bounds.end());
        if (!stopping.compareAndSet(false, true)) {
            // Somebody else sees to it, within the same limit.
            awaitTold(limit);
        } else if (!grounds.steps().within(limit, "the end of " + name, () -> leave(patience))) {
            leaveBehind(new ProcessEnd.Left(why + "; it hangs, and is left behind"));
        }
    }

    private void awaitTold(Duration limit) {
        try {
            var _ = told.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void leave(Duration patience) {
        ConfinedProgram process;
        RpcChannel pipe;
        synchronized (this) {
            process = confined;
            pipe = channel;
        }
        if (process != null && pipe != null) {
            long start = System.nanoTime();
            if (ready) {
                ask(pipe, patience);
            }
            pipe.closeInput();
            var left = patience.minusNanos(System.nanoTime() - start);
            if (!process.leftWithin(left.isNegative() ? Duration.ZERO : left)
                    && !(process.terminate() && process.leftWithin(AFTER_TERM))) {
                grounds.log().note(name + " did not leave when asked, and was killed");
            }
            process.kill();
        }
        awaitEnd();
    }

    /// The end of its input, which follows, says the same to who does not understand this.
    private static void ask(RpcChannel pipe, Duration patience) {
        try {
            var _ = pipe.callAndWait("shutdown", null, CallDeadlines.of(patience));
        } catch (InterruptedException _) {
            // Nobody knows this thread; if somebody is in a hurry all the same, the plugin is not asked any longer.
            Thread.currentThread().interrupt();
        }
    }

    private void awaitEnd() {
        try {
            over.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// From its first good word until now.
    Duration healthy() {
        return ready ? Duration.ofNanos(System.nanoTime() - readySince) : Duration.ZERO;
    }

    /// By the daemon's rhythm, for one plugin after the other. While a look hangs there is no other.
    void measure() {
        if (ready) {
            var limit = LOOK.plus(LOOK.dividedBy(2));
            var _ = grounds.steps().unlessLeft(limit, "a look at what " + name + " keeps", this::count);
        }
    }

    private void count() {
        try {
            var excess = DataFolderSize.excess(grounds.home().data(name), MOST_DATA, LOOK);
            if (excess.isPresent()) {
                end(new ProcessEnd.Failed("it keeps " + excess.get()));
            }
        } catch (IOException e) {
            grounds.log().note("cannot tell what " + name + " keeps: " + e.getMessage());
        }
    }

    /// Any answer is a sign of life. None is asked for while it works: a plugin with one thread could not answer.
    void ping() {
        RpcChannel pipe;
        synchronized (this) {
            pipe = channel;
        }
        if (pipe == null || pipe.openCalls() > 0) {
            return;
        }
        var _ = pipe.call("ping", null, CallDeadlines.of(PING), said -> {
            boolean missed = said instanceof CallOutcome.Lost(var error) && error.is(RpcErrorCode.TIMEOUT);
            synchronized (this) {
                missedPings = missed ? missedPings + 1 : 0;
                if (missedPings < MISSED_PINGS) {
                    return;
                }
            }
            end(new ProcessEnd.Failed("it did not answer " + MISSED_PINGS + " pings in a row"));
        });
    }

    private static String told(Violation violation) {
        return violation.words() + "; " + ViolationRemedy.words(violation);
    }

    /// What it tried and may not, since then: whoever called it takes that for a broken server.
    Optional<String> deniedSince(long nanos) {
        var refused = refusedConnection;
        if (refused != null) {
            return Optional.of(refused);
        }
        var sees = watching;
        return sees == null
                ? Optional.empty()
                : sees.killedFor().or(() -> sees.lastSince(nanos)).map(PluginProcess::told);
    }

    /// Of one that has ended: why, to whoever waited for it to be ready.
    String whyNotReady(ProcessEnd ended) {
        var said = lastWords.subList(Math.max(0, lastWords.size() - LAST_WORDS), lastWords.size());
        return name + " did not start: " + ended.words()
                + (said.isEmpty()
                        ? "; it wrote nothing to its stderr"
                        : "; the end of its stderr:\n| " + String.join("\n| ", said));
    }

    boolean wasReady() {
        return ready;
    }

    synchronized OptionalLong pid() {
        return confined == null ? OptionalLong.empty() : confined.pid();
    }

    synchronized int openCalls() {
        return channel == null ? 0 : channel.openCalls();
    }

    long strays() {
        return strays.get();
    }

    /// What the process does beside its pipe.
    private final class Heard implements dev.outrigger.launch.ProgramListener {
        @Override
        public void stderr(String line) {
            try {
                grounds.audit().stderr(name, line);
            } catch (AuditFailure e) {
                grounds.log().note(String.valueOf(e.getMessage()));
            }
        }

        @Override
        public void warning(String message) {
            grounds.log().note(message);
        }

        @Override
        public void refused(String host, int port, String why, String allowed) {
            var target = host + ":" + port;
            var remedy = ViolationRemedy.ofConnection(allowed, port);
            var what = Json.object().put("what", target).put("why", why);
            remedy.ifPresent(capability -> what.put("allow", capability.text()));
            violated("connect", what.build());
            var words = "it tried to connect to " + target + ", which is refused: " + why
                    + remedy.map(capability -> "; " + ViolationRemedy.words(capability))
                            .orElse("");
            refusedConnection = words;
            end(new ProcessEnd.Failed(words));
        }
    }

    /// What it tries and may not. It is denied in any case, and killed already where that follows.
    private final class Seen implements ViolationListener {
        @Override
        public void seen(Violation violation) {
            var what = Json.object()
                    .put("call", violation.call())
                    .put("what", violation.what())
                    .put("killed", violation.kills());
            ViolationRemedy.line(violation).ifPresent(line -> what.put("allow", line));
            violated(violation.kind().name().toLowerCase(Locale.ROOT), what.build());
            grounds.log().note(name + ": " + told(violation));
        }

        @Override
        public void untold(long count) {
            if (count > 0) {
                violated("more", Json.object().put("count", count).build());
            }
        }

        @Override
        public void blind(String why) {
            audit(AuditEntry.event(
                    AuditEntry.Kind.LIFE,
                    grounds.clock().instant(),
                    "",
                    name,
                    "detection off",
                    Json.object().put("why", why).build()));
        }
    }

    private void violated(String kind, Json.Obj what) {
        audit(AuditEntry.event(AuditEntry.Kind.VIOLATION, grounds.clock().instant(), "", name, kind, what));
    }

    private void audit(AuditEntry entry) {
        try {
            grounds.audit().append(entry);
        } catch (AuditFailure e) {
            grounds.log().note(String.valueOf(e.getMessage()));
        }
    }

    /// What goes wrong on its pipe.
    private final class Faults implements dev.outrigger.wire.rpc.ChannelListener {
        @Override
        public void stray(String why, String head) {
            strays.incrementAndGet();
            limited("wrote to stdout what is no message (" + why + "): " + head);
        }

        @Override
        public void ignored(String what) {
            limited(what);
        }

        /// Where the plugin's author looks: beside its stderr, within the same limits.
        private void limited(String what) {
            new Heard().stderr("(kaged) " + what);
        }

        @Override
        public String words(ChannelFault fault) {
            return PluginProcess.words(fault);
        }

        @Override
        public void fault(ChannelFault fault) {
            end(new ProcessEnd.Failed(words(fault)));
        }

        @Override
        public void settled() {
            grounds.audit().flush();
        }

        @Override
        public void bug(String where, Throwable bug) {
            grounds.log().bug(where, bug);
        }
    }

    private static String words(ChannelFault fault) {
        return switch (fault) {
            case ChannelFault.OnlyStrays(int lines, var why, var head) ->
                lines + " lines in a row on its stdout were no messages, the last: " + head + " (" + why + ")";
            case ChannelFault.AnsweredNobody(var said) -> "it answered nobody: " + Excerpt.of(said);
            case ChannelFault.EndlessLine(var bytes) ->
                "it wrote more than " + (bytes >> 20) + " MiB to its stdout without ending a line: every message is"
                        + " one line";
            case ChannelFault.Stalled(var since) -> "it has not read its stdin for " + since.toSeconds() + " s";
            case ChannelFault.Broken(var why) -> "its pipe broke: " + why;
        };
    }
}
