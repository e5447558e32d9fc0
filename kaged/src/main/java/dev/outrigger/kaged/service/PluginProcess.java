package dev.outrigger.kaged.service;

import dev.outrigger.assistant.mcp.client.McpClient;
import dev.outrigger.assistant.mcp.client.ServerProcess;
import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.ProgramListener;
import dev.outrigger.launch.sandbox.ConfinedProgram;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import dev.outrigger.launch.sandbox.HostIdentity;
import dev.outrigger.wire.rpc.RpcChannel;
import dev.outrigger.wire.rpc.RpcDialect;
import dev.outrigger.wire.rpc.RpcHandler;
import dev.outrigger.wire.rpc.RpcLimits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// One process of a plugin, from its start to its end: prepared and started by a thread that is gone then, since the
/// JVM keeps buffers for every thread that has read files; greeted, heard by its [ProcessPipe], ended for the first
/// reason that anybody has. Its owner is told when it is ready and, once, how it ended.
final class PluginProcess {
    /// How long a call waits to hear why its process ended.
    private static final Duration DYING = Duration.ofSeconds(3);

    /// Lines of stderr that a caller is shown.
    private static final int LAST_WORDS = 10;

    /// Who wants to know how it goes. Called by the process's own threads.
    interface Owner {
        void ready(PluginProcess process, StartContract contract, ServiceDialogue dialogue);

        /// The last word, told once; the process and everything it started are gone, unless it [#hangs].
        void ended(PluginProcess process, ProcessEnd ended);
    }

    private final String name;
    private final DaemonServices grounds;
    private final ServiceTimes bounds;
    private final Owner owner;
    private final TappedPipes tapped;
    private final List<NotificationSubscriber> subscribers;
    private final PluginProjects projects;
    private final ProcessAudit audit;
    private final ProcessViolations violations;
    private final PipeFaults faults;
    private final DataFolderLimit dataLimit;

    private final EndNotice notice;
    private final AtomicBoolean stopping = new AtomicBoolean();

    /// Why it is to end, by whoever comes first. Like the three below it, set under the lock.
    private @Nullable ProcessEnd verdict;

