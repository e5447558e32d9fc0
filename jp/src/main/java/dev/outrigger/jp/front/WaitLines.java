package dev.outrigger.jp.front;

import dev.outrigger.assistant.Renderer.Waiting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is waited for, and since when, as lines for people. Times are in nanoseconds of one clock.
final class WaitLines {
    private static final long SECOND = 1_000_000_000;
    private static final String FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
    private static final int MOST_TOOLS = 5;

    private sealed interface Wait {
        record Model(String name, long since) implements Wait {}

        record Retry(String why, int attempt, long until) implements Wait {}
    }

    private record Tool(String name, String progress, long since) {}

    private Optional<Wait> model = Optional.empty();
    private final Map<String, Tool> tools = new LinkedHashMap<>();

    void begin(Waiting on, long now) {
        switch (on) {
            case Waiting.Model(var name) -> model = Optional.of(new Wait.Model(name, now));
            case Waiting.Retry(var why, var attempt, var pause) ->
                model = Optional.of(new Wait.Retry(why, attempt, now + pause.toNanos()));
            case Waiting.RunningTool(var id, var name) -> {
                // It was the model that called it.
                answered();
                tools.put(id, new Tool(name, "", now));
            }
            case Waiting.Progress(var id, var name, var line) -> {
                var known = tools.get(id);
                tools.put(id, new Tool(name, line, known == null ? now : known.since));
            }
        }
    }

    /// The model has begun to answer.
    void answered() {
        model = Optional.empty();
    }

    void ended(String tool) {
        tools.remove(tool);
    }

    void nothing() {
        model = Optional.empty();
        tools.clear();
    }

    boolean any() {
        return model.isPresent() || !tools.isEmpty();
    }

    List<String> lines(long now) {
        var lines = new ArrayList<String>();
        var frame = FRAMES.charAt((int) Math.floorMod(now / (SECOND / 10), (long) FRAMES.length())) + " ";
        model.ifPresent(wait -> lines.add(
                switch (wait) {
                    case Wait.Model(var name, var since) -> frame + name + seconds(now - since);
                    case Wait.Retry(var why, var attempt, var until) ->
                        frame + why + "; try " + (attempt + 1) + " in "
                                + Math.max(0, (until - now + SECOND - 1) / SECOND) + " s";
                }));
        int shown = 0;
        for (var tool : tools.values()) {
            if (shown++ == MOST_TOOLS) {
                lines.add("  and " + (tools.size() - MOST_TOOLS) + " more");
                break;
            }
            lines.add(frame
                    + tool.name
                    + seconds(now - tool.since)
                    + (tool.progress.isEmpty() ? "" : ": " + tool.progress));
        }
        return lines;
    }

    private static String seconds(long nanos) {
        return nanos < SECOND ? " …" : " … " + nanos / SECOND + " s";
    }
}
