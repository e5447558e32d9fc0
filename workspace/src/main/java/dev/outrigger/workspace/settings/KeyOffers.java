package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;

/// What may be typed where a key or its value is wanted.
public final class KeyOffers {
    /// A word, and what it is for. An `open` one only leads to keys: `plugins.command.`
    public record Offer(String text, String about, boolean open) {}

    /// The names that the user has chosen below a table, such as those of plugins below `plugins.command`.
    public interface Names {
        List<String> below(String table);
    }

    private KeyOffers() {}

    /// All keys; of those below names that the user chooses, only the next step, since each has them all.
    public static List<Offer> keys(String typed, Names names) {
        var offers = new ArrayList<Offer>();
        for (var key : KnownKeys.all()) {
            walk(key, KeyPath.split(key.path()), typed, names, offers);
        }
        return offers;
    }

    private static void walk(SettingKey key, List<String> steps, String typed, Names names, List<Offer> offers) {
        var path = new StringBuilder();
        for (int i = 0; i < steps.size(); i++) {
            var table = path.toString();
            if (i > 0) {
                path.append('.');
            }
            if (!steps.get(i).equals("*")) {
                path.append(steps.get(i));
                continue;
            }
            if (!typed.startsWith(path.toString())) {
                offers.add(new Offer(path.toString(), "", true));
                return;
            }
            int end = endOfName(typed, path.length());
            boolean last = i == steps.size() - 1;
            if (last || end < 0) {
                for (var name : names.below(table)) {
                    offers.add(new Offer(
                            path + KeyPath.text(List.of(name)) + (last ? "" : "."), last ? key.doc() : "", !last));
                }
                return;
            }
            path.append(typed, path.length(), end);
        }
        offers.add(new Offer(path.toString(), key.doc(), false));
    }

    /// Where the dot behind a name is that begins here, in quotes or not; -1 when it is not typed yet.
    private static int endOfName(String typed, int from) {
        boolean inside = false;
        for (int i = from; i < typed.length(); i++) {
            char c = typed.charAt(i);
            if (c == '\\' && inside) {
                i++;
            } else if (c == '"') {
                inside = !inside;
            } else if (c == '.' && !inside) {
                return i;
            }
        }
        return -1;
    }

    /// What the key at this path takes, where that can be listed, and else its default. Nothing for one that is
    /// unknown.
    public static List<Offer> values(String path) {
        var key = path.indexOf('"') < 0 ? KeyTree.find(KeyPath.split(path)) : null;
        if (key == null) {
            return List.of();
        }
        return switch (key.type()) {
            case CHOICE -> offers(key.choices());
            case FLAG -> offers(List.of("true", "false"));
            case TEXT, WHOLE_NUMBER, NUMBER ->
                switch (key.standard()) {
                    case Json.Str(var text) -> List.of(new Offer(text, "the default", false));
                    case Json.Num(var digits) -> List.of(new Offer(digits, "the default", false));
                    case null, default -> List.of();
                };
            case TEXTS, OPEN -> List.of();
        };
    }

    private static List<Offer> offers(List<String> values) {
        var offers = new ArrayList<Offer>();
        for (var value : values) {
            offers.add(new Offer(value, "", false));
        }
        return offers;
    }
}
