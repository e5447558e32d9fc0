package dev.outrigger.kaged.service;

import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.audit.Entry;
import dev.outrigger.kaged.audit.Redaction;
import dev.outrigger.schema.Schema;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.Call;
import dev.outrigger.wire.rpc.Caller;
import dev.outrigger.wire.rpc.Channel;
import dev.outrigger.wire.rpc.ErrorCode;
import dev.outrigger.wire.rpc.Outcome;
import dev.outrigger.wire.rpc.Patience;
import dev.outrigger.wire.rpc.RpcError;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/// A call on its way: it may wait for the plugin to be ready, is checked, sent, checked again, audited, and only then
/// answered. It ends exactly once.
final class Pending implements Caller, Taken {
    private final Ask ask;
    private final Caller caller;
    private final Grounds grounds;
    private final Tally tally;
    private final long begun = System.nanoTime();

    private boolean ended;
    private boolean sent;
    private Denials denials = _ -> Optional.empty();
    private long sentAt;
    private @Nullable Call call;
    private @Nullable ScheduledFuture<?> alarm;
    private Runnable leaveQueue = () -> {};
    private Redaction redaction = Redaction.ALL;
    private @Nullable Schema resultSchema;

    Pending(Ask ask, Caller caller, Grounds grounds, Tally tally) {
        this.ask = ask;
        this.caller = caller;
        this.grounds = grounds;
        this.tally = tally;
    }

    /// What the plugin tried and may not, since this time of [System#nanoTime].
    interface Denials {
        Optional<String> since(long nanos);
    }

    /// To the plugin, with what is left of its time.
    void send(Contract contract, Channel channel, Denials denials) {
        var method = contract.methods().get(ask.method());
        if (method == null) {
            end(Outcome.lost(
                    ErrorCode.METHOD_NOT_FOUND,
                    ask.plugin() + " has no method " + Excerpt.of(ask.method()) + ": its manifest declares "
                            + offered(contract)));
            return;
        }
        synchronized (this) {
            redaction = method.redaction();
        }
        var misfit = misfit(method.params(), ask.params());
        if (misfit != null) {
            end(Outcome.lost(ErrorCode.INVALID_PARAMS, "the params do not fit: " + misfit));
            return;
        }
        var left = ask.patience().absolute().minusNanos(System.nanoTime() - begun);
        if (!left.isPositive()) {
            end(Outcome.lost(ErrorCode.TIMEOUT, "its time was over before the plugin was ready"));
            return;
        }
        try {
            grounds.audit().admit();
        } catch (AuditFailure e) {
            end(Outcome.lost(ErrorCode.INTERNAL_ERROR, String.valueOf(e.getMessage())));
            return;
        }
        synchronized (this) {
            if (ended || sent) {
                return;
            }
            sent = true;
            this.denials = denials;
            sentAt = System.nanoTime();
            resultSchema = method.result();
            if (alarm != null) {
                alarm.cancel(false);
            }
        }
        var params = ask.context().in(ask.params());
        var on = channel.call(ask.method(), params, new Patience(ask.patience().idle(), left), this);
        boolean late;
        synchronized (this) {
            call = on;
            late = ended;
        }
        if (late) {
            on.cancel();
        }
    }

    private static String offered(Contract contract) {
        var names = contract.methods().keySet().stream().sorted().toList();
        return names.isEmpty() ? "no methods" : String.join(", ", names) + ", and nothing else";
    }

    private static @Nullable String misfit(Schema schema, Json value) {
        return switch (schema.check(value)) {
            case Schema.Verdict.Fits _ -> null;
            case Schema.Verdict.Misfit(var path, var what) ->
                (path.isEmpty() ? "" : String.join(".", path) + ": ") + what;
            case Schema.Verdict.Unusable(var why) -> why;
        };
    }

    /// Waits where this takes it out: whoever ends it before its turn has it leave at once, with all that it holds.
    synchronized void waitsWhere(Runnable leaveQueue) {
        this.leaveQueue = leaveQueue;
    }

