package dev.outrigger.kaged.store;

import dev.outrigger.toml.TomlProblem;
import dev.outrigger.toml.TomlReader;
import dev.outrigger.toml.TomlText;
import dev.outrigger.wire.Json;

/// TOML of `local.toml`, with what to do where it is none.
final class LocalToml {
    private LocalToml() {}

    static Json.Obj parse(String where, String text) throws StoreProblem {
        try {
            return TomlReader.parse(text);
        } catch (TomlProblem e) {
            throw new StoreProblem(e.wordsFor(where) + ": mend the file");
        }
    }

    /// On one line, as the right side of a `=`.
    static String inline(Json value) throws StoreProblem {
        try {
            return TomlText.value(value);
        } catch (TomlProblem e) {
            throw new StoreProblem(e.getMessage() + ": leave the field out");
        }
    }

    /// The value as it is after it was written and read: numbers lose the form they came in.
    static Json.Obj normal(Json.Obj value) throws StoreProblem {
        return parse("", "value = " + inline(value)).get("value").orElse(Json.EMPTY) instanceof Json.Obj normal
                ? normal
                : Json.EMPTY;
    }
}
