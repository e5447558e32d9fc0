package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.AnswerFinish;
import dev.outrigger.assistant.Renderer.Waiting;
import dev.outrigger.assistant.Turn;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;

/// What a turn tells programs besides its events: the same fields on standard output and to a plugin.
public final class TurnJson {
    private static final long TENTH = 100_000_000;

    private TurnJson() {}

    /// What is waited for.
    ///
    /// @param type what the whole is called
    public static Json.Obj waiting(String type, Waiting waiting) {
        var json = Json.object().put("type", type);
        switch (waiting) {
            case Waiting.Model(var model) -> json.put("on", "model").put("model", model);
            case Waiting.RunningTool(var id, var name) ->
                json.put("on", "tool").put("id", id).put("name", name);
            case Waiting.Progress(var id, var name, var line) ->
                json.put("on", "progress").put("id", id).put("name", name).put("line", line);
            case Waiting.Retry(var why, var attempt, var pause) ->
                json.put("on", "retry")
                        .put("reason", why)
                        .put("attempt", attempt)
                        .put("seconds", Math.max(1, pause.toSeconds()));
        }
        return json.build();
    }

    /// How it ended, with what is called `error` or `message` where it failed.
    public static Json.Obj complete(
            Turn.Outcome outcome, String failure, ConversationId conversation, String model, long nanos) {
        var json = Json.object().put("type", "query_complete");
        switch (outcome) {
            case Turn.Outcome.Done(var reason, var _) -> json.put("outcome", word(reason));
            case Turn.Outcome.Cancelled _, Turn.Outcome.Unwatched _ -> json.put("outcome", "cancelled");
            case Turn.Outcome.Failed(var what, var hint, var _) ->
                json.put("outcome", "failed").put(failure, what).put("hint", hint);
        }
        return json.put("conversation", conversation.digits())
                .put("model", model)
                .put(
                        "usage",
                        Json.object()
                                .put("input", outcome.usage().input())
                                .put("output", outcome.usage().output())
                                .build())
                .put("seconds", new Json.Num(seconds(nanos)))
                .build();
    }

    private static String word(AnswerFinish.Reason reason) {
        return switch (reason) {
            case LENGTH -> "length";
            case REFUSED -> "refused";
            case DONE, TOOLS, CANCELLED -> "done";
        };
    }

    /// In tenths.
    public static String seconds(long nanos) {
        long tenths = nanos / TENTH;
        return tenths / 10 + "." + tenths % 10;
    }
}