    private @Nullable StartContract contract;
    private @Nullable ProcessPipe pipe;
    private @Nullable PingRounds pings;
    private volatile boolean prepared;
    private volatile boolean ready;
    private volatile long readySince;
    private volatile List<String> lastWords = List.of();

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
        notice = new EndNotice(ended -> owner.ended(this, ended));
        audit = new ProcessAudit(name, grounds);
        violations = new ProcessViolations(name, grounds.log(), audit);
        faults = new PipeFaults(grounds, audit, this::end);
        dataLimit = new DataFolderLimit(name, grounds);
    }

    void begin() {
        ProcessPipe.thread("prepares " + name, this::prepare).start();
    }

    private void prepare() {
        try {
            var agreed = StartContract.load(grounds, name);
            dataLimit.checkBeforeStart();
            var ended = verdict();
            if (ended.isPresent()) {
                // It took so long that nobody wants it any more.
                notice.done(ended.get());
                return;
            }
            var oversight = violations.oversight();
            var runAs = HostIdentity.forPlugin(grounds.home().data(), name);
            var process = grounds.sandbox()
                    .start(agreed.confinement(grounds, projects.only()), runAs, new Beside(), oversight);
            prepared = true;
            accompany(agreed, process);
        } catch (ServiceRefusal | ConfinementRefused e) {
            notice.done(new ProcessEnd.NotStarted(String.valueOf(e.getMessage())));
        } catch (RuntimeException | Error e) {
            notice.done(mistake(e));
        }
    }

    private synchronized Optional<ProcessEnd> verdict() {
        return Optional.ofNullable(verdict);
    }

    /// When its time to start is over. Whatever it hangs in is left behind; what comes of it is ended at once.
    void giveUpStart() {
        if (!prepared && !notice.isDone()) {
            leaveBehind(new ProcessEnd.NotStarted("its start hangs: it did not get as far as a process within "
                    + bounds.start().toSeconds() + " s"));
        }
    }

    private void leaveBehind(ProcessEnd why) {
        synchronized (this) {
            if (verdict == null) {
                verdict = why;
            }
        }
        notice.leaveBehind(why);
    }

    /// Over for everybody else, while somebody is still at work for it, in something that does not end.
    boolean hangs() {
        return notice.hangs();
    }

    private void accompany(StartContract agreed, ConfinedProgram process) {
        boolean started = false;
        try {
            var desk = new PluginRequestDesk(grounds, agreed, subscribers);
            var made = new ProcessPipe(name, process, desk, dialogue(agreed, process, desk));
            ProcessPipe.thread("plugin " + name, () -> greet(agreed, made)).start();
            started = true;
        } finally {
            if (!started) {
                process.close();
            }
        }
    }

    private void greet(StartContract agreed, ProcessPipe made) {
        try {
            var why = unwanted(agreed, made);
            if (why.isPresent()) {
                part(made, why.get());
                return;
            }
            made.dialogue().greet(new Greeting(agreed, made.dialogue()));
        } catch (RuntimeException | Error e) {
            part(made, mistake(e));
            return;
        }
        made.read(new Parting(made));
    }

    private ServiceDialogue dialogue(StartContract agreed, ConfinedProgram process, PluginRequestDesk desk) {
        return switch (agreed.manifest().protocol()) {
            case KAGED ->
                new KagedDialogue(
                        agreed,
                        grounds.version(),
                        projects,
                        desk,
                        channel(process, RpcDialect.KAGED, desk, RpcLimits.USUAL));
            case MCP ->
                new McpDialogue(
                        grounds,
                        agreed,
                        projects.only(),
                        new Ending(),
                        (handler, _) -> channel(process, RpcDialect.MCP, handler, McpClient.LIMITS));
        };
    }

    private RpcChannel channel(ConfinedProgram process, RpcDialect dialect, RpcHandler handler, RpcLimits limits) {
        return new RpcChannel(
                tapped.in(process.stdout()),
                tapped.out(process.stdin()),
                dialect,
                handler,
                faults,
                grounds.ticker(),
                limits);
    }

    /// Why nobody wants it any more, if that is so. From here on whoever ends it knows what there is to end.
    private synchronized Optional<ProcessEnd> unwanted(StartContract agreed, ProcessPipe made) {
        if (verdict == null) {
            contract = agreed;
            pipe = made;
            pings = new PingRounds(made.channel(), this::end);
        } else {
            made.channel().close(verdict.words());
        }
        return Optional.ofNullable(verdict);
    }

    /// What came of the first words.
    private final class Greeting implements ServiceDialogue.Greeted {
        private final StartContract agreed;
        private final ServiceDialogue dialogue;

        Greeting(StartContract agreed, ServiceDialogue dialogue) {
            this.agreed = agreed;
            this.dialogue = dialogue;
        }

        @Override
        public void ready() {
            readySince = System.nanoTime();
            ready = true;
            owner.ready(PluginProcess.this, agreed, dialogue);
        }

        @Override
        public void failed(ProcessEnd why) {
            end(why);
        }

        @Override
        public void mistaken(Throwable mistake) {
            end(mistake(mistake));
        }
    }

    /// What follows when it says nothing any more.
    private final class Parting implements ProcessPipe.Reader {
        private final ProcessPipe made;

        Parting(ProcessPipe made) {
            this.made = made;
        }

        @Override
        public void silent() {
            var ending = made.process().kill();
            lastWords = made.process().stderrTail();
            part(made, judge(ending));
        }

        @Override
        public void failed(Throwable mistake) {
            part(made, mistake(mistake));
        }
    }

    private synchronized ProcessEnd judge(ProgramEnding ending) {
        if (verdict != null) {
            return verdict;
        }
        var violation = violations.killedFor();
        if (violation.isPresent()) {
            return new ProcessEnd.Failed(violation.get());
        }
        return switch (ending) {
            case ProgramEnding.Exited _, ProgramEnding.Signalled _ -> new ProcessEnd.Failed(ending.words());
            case ProgramEnding.NotStarted(var why) -> new ProcessEnd.NotStarted(why);
        };
    }

    private void part(ProcessPipe made, ProcessEnd ended) {
        var why = ended;
        try {
            made.close(ended);
        } catch (RuntimeException | Error e) {
            why = mistake(e);
        }
        notice.done(why);
    }

    private ProcessEnd mistake(Throwable e) {
        grounds.log().bug("while " + name + " ran", e);
        return new ProcessEnd.Failed("kaged made a mistake with it; its log says which");
    }

    /// Ends the process at once; the first reason counts. Does not wait.
    void end(ProcessEnd why) {
        ProcessPipe running;
        synchronized (this) {
            if (verdict != null) {
                return;
            }
            verdict = why;
            running = pipe;
        }
        if (running != null) {
            Thread.ofVirtual().start(running.process()::kill);
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
            notice.awaitTold(limit);
        } else if (!grounds.steps().within(limit, "the end of " + name, () -> leave(patience))) {
            leaveBehind(new ProcessEnd.Left(why + "; it hangs, and is left behind"));
        }
    }

    private void leave(Duration patience) {
        var running = pipe();
        if (running != null) {
            running.leave(patience, ready, grounds.log()::note);
        }
        notice.awaitDone();
    }

    private synchronized @Nullable ProcessPipe pipe() {
        return pipe;
    }

    /// From its first good word until now.
    Duration healthy() {
        return ready ? Duration.ofNanos(System.nanoTime() - readySince) : Duration.ZERO;
    }

    /// By the daemon's rhythm, for one plugin after the other.
    void measure() {
        if (ready) {
            dataLimit.look(this::end);
        }
    }

    void ping() {
        PingRounds rounds;
        synchronized (this) {
            rounds = pings;
        }
        if (rounds != null) {
            rounds.ping();
        }
    }

    /// What it tried and may not, since then.
    Optional<String> deniedSince(long nanos) {
        return violations.deniedSince(nanos);
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

    OptionalLong pid() {
        var running = pipe();
        return running == null ? OptionalLong.empty() : running.process().pid();
    }

    int openCalls() {
        var running = pipe();
        return running == null ? 0 : running.channel().openCalls();
    }

    long strays() {
        return faults.strays();
    }

    /// For a call that was open when the pipe ended. Why is told to whoever owns this, and asked there.
    private final class Ending implements ServerProcess {
        @Override
        public List<String> lastWords() {
            return List.of();
        }

        @Override
        public Optional<ProgramEnding> ending() {
            notice.awaitTold(DYING);
            return Optional.empty();
        }
    }

    /// What the process does beside its pipe.
    private final class Beside implements ProgramListener {
        @Override
        public void stderr(String line) {
            audit.stderr(line);
        }

        @Override
        public void warning(String message) {
            grounds.log().note(message);
        }

        @Override
        public void refused(String host, int port, String why, String allowed) {
            end(new ProcessEnd.Failed(violations.refused(host, port, why, allowed)));
        }
    }
}
