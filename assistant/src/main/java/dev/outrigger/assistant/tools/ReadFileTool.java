package dev.outrigger.assistant.tools;

import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.ToolResult;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import java.io.IOException;

/// A text file, or some lines of it.
final class ReadFileTool extends BuiltinTool {
    private static final ToolDefinition DEFINITION = new ToolDefinition(
            "read_file",
            "Reads a text file of the workspace, or some of its lines. A long file comes in parts: the note at the end"
                    + " says how to go on.",
            schema(
                    Json.object()
                            .put("path", property("string", "The file, from the workspace's root."))
                            .put("from_line", number("The first line wanted, counted from 1."))
                            .put("to_line", number("The last line wanted."))
                            .build(),
                    "path"));

    ReadFileTool(ToolFolder ground) {
        super(ground, DEFINITION, Consent.UNATTENDED);
    }

    private static Json.Obj number(String description) {
        return property("integer", description).with("minimum", Json.of(1));
    }

    @Override
    ToolResult act(FieldReader arguments, ToolRun run) throws ToolRefused, IOException, FieldReader.Mistake {
        long from = arguments.wholeIfAny("from_line", 1, Long.MAX_VALUE).orElse(1);
        long to = arguments.wholeIfAny("to_line", 1, Long.MAX_VALUE).orElse(Long.MAX_VALUE);
        if (to < from) {
            throw new ToolRefused("to_line " + to + " is before from_line " + from);
        }
        try (var place = ground.find(arguments.text("path"))) {
            var shown = ToolFolder.shown(place.path());
            switch (place.kind()) {
                case FILE -> {}
                case FOLDER -> throw new ToolRefused(shown + " is a folder; list_folder shows what is in it");
                case SPECIAL -> throw new ToolRefused(shown + " is a pipe, a socket or a device, and not read");
                case ABSENT -> throw new ToolRefused(shown + " does not exist");
            }
            consentToSecrets(place, run);
            try (var channel = place.read()) {
                return ToolResult.of(new FileExcerpts(channel, shown, run.cancellation()).lines(from, to));
            }
        }
    }
}
