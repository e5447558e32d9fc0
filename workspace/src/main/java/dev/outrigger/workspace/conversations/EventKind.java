package dev.outrigger.workspace.conversations;

import org.jspecify.annotations.Nullable;

/// The event types we know. Others are passed on untouched and cannot be pushed.
enum EventKind {
    TURN_START("turn_start", "TurnStart"),
    CHAT_REQUEST("chat_request", "ChatRequest"),
    CHAT_RESPONSE("chat_response", "ChatResponse"),
    TOOL_CALL_REQUEST("tool_call_request", "ToolCallRequest"),
    TOOL_CALL_RESPONSE("tool_call_response", "ToolCallResponse"),
    INQUIRY_REQUEST("inquiry_request", "InquiryRequest"),
    INQUIRY_RESPONSE("inquiry_response", "InquiryResponse"),
    CONFIG_DELTA("config_delta", "ConfigDelta");

    private static final EventKind[] ALL = values();

    final String type;
    /// The name in messages to plugins, as the original spells it.
    final String title;

    EventKind(String type, String title) {
        this.type = type;
        this.title = title;
    }

    static @Nullable EventKind of(String type) {
        for (var kind : ALL) {
            if (kind.type.equals(type)) {
                return kind;
            }
        }
        return null;
    }

    /// The kind spelled by these bytes.
    static @Nullable EventKind of(byte[] bytes, int from, int to) {
        for (var kind : ALL) {
            if (JsonBytes.equal(kind.type, bytes, from, to)) {
                return kind;
            }
        }
        return null;
    }
}
