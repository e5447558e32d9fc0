package dev.outrigger.kaged.store;

import dev.outrigger.wire.Json;
import java.nio.file.Path;
import java.util.List;

/// What a removal would take away: these folders, and in local.toml the whole entry (`purge`) or what says that the
/// plugin is installed.
public record RemovalPlan(String name, List<Path> folders, boolean purge) {
    public Json.Obj json() {
        return Json.object()
                .put("name", name)
                .put("folders", Json.texts(folders.stream().map(Path::toString).toList()))
                .put("purge", purge)
                .build();
    }

    public String text() {
        var text = new StringBuilder("removes " + name + "\n");
        folders.forEach(folder -> text.append("  ").append(folder).append('\n'));
        text.append(purge ? "  and its configuration\n" : "  and keeps its data and configuration\n");
        return text.toString();
    }
}
