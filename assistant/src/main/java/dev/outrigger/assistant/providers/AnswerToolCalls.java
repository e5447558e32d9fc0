package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.Provider;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.event.Event;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// Hands over the tool calls of an answer, each with an id that no other in the conversation has.
final class AnswerToolCalls {
    private final Provider.Pieces pieces;
    private final Set<String> ids = new HashSet<>();
    private int count;

    AnswerToolCalls(List<Event> history, Provider.Pieces pieces) {
        this.pieces = pieces;
        for (var event : history) {
            if (event instanceof Event.ToolCallRequest(var id, var _, var _, var _)) {
                ids.add(id);
            }
        }
    }

    int count() {
        return count;
    }

    /// `id` is the provider's, "" when it has none. Nothing written for arguments is no arguments.
    void written(String id, String tool, String arguments) {
        try {
            if (arguments.isBlank()) {
                add(id, tool, Json.EMPTY);
            } else if (JsonText.parse(arguments) instanceof Json.Obj object) {
                add(id, tool, object);
            } else {
                bad(id, tool, arguments, "the arguments are JSON, but no object");
            }
        } catch (MalformedJson e) {
            bad(id, tool, arguments, "the arguments are no JSON: " + e.what());
        }
    }

    void add(String id, String tool, Json.Obj arguments) {
        count++;
        pieces.piece(new AnswerPiece.Call(unique(id), tool, arguments));
    }

    private void bad(String id, String tool, String written, String why) {
        count++;
        pieces.piece(new AnswerPiece.BadCall(unique(id), tool, written, Excerpt.of(why)));
    }

    private String unique(String offered) {
        var id = offered;
        while (id.isBlank() || !ids.add(id)) {
            id = "call_" + UUID.randomUUID().toString().replace("-", "").substring(8);
        }
        return id;
    }
}
