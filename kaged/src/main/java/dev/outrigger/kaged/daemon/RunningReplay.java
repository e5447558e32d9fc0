package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.service.CallContext;
import dev.outrigger.kaged.service.TrialRun;
import dev.outrigger.launch.RunningProgram;
import dev.outrigger.launch.sandbox.SandboxOversight;
import dev.outrigger.wire.EndlessLine;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.LineReader;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// A script played to a fresh run of its plugin. What went to the plugin is said to it again; for what came from it,
/// its counterpart is awaited and compared. Counterparts may come in another order than then.
final class RunningReplay {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LONGEST_RUN = Duration.ofMinutes(15);
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final int LONGEST = 16 << 20;
    private static final long ENDLESS = 64 << 20;
    private static final long MOST_KEPT = 64 << 20;
    private static final int MOST_SHOWN = 200;
    private static final int LONGEST_SHOWN = 4000;
    /// What a line costs beside its text, so that many small ones count, too.
    private static final int OVERHEAD = 256;
    /// Of our own `initialize`, where the record begins later: no id that a record has.
    private static final long GREETING = 9_007_199_254_740_991L;

    private static final Queue<PluginLine> NONE = new ArrayDeque<>();

    /// The plugin's next line, what it weighs, or its end.
    private record PluginLine(Json.Obj line, int size, boolean end) {}

    /// What makes two lines counterparts: an answer with the same id, or a request or notification of the same method.
    private record Counterpart(Optional<Json> method, Optional<Json> id) {
        static Counterpart of(Json.Obj line) {
            return new Counterpart(line.get("method"), line.get("id"));
        }

        boolean isNowhere() {
            return method.isEmpty() && id.isEmpty();
        }
    }

    /// A call that was said, and has no answer yet.
    private record Open(ReplayScript.Call call, long since) {}

    private final RunningProgram process;
    private final ReplayWitness witness;
    private final TrialRun rehearsal;
    private final ReplayRows rows;
    private final String user;
    /// Of what was heard and has not found its place in the record.
    private final AtomicLong kept = new AtomicLong();
    private final BlockingQueue<PluginLine> heard = new LinkedBlockingQueue<>();
    /// What came before it was looked for, by where it stands; in the order it came.
    private final Map<Counterpart, Queue<PluginLine>> unclaimed = new HashMap<>();
    private final Map<Json, Open> calls = new LinkedHashMap<>();
    private final List<Json> differences = new ArrayList<>();
    private boolean over;
    private int said;
    private int compared;
    private int differing;

    RunningReplay(RunningProgram process, ReplayWitness witness, TrialRun rehearsal, ReplayRows rows, String user) {
        this.process = process;
        this.witness = witness;
        this.rehearsal = rehearsal;
        this.rows = rows;
        this.user = user;
    }

    /// How it went. At most so many differences are shown, each of them in part.
    record Told(int said, int compared, int differing, List<Json> shown, Optional<String> ended) {
        String outcome() {
            if (ended.isPresent()) {
                return "ended early";
            }
            return differing == 0 ? "same" : "different";
        }

        Json.Obj figures() {
            var figures =
                    Json.object().put("said", said).put("compared", compared).put("differing", differing);
            ended.ifPresent(why -> figures.put("why", why));
            return figures.build();
        }

        Json json(long row, List<String> reach) {
            var told = Json.object()
                    .put("row", row)
                    .put("said", said)
                    .put("compared", compared)
                    .put("differing", differing)
                    .put("differences", new Json.Arr(shown))
                    .put("reach", Json.texts(reach));
            ended.ifPresent(why -> told.put("ended", why));
            return told.build();
        }
    }

    /// `switchedOff` says why the plugin may not be called any more, if so.
    Told play(String plugin, ReplayScript script, Supplier<Optional<String>> switchedOff, SandboxOversight oversight)
            throws IOException, AuditFailure {
        Thread.ofPlatform().daemon().name("replay of " + plugin).start(this::listen);
        var limit = witness.endAfter(LONGEST_RUN, "it took longer than " + LONGEST_RUN.toMinutes() + " minutes");
        if (!script.greets()) {
            greet();
        }
        for (var step : script.steps()) {
            switch (step) {
                case ReplayScript.Own(var _, var message) -> say(message);
                case ReplayScript.Call call -> {
                    switchedOff.get().ifPresent(this::stop);
                    call(call);
                }
                case ReplayScript.Expect expect -> compare(expect);
            }
        }
        for (var open : calls.values()) {
            rows.called(open.call, rehearsal.redaction(open.call.method()), null, since(open));
        }
        limit.cancel(false);
        process.end(GRACE);
        // The watcher kills at once and tells afterwards, so it is asked for what it killed.
        var ended = oversight.killedFor().map(witness::words).or(witness::reason);
        return new Told(said, compared, differing, List.copyOf(differences), ended);
    }

    private void stop(String why) {
        over = true;
        witness.end(why);
    }

    /// On behalf of who replays, whoever it was then.
    private void call(ReplayScript.Call call) throws IOException {
        if (over) {
            return;
        }
        var context = new CallContext(user, "", "", "replay-" + rows.id() + "-" + call.number());
        calls.put(call.id(), new Open(call, System.nanoTime()));
        say(Json.object()
                .put("jsonrpc", "2.0")
                .put("id", call.id())
                .put("method", call.method())
                .put("params", context.in(call.params()))
                .build());
    }

