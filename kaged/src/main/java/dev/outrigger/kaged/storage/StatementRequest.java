package dev.outrigger.kaged.storage;

import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import java.util.List;

/// One statement and what its `?` stand for, in their order.
public record StatementRequest(String sql, List<Json> params) {
    public StatementRequest {
        params = List.copyOf(params);
    }

    /// From `{sql, params?}`.
    public static StatementRequest of(Json.Obj object) throws FieldReader.Mistake {
        var fields = new FieldReader(object);
        boolean bare = object.get("params").filter(p -> p != Json.Null.NULL).isEmpty();
        return new StatementRequest(fields.text("sql"), bare ? List.of() : fields.list("params"));
    }
}
