package dev.outrigger.kaged.storage;

import dev.outrigger.wire.Json;
import java.util.List;

/// The rows a statement gave, each an object by column, and how many it inserted, changed or removed.
public record StatementAnswer(List<Json.Obj> rows, long changes) {
    public StatementAnswer {
        rows = List.copyOf(rows);
    }

    public Json.Obj json() {
        return Json.object()
                .put("rows", new Json.Arr(List.copyOf(rows)))
                .put("changes", changes)
                .build();
    }
}
