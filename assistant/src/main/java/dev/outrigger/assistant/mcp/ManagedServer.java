package dev.outrigger.assistant.mcp;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.mcp.client.McpEra;
import dev.outrigger.assistant.mcp.client.McpProblem;
import dev.outrigger.assistant.mcp.client.McpToolList;
import dev.outrigger.wire.rpc.DeadlineTicker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One server of the settings: started when it is needed, and again after it has died; what is known of its tools.
final class ManagedServer {
    /// As often may it die within [#WINDOW] before it is left alone for as long.
    private static final int MOST_CRASHES = 3;

    private static final long WINDOW = Duration.ofMinutes(1).toNanos();
    /// A server that says on and on that its tools have changed is believed after so many looks.
    private static final int MOST_LOOKS = 3;

    /// A start that fails later than this costs everybody's patience.
    private static final long SLOW = Duration.ofSeconds(3).toNanos();

    private final McpServerSettings settings;
    private final McpHost host;
    private final Supplier<DeadlineTicker> ticker;
    private final ServerCache cache;

    /// Guards everything below.
    private final Object lock = new Object();

    private final ArrayDeque<Long> crashes = new ArrayDeque<>();
    private @Nullable CompletableFuture<Live> live;
    private @Nullable RunningServer latest;
    private boolean closed;

    /// A run that has been greeted, and the tools that it has.
    static final class Live {
        final RunningServer running;
        private volatile Look latest = new Look(McpToolList.EMPTY, -1);

        Live(RunningServer running) {
            this.running = running;
        }

        Look look() {
            return latest;
        }

        private boolean isStale() {
            return running.changes() != latest.changes;
        }
    }

    /// One look at the tools of a run. `changes` is how many it had told of by then.
    static final class Look {
        final McpToolList tools;
        private final long changes;

        private Look(McpToolList tools, long changes) {
            this.tools = tools;
            this.changes = changes;
        }
    }

    ManagedServer(McpServerSettings settings, McpHost host, Supplier<DeadlineTicker> ticker) {
        this.settings = settings;
        this.host = host;
        this.ticker = ticker;
        this.cache = new ServerCache(host.cache(), host.listener());
    }

    McpServerSettings settings() {
        return settings;
    }

    /// What is known without starting anything.
    Optional<McpToolList> known() {
        var here = running();
        if (here.isPresent() && !here.get().isStale()) {
            return Optional.of(here.get().look().tools);
        }
        return here.isPresent() ? Optional.empty() : remembered().map(ServerCache.Remembered::tools);
    }

    /// Whether it has said, since somebody last looked, that its tools are others.
    boolean changed() {
        return running().map(Live::isStale).orElse(false);
    }

    /// The start, not long ago, that was waited for in vain.
    Optional<ServerCache.Failed> failure() {
        try {
            return cache.failure(settings, key());
        } catch (McpProblem _) {
            // No such program: the start will say so, and costs no time.
            return Optional.empty();
        }
    }

    /// Asks the server, which is started when it is not there. That it kept somebody waiting in vain is remembered;
    /// what fails at once may as well be tried each time.
    McpToolList ask(Duration patience) throws McpProblem, InterruptedException {
        long began = System.nanoTime();
        try {
            return told(patience);
        } catch (McpProblem e) {
            boolean slow = e.code() == McpProblem.Code.TIMEOUT || System.nanoTime() - began > SLOW;
            if (slow && e.code() != McpProblem.Code.CANCELLED) {
                cache.keep(settings, key(), new ServerCache.Failed(Instant.now(), e.words()));
            }
            throw e;
        }
    }

    private McpToolList told(Duration patience) throws McpProblem, InterruptedException {
        try {
            var here = live().get(patience.toNanos(), TimeUnit.NANOSECONDS);
            look(here);
            return here.look().tools;
        } catch (TimeoutException _) {
            throw new McpProblem(
                    McpProblem.Code.TIMEOUT, "it has not told its tools within " + patience.toSeconds() + " s");
        } catch (ExecutionException e) {
            throw problem(e);
        }
    }

    /// For a call. Who is cancelled does not wait for the start; the start goes on, for the next one.
    Live live(Cancellation cancellation) throws McpProblem, InterruptedException {
        var here = running();
        if (here.isEmpty()) {
            var mine = live().copy();
            try (var _ = cancellation.onCancel(() -> mine.cancel(false))) {
                here = Optional.of(mine.get());
            } catch (CancellationException _) {
                throw new McpProblem(McpProblem.Code.CANCELLED, "cancelled");
            } catch (ExecutionException e) {
                throw problem(e);
            }
        }
        look(here.get());
        return here.get();
    }

    void close() {
        RunningServer running;
        synchronized (lock) {
            closed = true;
            running = latest;
        }
        if (running != null) {
            running.close();
        }
    }

