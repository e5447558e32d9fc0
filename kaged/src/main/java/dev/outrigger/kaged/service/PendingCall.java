package dev.outrigger.kaged.service;

import dev.outrigger.assistant.ToolQuestion;
import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.audit.Redaction;
import dev.outrigger.schema.Schema;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.wire.rpc.CallOutcome;
import dev.outrigger.wire.rpc.CallWaiter;
import dev.outrigger.wire.rpc.RpcError;
import dev.outrigger.wire.rpc.RpcErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/// A call on its way: it may wait for the plugin to be ready, is checked, sent, checked again, audited, and only then
/// answered. It ends exactly once.
final class PendingCall implements InquiringCaller, AcceptedCall {
    private static final int MOST_NAMES = 40;

    private final MethodCall ask;
    private final CallWaiter caller;
    private final DaemonServices grounds;
    private final CallTally tally;
    private final long begun = System.nanoTime();

    private boolean ended;
    private boolean sent;
    private Denials denials = _ -> Optional.empty();
    private long sentAt;
    private @Nullable AcceptedCall call;
    private @Nullable ScheduledFuture<?> alarm;
    private Runnable leaveQueue = () -> {};
    private Redaction redaction = Redaction.ALL;
    private @Nullable Schema resultSchema;

    PendingCall(MethodCall ask, CallWaiter caller, DaemonServices grounds, CallTally tally) {
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
    void send(ServiceDialogue dialogue, Denials denials) {
        send(dialogue, denials, dialogue.isStale());
    }

    private Duration left() {
        return ask.patience().absolute().minusNanos(System.nanoTime() - begun);
    }

    /// @param stale whether it may have the method by now
    private void send(ServiceDialogue dialogue, Denials denials, boolean stale) {
        var method = dialogue.methods().get(ask.method());
        if (method == null && stale && left().isPositive()) {
            dialogue.look(left(), () -> send(dialogue, denials, false));
            return;
        }
        if (method == null) {
            end(CallOutcome.lost(
                    RpcErrorCode.METHOD_NOT_FOUND,
                    ask.plugin() + " has no method " + Excerpt.of(ask.method()) + ": " + dialogue.declaredBy() + " "
                            + offered(dialogue)));
            return;
        }
        synchronized (this) {
            redaction = method.redaction();
        }
        var misfit = misfit(method.params(), ask.params());
        if (misfit != null) {
            end(CallOutcome.lost(RpcErrorCode.INVALID_PARAMS, "the params do not fit: " + misfit));
            return;
        }
        var left = left();
        if (!left.isPositive()) {
            end(CallOutcome.lost(RpcErrorCode.TIMEOUT, "its time was over before the plugin was ready"));
            return;
        }
        try {
            grounds.audit().admit();
        } catch (AuditFailure e) {
            end(CallOutcome.lost(RpcErrorCode.INTERNAL_ERROR, String.valueOf(e.getMessage())));
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
        var on = dialogue.call(method, ask, new CallDeadlines(ask.patience().idle(), left), this);
        boolean late;
        synchronized (this) {
            call = on;
            late = ended;
        }
        if (late) {
            on.takeBack();
        }
    }

    private static String offered(ServiceDialogue dialogue) {
        var names = dialogue.methods().keySet().stream().sorted().toList();
        if (names.isEmpty()) {
            return "no methods";
        }
        int more = names.size() - MOST_NAMES;
        return String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMES)))
                + (more > 0 ? ", and " + more + " more" : ", and nothing else");
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
    public void ended(CallOutcome outcome) {
        if (outcome instanceof CallOutcome.Answered(var result) && resultSchema != null) {
            var misfit = misfit(resultSchema, result);
            if (misfit != null) {
                finish(CallOutcome.lost(
                        RpcErrorCode.INTERNAL_ERROR, "the plugin's result does not fit its schema: " + misfit));
                return;
            }
        }
        finish(
                switch (outcome) {
                    case CallOutcome.Lost(var error)
                    when error.is(RpcErrorCode.PLUGIN_UNAVAILABLE) -> gone(error.message());
                    case CallOutcome.Refused(var error) ->
                        denied().<CallOutcome>map(what -> new CallOutcome.Refused(new RpcError(
                                        error.code(), error.message() + " (kaged: " + what + ")", error.data())))
                                .orElse(outcome);
                    case CallOutcome.Answered _, CallOutcome.Lost _ -> outcome;
                });
    }