    private static Duration since(Open open) {
        return Duration.ofNanos(System.nanoTime() - open.since);
    }

    private void listen() {
        var lines = new LineReader(process.stdout(), LONGEST, ENDLESS);
        try {
            for (var found = lines.next(); found != LineReader.Found.END; found = lines.next()) {
                int size = lines.to() - lines.from();
                if (kept.addAndGet(size + OVERHEAD) > MOST_KEPT) {
                    witness.end("it says more than " + (MOST_KEPT >> 20) + " MiB that nobody waits for");
                    return;
                }
                var text = new String(lines.bytes(), lines.from(), size, StandardCharsets.UTF_8);
                var line = object(text)
                        .orElseGet(() -> Json.object().put("stray", text).build());
                heard.add(new PluginLine(line, size + OVERHEAD, false));
            }
        } catch (EndlessLine e) {
            witness.end("it wrote more than " + (e.bytes() >> 20) + " MiB to its stdout without ending a line");
        } catch (IOException _) {
            // The process was ended while it spoke.
        } finally {
            heard.add(new PluginLine(Json.EMPTY, 0, true));
        }
    }

    private void greet() throws IOException {
        say(Json.object()
                .put("jsonrpc", "2.0")
                .put("id", GREETING)
                .put("method", "initialize")
                .put("params", rehearsal.greeting())
                .build());
        var _ = counterpart(
                Json.object().put("id", GREETING).put("result", Json.EMPTY).build());
        say(Json.object().put("jsonrpc", "2.0").put("method", "initialized").build());
        // They are not of the record.
        said = 0;
    }

    /// A plugin that does not read any more has ended, or is ended.
    private void say(Json.Obj message) throws IOException {
        if (over) {
            return;
        }
        said++;
        var limit = witness.endAfter(PATIENCE, "it did not read its input for " + PATIENCE.toSeconds() + " s");
        try {
            process.stdin().write((JsonText.text(message) + "\n").getBytes(StandardCharsets.UTF_8));
            process.stdin().flush();
        } catch (IOException e) {
            if (process.isAlive() && witness.reason().isEmpty()) {
                throw e;
            }
        } finally {
            limit.cancel(false);
        }
    }

    private void compare(ReplayScript.Expect expected) throws AuditFailure {
        var recorded = expected.message();
        compared++;
        var now = counterpart(recorded);
        boolean answers = recorded.get("method").isEmpty();
        var open = answers ? recorded.get("id").map(calls::remove) : Optional.<Open>empty();
        if (open.isPresent()) {
            rows.called(
                    open.get().call,
                    rehearsal.redaction(open.get().call.method()),
                    now.orElse(null),
                    since(open.get()));
        }
        if (now.isEmpty()) {
            differs(expected, over ? "the plugin has ended" : "nothing came", "");
            if (!over && answers) {
                // Whoever owes an answer would be waited for as long at each that follows.
                stop("it did not answer for " + PATIENCE.toSeconds() + " s");
            }
        } else if (!now.get().equals(recorded)) {
            differs(expected, "differs", JsonText.text(now.get()));
        }
    }

    private void differs(ReplayScript.Expect expected, String what, String now) {
        if (++differing <= MOST_SHOWN) {
            differences.add(Json.object()
                    .put("line", expected.number())
                    .put("what", what)
                    .put("recorded", shown(expected.line()))
                    .put("now", shown(now))
                    .build());
        }
    }

    private static String shown(String line) {
        return line.length() <= LONGEST_SHOWN ? line : line.substring(0, LONGEST_SHOWN) + "…";
    }

    /// The line that stands where the recorded one stood.
    private Optional<Json.Obj> counterpart(Json.Obj recorded) {
        var place = Counterpart.of(recorded);
        if (place.isNowhere()) {
            return Optional.empty();
        }
        var early = unclaimed.getOrDefault(place, NONE).poll();
        if (early != null) {
            return Optional.of(claimed(early));
        }
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!over) {
            var next = next(end - System.nanoTime());
            if (next.isEmpty()) {
                return Optional.empty();
            }
            var there = Counterpart.of(next.get().line);
            if (there.equals(place)) {
                return Optional.of(claimed(next.get()));
            }
            unclaimed.computeIfAbsent(there, _ -> new ArrayDeque<>()).add(next.get());
        }
        return Optional.empty();
    }

    private Json.Obj claimed(PluginLine one) {
        kept.addAndGet(-one.size);
        return one.line;
    }

    private Optional<PluginLine> next(long nanos) {
        try {
            var next = heard.poll(Math.max(nanos, 0), TimeUnit.NANOSECONDS);
            if (next == null) {
                return Optional.empty();
            }
            over = next.end;
            return over ? Optional.empty() : Optional.of(next);
        } catch (InterruptedException _) {
            // The client has gone, and with it everybody who wants to know.
            stop("whoever asked for it has gone");
            return Optional.empty();
        }
    }

    private static Optional<Json.Obj> object(String line) {
        try {
            return JsonText.parse(line) instanceof Json.Obj object ? Optional.of(object) : Optional.empty();
        } catch (MalformedJson _) {
            return Optional.empty();
        }
    }
}
