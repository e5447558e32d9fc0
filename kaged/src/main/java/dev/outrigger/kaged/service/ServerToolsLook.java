package dev.outrigger.kaged.service;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.mcp.client.McpClient;
import dev.outrigger.assistant.mcp.client.McpProblem;
import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.kaged.store.KnownTools;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.wire.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The tools of one process of an MCP server, and what of them may be called. A look at them is one for all who want
/// it, on a thread of its own; each waits for it as long as its own time lasts.
final class ServerToolsLook {
    private static final Duration LISTING = Duration.ofSeconds(30);
    /// A server that says on and on that its tools have changed is believed after so many looks.
    private static final int MOST_LOOKS = 3;
    /// Of one process; more is one that floods.
    private static final int MOST_ROWS = 20;

    private static final int MOST_NAMES = 50;

    private final DaemonServices grounds;
    private final Manifest manifest;
    private final String name;
    private final String run;
    private final McpClient client;
    private @Nullable CompletableFuture<Void> looking;
    private volatile Latest latest = new Latest(-1, Map.of(), McpMethods.NONE);
    /// Of the one thread that looks at any time.
    private int rows;

    /// What there is at this state of the server's tools. `changes` is how many it had told of by then.
    private record Latest(long changes, Map<String, Json.Obj> defined, McpMethods methods) {}

    /// @param run the project that the process is for, if it is for one alone
    ServerToolsLook(DaemonServices grounds, Manifest manifest, String run, McpClient client) {
        this.grounds = grounds;
        this.manifest = manifest;
        this.name = manifest.name();
        this.run = run;
        this.client = client;
    }

    McpMethods methods() {
        return latest.methods;
    }

    /// Whether the server has said that they are others, or never told them.
    boolean isStale() {
        return client.changes() != latest.changes;
    }

    /// Waits for a look, if one is due.
    void look(Duration within, Cancellation cancellation)
            throws McpProblem, StoreProblem, AuditFailure, InterruptedException {
        if (!isStale()) {
            return;
        }
        // Whoever gives up leaves the look to the others.
        var mine = begun().copy();
        try (var _ = cancellation.onCancel(() -> mine.cancel(false))) {
            mine.get(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (CancellationException _) {
            throw new McpProblem(McpProblem.Code.CANCELLED, "cancelled");
        } catch (TimeoutException _) {
            throw new McpProblem(McpProblem.Code.TIMEOUT, "its tools have changed, and it did not tell them in time");
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case McpProblem problem -> throw problem;
                case StoreProblem problem -> throw problem;
                case AuditFailure failure -> throw failure;
                case null, default ->
                    throw new IllegalStateException("while looking at the tools of " + name, e.getCause());
            }
        }
    }

    private synchronized CompletableFuture<Void> begun() {
        if (looking == null || looking.isDone()) {
            var begun = new CompletableFuture<Void>();
            looking = begun;
            Thread.ofVirtual().name("tools of " + name).start(() -> {
                try {
                    lookNow();
                    begun.complete(null);
                } catch (McpProblem | StoreProblem | AuditFailure | RuntimeException | Error e) {
                    begun.completeExceptionally(e);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    begun.completeExceptionally(e);
                }
            });
        }
        return looking;
    }

    private void lookNow() throws McpProblem, StoreProblem, AuditFailure, InterruptedException {
        long end = System.nanoTime() + LISTING.toNanos();
        for (int i = 0; i < MOST_LOOKS && isStale(); i++) {
            long changes = client.changes();
            var list = client.list(Duration.ofNanos(Math.max(end - System.nanoTime(), 1)));
            list.notes().forEach(client::log);
            var defined = McpMethods.fit(name, list, client::log);
            note(defined);
            become(changes, defined);
        }
    }

    /// The operator has agreed to more than before: to be called is what this process has of that.
    void renew() throws StoreProblem {
        synchronized (this) {
            become(latest.changes, latest.defined);
        }
    }

    /// Whoever comes last has read the note last.
    private synchronized void become(long changes, Map<String, Json.Obj> defined) throws StoreProblem {
        latest = new Latest(
                changes,
                defined,
                McpMethods.of(manifest, defined, grounds.store().tools(name)));
    }

    private void note(Map<String, Json.Obj> defined) throws StoreProblem, AuditFailure {
        var waiting = grounds.store()
                .<AuditFailure>changeTools(name, before -> {
                    var now = before.seen(run, client.era().word(), defined);
                    if (!now.equals(before)) {
                        row(before, now, defined);
                    }
                    return now;
                })
                .waiting(run);
        if (!waiting.isEmpty() && rows <= MOST_ROWS) {
            grounds.log().note(name + " has tools that nobody agreed to: kaged plugin tools " + name + " shows them");
        }
    }

    private void row(KnownTools before, KnownTools now, Map<String, Json.Obj> defined) throws AuditFailure {
        rows++;
        if (rows > MOST_ROWS) {
            if (rows == MOST_ROWS + 1) {
                client.log("its tools change on and on: that is not in the audit any more before its next start");
            }
            return;
        }
        var waiting = now.waiting(run);
        grounds.audit()
                .append(AuditEntry.event(
                        AuditEntry.Kind.INSTALL,
                        grounds.clock().instant(),
                        "",
                        name,
                        before.isFirst() ? "tools found" : "tools changed",
                        Json.object()
                                .put("project", run)
                                .put("tools", names(List.copyOf(defined.keySet())))
                                .put("count", defined.size())
                                .put("waiting", names(waiting))
                                .put("digest", now.digest(run))
                                .build()));
    }

    static Json names(List<String> all) {
        return Json.texts(all.subList(0, Math.min(all.size(), MOST_NAMES)));
    }
}
