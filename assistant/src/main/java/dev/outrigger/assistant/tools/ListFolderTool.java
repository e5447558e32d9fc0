package dev.outrigger.assistant.tools;

import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.ToolResult;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import java.io.IOException;

/// What is in a folder.
final class ListFolderTool extends BuiltinTool {
    private static final int MOST_ENTRIES = 1000;
    private static final int DEEPEST = 16;

    private static final ToolDefinition DEFINITION = new ToolDefinition(
            "list_folder",
            "Lists a folder of the workspace: one path per line, folders with a slash behind, files with their size in"
                    + " bytes.",
            schema(Json.object()
                    .put("path", property("string", "The folder, from the workspace's root. Absent: the root."))
                    .put(
                            "depth",
                            property("integer", "How many levels are shown; 1 is the folder itself.")
                                    .with("minimum", Json.of(1))
                                    .with("maximum", Json.of(DEEPEST))
                                    .with("default", Json.of(1)))
                    .put("all", property("boolean", "Also what is hidden, and what git ignores."))
                    .build()));

    ListFolderTool(ToolFolder ground) {
        super(ground, DEFINITION, Consent.UNATTENDED);
    }

    @Override
    ToolResult act(FieldReader arguments, ToolRun run) throws ToolRefused, IOException, FieldReader.Mistake {
        int depth = (int) arguments.wholeIfAny("depth", 1, DEEPEST).orElse(1);
        var lines = new Lines();
        var rounds = new FolderWalk(lines, arguments.truth("all"), depth, run.cancellation());
        try (var place = ground.find(path(arguments))) {
            var shown = ToolFolder.shown(place.path());
            switch (place.kind()) {
                case FOLDER -> rounds.through(place);
                case FILE -> throw new ToolRefused(shown + " is a file; read_file reads it");
                case SPECIAL -> throw new ToolRefused(shown + " is a pipe, a socket or a device, and no folder");
                case ABSENT -> throw new ToolRefused(shown + " does not exist");
            }
            if (lines.text.isEmpty()) {
                lines.text.append("[").append(shown).append(" is empty]\n");
            }
        }
        return ToolResult.of(lines.text + notes(lines, rounds));
    }

    private static String notes(Lines lines, FolderWalk rounds) {
        var notes = new StringBuilder();
        if (lines.full) {
            notes.append("[cut: these are the first ").append(MOST_ENTRIES).append(" entries; list a folder below]\n");
        }
        if (rounds.leftOut() > 0) {
            notes.append("[left out: ").append(rounds.leftOut()).append(" that are hidden or ignored by git]\n");
        }
        if (rounds.unreadable() > 0) {
            notes.append("[").append(rounds.unreadable()).append(" could not be read]\n");
        }
        return notes.toString();
    }

    private static final class Lines implements FolderWalk.Visitor {
        private final StringBuilder text = new StringBuilder();
        private int count;
        private boolean full;

        @Override
        public boolean visit(FolderWalk.Entry entry) {
            if (++count > MOST_ENTRIES) {
                full = true;
                return false;
            }
            var found = entry.attributes();
            text.append(PlainWords.line(entry.path()));
            if (found.isDirectory()) {
                text.append('/');
            } else if (found.isRegularFile()) {
                text.append("  ").append(found.size());
            } else {
                text.append(found.isSymbolicLink() ? "  (a link)" : "  (a pipe, a socket or a device)");
            }
            text.append('\n');
            return true;
        }
    }
}
