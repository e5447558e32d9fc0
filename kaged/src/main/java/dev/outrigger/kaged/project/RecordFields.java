package dev.outrigger.kaged.project;

import dev.outrigger.wire.Json;
import java.util.List;

/// The fields of something that we wrote ourselves. What is not as we write it stops the reading.
record RecordFields(Json.Obj object) {
    /// Not as we write it.
    static final class Unfit extends RuntimeException {
        Unfit(String field) {
            super(field + " is not as kaged writes it", null, false, false);
        }
    }

    String text(String name) {
        return object.text(name).orElseThrow(() -> new Unfit(name));
    }

    boolean truth(String name) {
        if (object.fields().get(name) instanceof Json.Bool truth) {
            return truth == Json.Bool.TRUE;
        }
        throw new Unfit(name);
    }

    RecordFields inner(String name) {
        if (object.fields().get(name) instanceof Json.Obj inner) {
            return new RecordFields(inner);
        }
        throw new Unfit(name);
    }

    List<String> texts(String name) {
        if (object.fields().get(name) instanceof Json.Arr(var items)) {
            return items.stream()
                    .map(item -> {
                        if (item instanceof Json.Str(var text)) {
                            return text;
                        }
                        throw new Unfit(name);
                    })
                    .toList();
        }
        throw new Unfit(name);
    }
}
