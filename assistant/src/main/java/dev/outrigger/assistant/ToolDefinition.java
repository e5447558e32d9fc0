package dev.outrigger.assistant;

import dev.outrigger.schema.Schema;
import dev.outrigger.wire.Json;
import java.util.Optional;

/// A tool as a model sees it.
///
/// @param name see [#isName]
/// @param parameters a JSON Schema of type `object`
public record ToolDefinition(String name, String description, Json.Obj parameters) {
    public static final int LONGEST_NAME = 64;

    /// What is wrong with these arguments and where, if anything. A schema that cannot be used is the tool's own
    /// affair.
    public Optional<String> misfit(Json.Obj arguments) {
        return switch (Schema.of(parameters).check(arguments)) {
            case Schema.Verdict.Fits _, Schema.Verdict.Unusable _ -> Optional.empty();
            case Schema.Verdict.Misfit(var path, var what) ->
                Optional.of("the arguments do not fit, at /" + String.join("/", path) + ": " + what);
        };
    }

    /// Letters, digits, `_` and `-`, at most 64: what every provider takes.
    public static boolean isName(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!plain && c != '_' && c != '-') {
                return false;
            }
        }
        return !name.isEmpty() && name.length() <= LONGEST_NAME;
    }
}
