package dev.outrigger.wire.event;

import dev.outrigger.wire.Json;
import java.util.List;
import java.util.Optional;

/// One entry of a conversation. `timestamp` is not here: the workspace gives it when it stores an event.
///
/// `metadata` is what its maker wants to find again, such as a provider's signature; [Json#EMPTY] when there is none.
public sealed interface Event {
    Json.Obj metadata();

    /// As it is stored and sent.
    default Json.Obj json() {
        return EventCodec.json(this);
    }

    /// Whatever this object is; what we do not know, or not in this form, is [Unknown].
    static Event of(Json.Obj object) {
        return EventCodec.event(object);
    }

    record TurnStart(Json.Obj metadata) implements Event {
        public TurnStart() {
            this(Json.EMPTY);
        }
    }

    /// What somebody wants to know. With a `schema`, the answer is to be data of this shape.
    record ChatRequest(String content, Optional<Json.Obj> schema, List<Attachment> attachments, Json.Obj metadata)
            implements Event {
        public ChatRequest {
            attachments = List.copyOf(attachments);
        }

        public ChatRequest(String content) {
            this(content, Optional.empty(), List.of(), Json.EMPTY);
        }
    }

    /// A file that goes with a request.
    record Attachment(String path, String content) {}

    /// A part of the answer, in exactly one form.
    sealed interface ChatResponse extends Event permits Message, Reasoning, Data {}

    record Message(String message, Json.Obj metadata) implements ChatResponse {
        public Message(String message) {
            this(message, Json.EMPTY);
        }
    }

    record Reasoning(String reasoning, Json.Obj metadata) implements ChatResponse {
        public Reasoning(String reasoning) {
            this(reasoning, Json.EMPTY);
        }
    }

    record Data(Json data, Json.Obj metadata) implements ChatResponse {
        public Data(Json data) {
            this(data, Json.EMPTY);
        }
    }

    record ToolCallRequest(String id, String name, Json.Obj arguments, Json.Obj metadata) implements Event {
        public ToolCallRequest(String id, String name, Json.Obj arguments) {
            this(id, name, arguments, Json.EMPTY);
        }
    }

    record ToolCallResponse(String id, String content, boolean isError, Json.Obj metadata) implements Event {
        public ToolCallResponse(String id, String content, boolean isError) {
            this(id, content, isError, Json.EMPTY);
        }
    }

    /// A question that `source`, a tool for one, has for the user.
    record InquiryRequest(String id, String question, List<String> options, Json source, Json.Obj metadata)
            implements Event {
        public InquiryRequest {
            options = List.copyOf(options);
        }
    }

    record InquiryResponse(String id, Json answer, Json.Obj metadata) implements Event {
        public InquiryResponse(String id, Json answer) {
            this(id, answer, Json.EMPTY);
        }
    }

    record ConfigDelta(Json.Obj delta, Json.Obj metadata) implements Event {}

    record Unknown(Json.Obj object) implements Event {
        @Override
        public Json.Obj metadata() {
            return Json.EMPTY;
        }
    }
}
