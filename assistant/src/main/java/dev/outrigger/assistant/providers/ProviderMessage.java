package dev.outrigger.assistant.providers;

import dev.outrigger.system.ReaderRisk;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.event.Event;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.UUID;

/// What one side said before the other spoke again: the form that all providers want a conversation in.
record ProviderMessage(boolean user, List<Part> parts) {
    private static final int LONGEST_ID = 40;
    private static final int LONGEST_NAME = 64;

    sealed interface Part {}

    record Text(String text) implements Part {}

    /// `seal` is what this provider gave with it.
    record Thought(String text, Json.Obj seal) implements Part {}

    record Call(String id, String tool, Json.Obj arguments) implements Part {}

    record Result(String id, String tool, String content, boolean isError) implements Part {}

    /// Thoughts that this provider did not seal are left out: it would not know them for its own.
    static List<ProviderMessage> of(List<Event> history, String provider) {
        var speeches = new ArrayList<ProviderMessage>();
        var tools = new HashMap<String, String>();
        for (var event : history) {
            switch (event) {
                case Event.ChatRequest request -> {
                    for (var file : request.attachments()) {
                        add(speeches, true, new Text(fenced(file)));
                    }
                    addText(speeches, true, request.content());
                }
                case Event.Message(var message, var _) -> addText(speeches, false, message);
                case Event.Data(var data, var _) -> addText(speeches, false, JsonText.text(data));
                case Event.Reasoning(var text, var metadata) -> {
                    if (metadata.get(provider).orElse(Json.Null.NULL) instanceof Json.Obj seal) {
                        add(speeches, false, new Thought(text, seal));
                    }
                }
                case Event.ToolCallRequest(var id, var name, var arguments, var _) -> {
                    tools.put(id, toolName(name));
                    add(speeches, false, new Call(callId(id), toolName(name), arguments));
                }
                case Event.ToolCallResponse(var id, var content, var isError, var _) -> {
                    var tool = tools.remove(id);
                    if (tool == null) {
                        // No provider takes the result of a call that it does not see.
                        addText(speeches, true, "(A tool said, though nobody called it here: " + content + ")");
                    } else {
                        add(speeches, true, new Result(callId(id), tool, content, isError));
                    }
                }
                case Event.TurnStart _,
                        Event.InquiryRequest _,
                        Event.InquiryResponse _,
                        Event.ConfigDelta _,
                        Event.Unknown _ -> {
                    // Between people and programs; no word of it is the model's.
                }
            }
        }
        return speeches;
    }

    private static void addText(List<ProviderMessage> speeches, boolean user, String text) {
        if (!text.isBlank()) {
            add(speeches, user, new Text(text));
        }
    }

    private static void add(List<ProviderMessage> speeches, boolean user, Part part) {
        if (speeches.isEmpty() || speeches.getLast().user != user) {
            speeches.add(new ProviderMessage(user, new ArrayList<>()));
        }
        speeches.getLast().parts.add(part);
    }

    /// A fence longer than any in the file, so that the file cannot end it.
    private static String fenced(Event.Attachment file) {
        int longest = 2;
        int run = 0;
        for (int i = 0; i < file.content().length(); i++) {
            run = file.content().charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        var fence = "`".repeat(longest + 1);
        var end = file.content().endsWith("\n") ? "" : "\n";
        return "File " + ReaderRisk.masked(file.path()) + ":\n" + fence + "\n" + file.content() + end + fence;
    }

    /// As it is where every provider takes it; the ids of some are too long or too odd for others.
    private static String callId(String id) {
        return id.matches("[A-Za-z0-9_-]{1," + LONGEST_ID + "}")
                ? id
                : "call_"
                        + UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8))
                                .toString()
                                .replace("-", "");
    }

    private static String toolName(String name) {
        var plain = name.replaceAll("[^A-Za-z0-9_-]", "_");
        return plain.isEmpty() ? "_" : plain.substring(0, Math.min(plain.length(), LONGEST_NAME));
    }
}