    private synchronized Optional<String> denied() {
        return denials.since(sentAt);
    }

    /// More than what the pipe tells is not known yet; whoever asks a moment later finds it there.
    private CallOutcome gone(String why) {
        return CallOutcome.lost(
                RpcErrorCode.PLUGIN_UNAVAILABLE,
                ask.plugin() + " ended before it answered (" + denied().orElse(why) + "): kaged plugin logs "
                        + ask.plugin() + " says more");
    }

    @Override
    public void progress(Json.Obj said) {
        caller.progress(said);
    }

    @Override
    public Optional<Json> ask(ToolQuestion question) {
        return caller instanceof InquiringCaller asked ? asked.ask(question) : Optional.empty();
    }

    @Override
    public void takeBack() {
        AcceptedCall on;
        synchronized (this) {
            on = call;
        }
        if (on != null) {
            on.takeBack();
        } else {
            end(CallOutcome.lost(RpcErrorCode.CANCELLED, "`" + ask.method() + "` was taken back"));
        }
    }

    /// Not by its channel, which has the audit flushed when it has told of all that it read at once.
    void end(CallOutcome outcome) {
        finish(outcome);
        grounds.audit().flush();
    }

    private void finish(CallOutcome outcome) {
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
        long micros = (System.nanoTime() - begun) / 1000;
        var entry = new AuditEntry(
                AuditEntry.Kind.CALL,
                grounds.clock().instant(),
                ask.context().operator(),
                ask.context().project(),
                ask.plugin(),
                ask.method(),
                word(outcome),
                micros,
                payload(outcome));
        grounds.audit().queue(entry, failure -> tell(outcome, micros, failure));
    }

    /// When there is a row; what is not in the audit does not go out.
    private void tell(CallOutcome outcome, long micros, @Nullable AuditFailure failure) {
        tally.count(failure == null ? word(outcome) : "unaudited", micros);
        try {
            caller.ended(
                    failure == null
                            ? outcome
                            : CallOutcome.lost(RpcErrorCode.INTERNAL_ERROR, String.valueOf(failure.getMessage())));
        } catch (RuntimeException e) {
            grounds.log().bug("in the caller of " + ask.method(), e);
        }
    }

    private static String word(CallOutcome outcome) {
        return switch (outcome) {
            case CallOutcome.Answered _ -> "ok";
            case CallOutcome.Refused _ -> "error";
            case CallOutcome.Lost(var error) ->
                error.known().map(RpcErrorCode::word).orElse("error");
        };
    }

    private Json payload(CallOutcome outcome) {
        var kept = redaction.apply(
                ask.params(), outcome instanceof CallOutcome.Answered(var result) ? result : Json.Null.NULL);
        var payload = Json.object().put("request", ask.context().request()).put("params", kept.params());
        switch (outcome) {
            case CallOutcome.Answered _ -> payload.put("result", kept.result());
            case CallOutcome.Refused(var error) -> payload.put("error", told(error, true));
            case CallOutcome.Lost(var error) ->
                payload.put(
                        "error",
                        told(error, error.is(RpcErrorCode.INVALID_PARAMS) || error.is(RpcErrorCode.INTERNAL_ERROR)));
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

    static void endAll(List<PendingCall> pending, String why) {
        pending.forEach(each -> each.end(CallOutcome.lost(RpcErrorCode.PLUGIN_UNAVAILABLE, why)));
    }
}