    private Optional<Live> running() {
        CompletableFuture<Live> here;
        synchronized (lock) {
            here = live;
        }
        if (here == null || !here.isDone() || here.isCompletedExceptionally()) {
            return Optional.empty();
        }
        var found = here.getNow(null);
        return found.running.isOver() ? Optional.empty() : Optional.of(found);
    }

    /// That which is there or on its way, or a fresh one.
    private CompletableFuture<Live> live() throws McpProblem {
        synchronized (lock) {
            var here = live;
            if (here != null && (!here.isDone() || running().isPresent())) {
                return here;
            }
            if (closed) {
                throw new McpProblem(McpProblem.Code.CANCELLED, "its servers were closed");
            }
            if (latest != null && latest.crashed()) {
                crashes.addLast(System.nanoTime());
                latest = null;
            }
            refuseLoop();
            var fresh = new CompletableFuture<Live>();
            live = fresh;
            Thread.ofPlatform().daemon().name("start of " + settings.source()).start(() -> start(fresh));
            return fresh;
        }
    }

    private void refuseLoop() throws McpProblem {
        long now = System.nanoTime();
        while (!crashes.isEmpty() && now - crashes.getFirst() > WINDOW) {
            crashes.removeFirst();
        }
        if (crashes.size() >= MOST_CRASHES) {
            long left = (WINDOW - (now - crashes.getFirst())) / 1_000_000_000L + 1;
            throw new McpProblem(
                    McpProblem.Code.NOT_STARTED,
                    "it failed " + crashes.size() + " times within a minute, and is not started again for the next "
                            + left + " s");
        }
    }

    private void start(CompletableFuture<Live> told) {
        try {
            told.complete(greeted(remembered().map(ServerCache.Remembered::era).orElse(null)));
        } catch (McpProblem e) {
            synchronized (lock) {
                crashes.addLast(System.nanoTime());
            }
            told.completeExceptionally(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            told.completeExceptionally(e);
        } catch (RuntimeException e) {
            // Ours: told to whoever waits, who has to wait no longer.
            host.listener().note(settings.source() + ": a mistake of ours while it started: " + e);
            told.completeExceptionally(
                    new McpProblem(McpProblem.Code.NOT_STARTED, "it cannot be started, by a mistake of ours"));
        }
    }

    private Live greeted(@Nullable McpEra remembered) throws McpProblem, InterruptedException {
        var running = begin();
        boolean done = false;
        try {
            running.greet(remembered);
            var here = new Live(running);
            look(here);
            done = true;
            return here;
        } catch (McpProblem e) {
            if (e.code() == McpProblem.Code.CRASHED
                    && remembered == null
                    && settings.fixedEra().isEmpty()
                    && !isClosed()) {
                // There are servers of the older era that leave when they are asked anything before `initialize`.
                running.close();
                return greeted(McpEra.INITIALIZE);
            }
            throw e;
        } finally {
            if (!done) {
                running.close();
            }
        }
    }

    private boolean isClosed() {
        synchronized (lock) {
            return closed;
        }
    }

    private RunningServer begin() throws McpProblem {
        synchronized (lock) {
            if (closed) {
                throw new McpProblem(McpProblem.Code.CANCELLED, "its servers were closed");
            }
            var running = RunningServer.start(settings, host, ticker.get());
            latest = running;
            return running;
        }
    }

    /// At the tools of a server that runs, when it has said that they are others, or never told them.
    private void look(Live here) throws McpProblem, InterruptedException {
        if (!here.isStale()) {
            return;
        }
        synchronized (here) {
            for (int i = 0; i < MOST_LOOKS && here.isStale(); i++) {
                long changes = here.running.changes();
                var tools = here.running.list();
                boolean fresh = here.latest.changes < 0 || !tools.equals(here.latest.tools);
                here.latest = new Look(tools, changes);
                if (fresh) {
                    remember(new ServerCache.Remembered(here.running.era(), tools));
                }
            }
        }
    }

    private void remember(ServerCache.Remembered what) throws McpProblem {
        for (var note : what.tools().notes()) {
            host.listener().note(settings.source() + ": " + note);
        }
        cache.keep(settings, key(), what);
    }

    private Optional<ServerCache.Remembered> remembered() {
        try {
            return cache.find(settings, key());
        } catch (McpProblem _) {
            // No such program: the start will say so.
            return Optional.empty();
        }
    }

    private String key() throws McpProblem {
        var environment = ServerEnvironment.of(settings, host.environment(), host.roots());
        return ServerCache.key(settings, ServerEnvironment.program(settings, environment, host.roots()), host.roots());
    }

    private McpProblem problem(ExecutionException e) {
        return e.getCause() instanceof McpProblem problem
                ? problem
                : new McpProblem(McpProblem.Code.NOT_STARTED, "it cannot be started: " + e.getCause());
    }
}
