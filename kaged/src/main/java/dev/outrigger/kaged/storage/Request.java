package dev.outrigger.kaged.storage;

import dev.outrigger.wire.Fields;
import dev.outrigger.wire.Json;
import java.util.List;

/// One statement and what its `?` stand for, in their order.
public record Request(String sql, List<Json> params) {
    public Request {
        params = List.copyOf(params);
    }

    /// From `{sql, params?}`.
    public static Request of(Json.Obj object) throws Fields.Mistake {
        var fields = new Fields(object);
        boolean bare = object.get("params").filter(p -> p != Json.Null.NULL).isEmpty();
        return new Request(fields.text("sql"), bare ? List.of() : fields.list("params"));
    }
}
