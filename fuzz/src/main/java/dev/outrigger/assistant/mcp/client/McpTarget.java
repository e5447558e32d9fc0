package dev.outrigger.assistant.mcp.client;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.ToolQuestion;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.fuzz.base.Target;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.util.List;
import java.util.Optional;

/// What an MCP server sends in its messages: lists of tools, results, forms, progress.
public final class McpTarget implements Target {
    @Override
    public String name() {
        return "mcp";
    }

    @Override
    public List<String> words() {
        return List.of(
                "\"tools\":[{",
                "\"name\":",
                "\"inputSchema\":{\"type\":\"object\"}",
                "\"description\":",
                "\"nextCursor\":",
                "\"content\":[{",
                "\"type\":\"text\"",
                "\"type\":\"image\"",
                "\"resource\":{",
                "\"uri\":",
                "\"blob\":",
                "\"structuredContent\":",
                "\"isError\":true",
                "\"requestedSchema\":{",
                "\"properties\":{",
                "\"enum\":[",
                "\"enumNames\":[",
                "\"oneOf\":[{\"const\":",
                "\"required\":[",
                "\"mode\":\"url\"",
                "\"progress\":",
                "\"total\":",
                "\"title\":",
                "\"integer\"",
                "\"execution\":{\"taskSupport\":\"required\"}");
    }

    @Override
    public String read(byte[] input) {
        try {
            if (!(JsonText.parse(input) instanceof Json.Obj object)) {
                return "no object";
            }
            var form = Elicitation.answer("server", object, new Willing(), McpTarget::harmless);
            var _ = McpProgress.line(object);
            return listed(object) + " " + result(object) + " "
                    + form.text("action").orElse("") + form.get("content").isPresent();
        } catch (MalformedJson e) {
            return e.what();
        }
    }

    /// What is told of a form stands on one line, whatever its fields are called.
    private static void harmless(String note) {
        if (note.chars().anyMatch(Character::isISOControl)) {
            throw new Broken("a note with a character that a terminal acts upon");
        }
    }

    private static String listed(Json.Obj object) {
        var reading = new McpToolList.Reading();
        try {
            reading.page(object);
        } catch (McpProblem e) {
            return String.valueOf(e.getMessage());
        }
        var list = reading.done();
        var again = new McpToolList.Reading();
        try {
            again.page(Json.object().put("tools", list.json()).build());
        } catch (McpProblem e) {
            throw new Broken("a list that was kept cannot be read");
        }
        if (!again.done().tools().equals(list.tools())) {
            throw new Broken("a list that was kept is another");
        }
        return list.notes().isEmpty()
                ? "list " + reading.goesOn()
                : list.notes().getFirst();
    }

    private static String result(Json.Obj object) {
        try {
            return McpResults.of(object).isError() ? "failed" : "result";
        } catch (McpProblem e) {
            return String.valueOf(e.getMessage());
        }
    }

    /// Somebody who has an answer to everything.
    private static final class Willing implements ToolRun {
        @Override
        public String id() {
            return "1";
        }

        @Override
        public Cancellation cancellation() {
            return new Cancellation();
        }

        @Override
        public void progress(String line) {}

        @Override
        public Optional<Json> ask(ToolQuestion question) {
            return switch (question.kind()) {
                case TEXT -> Optional.of(question.standard().orElse(Json.of("12")));
                case BOOLEAN -> Optional.of(Json.of(true));
                case SELECT -> Optional.of(Json.of(question.options().getFirst()));
            };
        }
    }
}
