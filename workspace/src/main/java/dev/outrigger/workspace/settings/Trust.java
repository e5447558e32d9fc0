package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// From whom a key is believed.
enum Trust {
    /// Also from what comes with a workspace.
    ANYONE,
    /// From what comes with a workspace only when the new value is at least as strict as the one before.
    TIGHTEN_ONLY,
    /// From the user's own files, the environment and `--cfg` only.
    USER_ONLY;

    /// Whether something that came with a workspace may give this key this value. The one place where that is decided.
    static boolean allows(Key key, @Nullable Json before, Json wanted) {
        return switch (key.trust()) {
            case ANYONE -> true;
            case USER_ONLY -> false;
            case TIGHTEN_ONLY ->
                key.scale().isEmpty()
                        ? before == null || Key.word(before).equals(Key.word(wanted))
                        : key.strictness(wanted) >= key.strictness(before);
        };
    }

    /// Whether a key inside an open table says where a secret is read from. Such keys are [#USER_ONLY] wherever they
    /// are.
    static boolean pointsAtSecret(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith("_env") || lower.endsWith("_file");
    }

    /// Whether there is such a key anywhere in a value.
    static boolean holdsPointer(@Nullable Json value) {
        if (value instanceof Json.Obj(var fields)) {
            for (var field : fields.entrySet()) {
                if (pointsAtSecret(field.getKey()) || holdsPointer(field.getValue())) {
                    return true;
                }
            }
        } else if (value instanceof Json.Arr(var items)) {
            for (var item : items) {
                if (holdsPointer(item)) {
                    return true;
                }
            }
        }
        return false;
    }
}
