package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// All keys that the settings and the environment name, for any provider. A server or a tool may send back another one
/// than it was sent, from an environment or a file that it has seen: none of them is stored.
public final class KeyRing {
    public static final KeyRing EMPTY = new KeyRing(List.of());

    /// The longest first: another may be the beginning of it.
    private final List<Secret> keys;

    KeyRing(Collection<Secret> keys) {
        this.keys = keys.stream()
                .filter(Secret::isHidden)
                .distinct()
                .sorted(Comparator.comparingInt(Secret::length).reversed())
                .toList();
    }

    public static KeyRing of(Collection<KeySource> sources, Map<String, String> environment) {
        return new KeyRing(found(sources, environment));
    }

    /// With the one that is sent now.
    static KeyRing of(Secret sent, ProviderSettings settings) {
        var all = found(settings.allKeys(), settings.environment());
        all.add(sent);
        return new KeyRing(all);
    }

    private static List<Secret> found(Collection<KeySource> sources, Map<String, String> environment) {
        var found = new ArrayList<Secret>();
        for (var source : sources) {
            try {
                found.add(new Keys("any provider", source, environment).key(false));
            } catch (ProviderProblem _) {
                // What cannot be a key, or cannot be read, is sent to nobody; whoever is to send it is told.
            }
        }
        return found;
    }

    boolean isEmpty() {
        return keys.isEmpty();
    }

    /// A text that is whole. Where it comes in parts: [KeyFilter].
    public String without(String words) {
        var rest = words;
        for (var key : keys) {
            rest = key.without(rest);
        }
        return rest;
    }

    /// Words about a failure, which may have been cut short.
    String hiddenIn(String words) {
        var rest = words;
        for (var key : keys) {
            rest = key.hiddenIn(rest);
        }
        return rest;
    }

    /// The same for every text of a value, names too; the very value when there is no key.
    public Json without(Json value) {
        return isEmpty() ? value : searched(value);
    }

    private Json searched(Json value) {
        return switch (value) {
            case Json.Str(var words) -> {
                var rest = without(words);
                yield rest.equals(words) ? value : Json.of(rest);
            }
            case Json.Arr(var items) -> {
                var rest = new ArrayList<Json>();
                items.forEach(item -> rest.add(without(item)));
                yield new Json.Arr(rest);
            }
            case Json.Obj object -> without(object);
            // Nobody can look into it, so nobody can promise what is in it.
            case Json.Deferred _ -> Json.of(Secret.MARK);
            case Json.Num _, Json.Bool _, Json.Null _ -> value;
        };
    }

    Json.Obj without(Json.Obj object) {
        if (isEmpty()) {
            return object;
        }
        var rest = new LinkedHashMap<String, Json>();
        object.fields().forEach((name, value) -> rest.put(without(name), without(value)));
        return new Json.Obj(rest);
    }

    /// How much of the end of this text may be the beginning of a key.
    int begunIn(String words) {
        int most = 0;
        for (var key : keys) {
            most = Math.max(most, key.begunIn(words));
        }
        return most;
    }
}
