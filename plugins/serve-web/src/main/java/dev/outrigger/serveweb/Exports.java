package dev.outrigger.serveweb;

import dev.outrigger.serveweb.view.EntryReader;
import dev.outrigger.serveweb.view.ExportPage;
import dev.outrigger.serveweb.view.PrettyJson;
import dev.outrigger.serveweb.view.Templates;
import dev.outrigger.web.Refused;
import dev.outrigger.web.VisibleCharacters;
import dev.outrigger.web.WebAnswer;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;
import java.util.List;

/// A conversation as a file to be kept.
final class Exports {
    private Exports() {}

    static WebAnswer of(String format, ConversationId id, String title, List<Json> events, String style)
            throws Refused {
        var name = (title.isEmpty() ? "conversation" : title) + "-" + id.digits();
        return switch (format) {
            case "md" -> new WebAnswer.Download(name + ".md", "text/markdown; charset=utf-8", markdown(title, events));
            case "json" ->
                new WebAnswer.Download(name + ".json", "application/json", PrettyJson.of(new Json.Arr(events)) + "\n");
            case "html" -> {
                var page = new ExportPage(
                        title.isEmpty() ? "Untitled" : VisibleCharacters.name(title),
                        EntryReader.all(events, 1),
                        style);
                yield new WebAnswer.Download(name + ".html", "text/html; charset=utf-8", Templates.file(page));
            }
            default -> throw new Refused(400, "A conversation is saved as md, json or html.");
        };
    }

    /// As it was said: this is for the user's own files.
    static String markdown(String title, List<Json> events) {
        var text = new StringBuilder("# " + (title.isEmpty() ? "Untitled" : title.replace('\n', ' ')) + "\n");
        for (var json : events) {
            if (json instanceof Json.Obj object) {
                add(Event.of(object), text);
            }
        }
        return text.toString();
    }

    private static void add(Event event, StringBuilder text) {
        switch (event) {
            case Event.ChatRequest(var content, var _, var attachments, var _) -> {
                text.append("\n## You\n\n").append(content.strip()).append('\n');
                for (var file : attachments) {
                    text.append("\n").append(file.path()).append(":\n\n");
                    block(file.content(), "", text);
                }
            }
            case Event.Message(var message, var _) ->
                text.append("\n## Assistant\n\n").append(message.strip()).append('\n');
            case Event.Data(var data, var _) -> {
                text.append("\n## Assistant\n\n");
                block(PrettyJson.of(data), "json", text);
            }
            case Event.ToolCallRequest(var _, var name, var arguments, var _) -> {
                text.append("\nTool `").append(name).append("`:\n\n");
                block(PrettyJson.of(arguments), "json", text);
            }
            case Event.ToolCallResponse(var _, var content, var failed, var _) -> {
                text.append(failed ? "\nIt failed:\n\n" : "\nIts result:\n\n");
                block(content, "", text);
            }
            case Event.InquiryRequest(var _, var question, var _, var _, var _) ->
                text.append("\nQuestion: ").append(question).append('\n');
            case Event.InquiryResponse(var _, var answer, var _) -> {
                text.append("\nAnswer:\n\n");
                block(PrettyJson.of(answer), "json", text);
            }
            case Event.Reasoning _, Event.TurnStart _, Event.ConfigDelta _, Event.Unknown _ -> {}
        }
    }

    /// Fenced with more marks than any line of it begins with.
    private static void block(String content, String language, StringBuilder text) {
        var fence = new StringBuilder("```");
        while (content.contains(fence)) {
            fence.append('`');
        }
        text.append(fence).append(language).append('\n').append(content.stripTrailing());
        text.append('\n').append(fence).append('\n');
    }
}