    /// Rings when its time is over and it still waits.
    synchronized void alarm(ScheduledFuture<?> alarm) {
        this.alarm = alarm;
        if (ended || sent) {
            alarm.cancel(false);
        }
    }

    @Override
    public void ended(Outcome outcome) {
        if (outcome instanceof Outcome.Answered(var result) && resultSchema != null) {
            var misfit = misfit(resultSchema, result);
            if (misfit != null) {
                end(Outcome.lost(ErrorCode.INTERNAL_ERROR, "the plugin's result does not fit its schema: " + misfit));
                return;
            }
        }
        end(
                switch (outcome) {
                    case Outcome.Lost(var error) when error.is(ErrorCode.PLUGIN_UNAVAILABLE) -> gone(error.message());
                    case Outcome.Refused(var error) ->
                        denied().<Outcome>map(what -> new Outcome.Refused(new RpcError(
                                        error.code(), error.message() + " (kaged: " + what + ")", error.data())))
                                .orElse(outcome);
                    case Outcome.Answered _, Outcome.Lost _ -> outcome;
                });
    }

    private synchronized Optional<String> denied() {
        return denials.since(sentAt);
    }

    /// More than what the pipe tells is not known yet; whoever asks a moment later finds it there.
    private Outcome gone(String why) {
        return Outcome.lost(
                ErrorCode.PLUGIN_UNAVAILABLE,
                ask.plugin() + " ended before it answered (" + denied().orElse(why) + "): kaged plugin logs "
                        + ask.plugin() + " says more");
    }

    @Override
    public void progress(Json.Obj said) {
        caller.progress(said);
    }

    @Override
    public void takeBack() {
        Call on;
        synchronized (this) {
            on = call;
        }
        if (on != null) {
            on.cancel();
        } else {
            end(Outcome.lost(ErrorCode.CANCELLED, "`" + ask.method() + "` was taken back"));
        }
    }

    void end(Outcome outcome) {
        Runnable leave;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            if (alarm != null) {
                alarm.cancel(false);
            }
            leave = leaveQueue;
        }
        leave.run();
        long nanos = System.nanoTime() - begun;
        var word = word(outcome);
        var told = outcome;
        try {
            grounds.audit()
                    .append(Entry.call(
                            grounds.clock().instant(),
                            ask.context().operator(),
                            ask.context().project(),
                            ask.plugin(),
                            ask.method(),
                            word,
                            Duration.ofNanos(nanos),
                            payload(outcome)));
        } catch (AuditFailure e) {
            // What is not in the audit does not go out.
            told = Outcome.lost(ErrorCode.INTERNAL_ERROR, String.valueOf(e.getMessage()));
            word = "unaudited";
        }
        tally.count(word, nanos / 1000);
        caller.ended(told);
    }

    private static String word(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Answered _ -> "ok";
            case Outcome.Refused _ -> "error";
            case Outcome.Lost(var error) -> error.known().map(ErrorCode::word).orElse("error");
        };
    }

    private Json payload(Outcome outcome) {
        var kept = redaction.apply(
                ask.params(), outcome instanceof Outcome.Answered(var result) ? result : Json.Null.NULL);
        var payload = Json.object().put("request", ask.context().request()).put("params", kept.params());
        switch (outcome) {
            case Outcome.Answered _ -> payload.put("result", kept.result());
            case Outcome.Refused(var error) -> payload.put("error", told(error, true));
            case Outcome.Lost(var error) ->
                payload.put(
                        "error", told(error, error.is(ErrorCode.INVALID_PARAMS) || error.is(ErrorCode.INTERNAL_ERROR)));
        }
        return payload.build();
    }

    /// Words about values may hold the values; of a method with anything sensitive they are not kept.
    private Json.Obj told(RpcError error, boolean ofValues) {
        boolean kept = !ofValues || redaction.isNone();
        return Json.object()
                .put("code", error.code())
                .put("message", kept ? error.message() : "[redacted]")
                .build();
    }

    static void endAll(List<Pending> pending, String why) {
        pending.forEach(each -> each.end(Outcome.lost(ErrorCode.PLUGIN_UNAVAILABLE, why)));
    }
}
