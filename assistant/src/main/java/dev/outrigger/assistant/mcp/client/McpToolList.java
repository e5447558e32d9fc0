package dev.outrigger.assistant.mcp.client;

import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The tools of a server, by their names there and in its order; `notes` is what was left out, and why.
public record McpToolList(Map<String, McpToolDefinition> tools, List<String> notes) {
    public static final McpToolList EMPTY = new McpToolList(Map.of(), List.of());
    private static final int MOST_PAGES = 100;
    private static final int MOST_TOOLS = 1000;
    /// Of all definitions together: they are kept, twice, and shown to people.
    private static final int MOST_BYTES = 4 << 20;

    private static final int MOST_NOTES = 20;
    private static final int LARGEST_CURSOR = 64 << 10;

    public Optional<McpToolDefinition> named(String name) {
        return Optional.ofNullable(tools.get(name));
    }

    /// As it is kept: what [Reading] takes again.
    public Json.Arr json() {
        return new Json.Arr(
                tools.values().stream().<Json>map(McpToolDefinition::json).toList());
    }

    /// Page by page. A list that has no end is cut off.
    public static final class Reading {
        private final Map<String, McpToolDefinition> tools = new LinkedHashMap<>();
        private final List<String> notes = new ArrayList<>();
        private final Set<String> cursors = new HashSet<>();
        private String cursor = "";
        private int pages;
        private int bytes;

        String cursor() {
            return cursor;
        }

        public boolean goesOn() {
            return !cursor.isEmpty();
        }

        public McpToolList done() {
            return new McpToolList(java.util.Collections.unmodifiableMap(tools), List.copyOf(notes));
        }

        public void page(Json said) throws McpProblem {
            if (!(said instanceof Json.Obj page)
                    || !(page.get("tools").orElse(Json.Null.NULL) instanceof Json.Arr(var items))) {
                throw new McpProblem(McpProblem.Code.MALFORMED, "its list of tools is no list");
            }
            pages++;
            for (var item : items) {
                if (tools.size() >= MOST_TOOLS) {
                    note("it has more than " + MOST_TOOLS + " tools; the rest is left out");
                    cursor = "";
                    return;
                }
                take(item);
            }
            next(page.text("nextCursor").orElse(""));
        }

        private void take(Json item) {
            try {
                var tool = McpToolDefinition.of(item);
                int size = JsonText.bytes(tool.json()).length;
                if (bytes + size > MOST_BYTES) {
                    throw new FieldReader.Mistake(
                            "with it, the definitions are larger than " + (MOST_BYTES >> 20) + " MiB in all");
                }
                bytes += size;
                if (tools.putIfAbsent(tool.name(), tool) != null) {
                    note("the tool `" + HarmlessWords.line(tool.name()) + "` is left out the second time");
                }
            } catch (FieldReader.Mistake e) {
                var name = item instanceof Json.Obj object ? object.text("name").orElse("") : "";
                note("the tool `" + HarmlessWords.line(name) + "` is left out: " + e.what());
            }
        }

        private void next(String said) {
            cursor = said;
            if (said.isEmpty()) {
                return;
            }
            if (!cursors.add(said) || said.length() > LARGEST_CURSOR) {
                note("its list of tools runs in a circle; what was read of it counts");
                cursor = "";
            } else if (pages >= MOST_PAGES) {
                note("its list of tools has more than " + MOST_PAGES + " pages; the rest is left out");
                cursor = "";
            }
        }

        private void note(String line) {
            if (notes.size() < MOST_NOTES) {
                notes.add(line);
            }
        }
    }
}
