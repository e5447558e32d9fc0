package dev.outrigger.workspace.settings;

import dev.outrigger.toml.TomlProblem;
import dev.outrigger.toml.TomlReader;
import dev.outrigger.toml.TomlText;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.WorkspaceProblem;

/// TOML of settings, with what to do where it is none.
final class ConfigToml {
    private ConfigToml() {}

    static Json.Obj parse(String where, String text) throws WorkspaceProblem {
        try {
            return TomlReader.parse(text);
        } catch (TomlProblem e) {
            throw new WorkspaceProblem(e.wordsFor(where), "mend the file; nothing of it can be used before", e);
        }
    }

    static String value(Json value) throws WorkspaceProblem {
        try {
            return TomlText.value(value);
        } catch (TomlProblem e) {
            throw new WorkspaceProblem(String.valueOf(e.getMessage()), "`jp config unset` takes a key away", e);
        }
    }
}
