package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.control.ToDaemon.Traced;
import dev.outrigger.kaged.service.Grounds;
import dev.outrigger.kaged.service.Refusal;
import dev.outrigger.kaged.service.Rehearsal;
import dev.outrigger.launch.sandbox.Confined;
import dev.outrigger.launch.sandbox.Oversight;
import dev.outrigger.launch.watch.Violation;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.LineReader;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// A recorded trace played to a fresh run of its plugin. The record is walked line by line: what went to the plugin is
/// said to it again; for what came from it, its counterpart is awaited and compared. Counterparts may come in another
/// order than then.
final class Replaying {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final int LONGEST = 16 << 20;
    private static final long MOST_KEPT = 64 << 20;
    /// What a line costs beside its text, so that many small ones count, too.
    private static final int OVERHEAD = 256;
    /// Of our own `initialize`, where the record begins later: no id that a record has.
    private static final long GREETING = 9_007_199_254_740_991L;

    /// The plugin's next line, what it weighs, or its end.
    private record Heard(Json.Obj line, int size, boolean end) {}

    private final Confined process;
    private final Witness witness;
    /// Of what was heard and has not found its place in the record.
    private final AtomicLong kept = new AtomicLong();
    private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
    private final List<Heard> unclaimed = new ArrayList<>();
    private final List<Json> differences = new ArrayList<>();
    private boolean over;
    private int said;
    private int compared;

    private Replaying(Confined process, Witness witness) {
        this.process = process;
        this.witness = witness;
    }

    static Json play(Grounds grounds, String plugin, List<Traced> lines) throws Refusal, IOException {
        try (var witness = new Witness(grounds, plugin)) {
            var oversight = Oversight.telling(witness);
            var rehearsal = Rehearsal.start(grounds, plugin, witness, oversight);
            try (var process = rehearsal.process()) {
                witness.watch(process);
                var replaying = new Replaying(process, witness);
                Thread.ofPlatform().daemon().name("replay of " + plugin).start(replaying::listen);
                replaying.play(lines, rehearsal.greeting());
                process.end(GRACE);
                return replaying.told(oversight.killedFor().map(Violation::words));
            }
        }
    }

    /// The watcher kills at once and tells afterwards, so it is asked for what it killed.
    private Json told(Optional<String> violation) {
        var told =
                Json.object().put("said", said).put("compared", compared).put("differences", new Json.Arr(differences));
        violation.or(witness::reason).ifPresent(why -> told.put("ended", why));
        return told.build();
    }

    private void listen() {
        var lines = new LineReader(process.stdout(), LONGEST);
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
                heard.add(new Heard(line, size + OVERHEAD, false));
            }
        } catch (IOException _) {
            // The process was ended while it spoke.
        } finally {
            heard.add(new Heard(Json.EMPTY, 0, true));
        }
    }

    private void play(List<Traced> lines, Json.Obj greeting) throws IOException {
        boolean greeted = lines.stream()
                .anyMatch(line -> line.toPlugin()
                        && object(line.line()).flatMap(it -> it.text("method")).equals(Optional.of("initialize")));
        if (!greeted) {
            greet(greeting);
        }
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            if (line.toPlugin()) {
                say(TraceDiscretion.replayed(line.line(), greeting));
                said++;
            } else {
                compare(i + 1, line.line());
            }
        }
    }

    private void greet(Json.Obj greeting) throws IOException {
        say(JsonText.text(Json.object()
                .put("jsonrpc", "2.0")
                .put("id", GREETING)
                .put("method", "initialize")
                .put("params", greeting)
                .build()));
        var _ = counterpart(
                Json.object().put("id", GREETING).put("result", Json.EMPTY).build());
        say("{\"jsonrpc\":\"2.0\",\"method\":\"initialized\"}");
    }

    /// A plugin that does not read any more has ended, or is ended.
    private void say(String line) throws IOException {
        var limit = witness.endAfter(PATIENCE, "it did not read its input for " + PATIENCE.toSeconds() + " s");
        try {
            process.stdin().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.stdin().flush();
        } catch (IOException e) {
            if (process.isAlive() && witness.reason().isEmpty()) {
                throw e;
            }
        } finally {
            limit.cancel(false);
        }
    }

    private void compare(int number, String line) {
        var recorded = object(line);
        if (recorded.isEmpty() || recorded.get().text("method").equals(Optional.of("$/progress"))) {
            // Noise then is no promise for now, and how often a plugin says that it lives is its own affair.
            return;
        }
        compared++;
        var now = counterpart(recorded.get());
        if (now.isEmpty()) {
            differs(number, over ? "the plugin has ended" : "nothing came", line, "");
            if (!over && recorded.get().get("method").isEmpty()) {
                // Whoever owes an answer would be waited for as long at each that follows.
                over = true;
                witness.end("it did not answer for " + PATIENCE.toSeconds() + " s");
            }
        } else if (!now.get().equals(recorded.get())) {
            differs(number, "differs", line, JsonText.text(now.get()));
        }
    }

    private void differs(int number, String what, String recorded, String now) {
        differences.add(Json.object()
                .put("line", number)
                .put("what", what)
                .put("recorded", recorded)
                .put("now", now)
                .build());
    }

    /// The line that stands where the recorded one stood: an answer with the same id, or a request or notification of
    /// the same method.
    private Optional<Json.Obj> counterpart(Json.Obj recorded) {
        for (var candidate : unclaimed) {
            if (corresponds(recorded, candidate.line)) {
                unclaimed.remove(candidate);
                return Optional.of(claimed(candidate));
            }
        }
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!over) {
            var next = next(end - System.nanoTime());
            if (next.isEmpty()) {
                return Optional.empty();
            }
            if (corresponds(recorded, next.get().line)) {
                return Optional.of(claimed(next.get()));
            }
            unclaimed.add(next.get());
        }
        return Optional.empty();
    }

    private Json.Obj claimed(Heard one) {
        kept.addAndGet(-one.size);
        return one.line;
    }

    private Optional<Heard> next(long nanos) {
        try {
            var next = heard.poll(Math.max(nanos, 0), TimeUnit.NANOSECONDS);
            if (next == null) {
                return Optional.empty();
            }
            over = next.end;
            return over ? Optional.empty() : Optional.of(next);
        } catch (InterruptedException _) {
            // The client has gone, and with it everybody who wants to know.
            over = true;
            return Optional.empty();
        }
    }

    private static boolean corresponds(Json.Obj recorded, Json.Obj now) {
        return recorded.get("method").equals(now.get("method"))
                && recorded.get("id").equals(now.get("id"))
                && (recorded.get("method").isPresent() || recorded.get("id").isPresent());
    }

    private static Optional<Json.Obj> object(String line) {
        try {
            return JsonText.parse(line) instanceof Json.Obj object ? Optional.of(object) : Optional.empty();
        } catch (MalformedJson _) {
            return Optional.empty();
        }
    }
}
