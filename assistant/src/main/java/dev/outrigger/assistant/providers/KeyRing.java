package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// All keys that the settings and the environment name, for any provider. A server or a tool may send back another one
/// than it was sent, from an environment or a file that it has seen: none of them is stored.
public final class KeyRing {
    public static final KeyRing EMPTY = new KeyRing(List.of());

    private final List<SecretKey> keys;

    KeyRing(Collection<SecretKey> keys) {
        this.keys = keys.stream().filter(SecretKey::isHidden).distinct().toList();
    }

    public static KeyRing of(Collection<KeySource> sources, Map<String, String> environment) {
        return new KeyRing(found(sources, environment));
    }

    /// With the one that is sent now.
    static KeyRing of(SecretKey sent, ProviderSettings settings) {
        var all = found(settings.allKeys(), settings.environment());
        all.add(sent);
        return new KeyRing(all);
    }

    private static List<SecretKey> found(Collection<KeySource> sources, Map<String, String> environment) {
        var found = new ArrayList<SecretKey>();
        for (var source : sources) {
            try {
                found.add(new ProviderKeys("any provider", source, environment).key(false));
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
        return KeySpan.hidden(words, spans(words));
    }

    private List<KeySpan> spans(String words) {
        var spans = new ArrayList<KeySpan>();
        for (var key : keys) {
            spans.addAll(key.spans(words));
        }
        return spans;
    }

    /// Words about a failure, which may have been cut short; `sent` is hidden in them, too, be it as short as it may.
    String hiddenIn(String words, SecretKey sent) {
        var spans = new ArrayList<>(sent.begunSpans(words));
        for (var key : keys) {
            spans.addAll(key.begunSpans(words));
        }
        return KeySpan.hidden(words, spans);
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
            case Json.Deferred _ -> Json.of(SecretKey.MARK);
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

    /// Up to where this text can be told from keys, whatever comes behind it: the end may be the beginning of a key,
    /// and that may begin in the midst of another one, with which it is hidden as one.
    int settledIn(String words) {
        int begun = 0;
        for (var key : keys) {
            begun = Math.max(begun, key.begunIn(words));
        }
        int settled = words.length() - begun;
        for (var span : KeySpan.merged(spans(words))) {
            if (span.from() < settled && settled < span.to()) {
                return span.from();
            }
        }
        return settled;
    }
}
