package dev.outrigger.kaged.wrap;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// Sections of settings as pip writes them, several files over each other: what comes later counts.
final class IniSettings {
    private final Map<String, Map<String, String>> sections = new LinkedHashMap<>();

    void add(String text) {
        Map<String, String> section = new LinkedHashMap<>();
        var key = "";
        for (var line : text.lines().toList()) {
            var bare = line.strip();
            if (bare.isEmpty() || bare.startsWith("#") || bare.startsWith(";")) {
                continue;
            }
            if (Character.isWhitespace(line.charAt(0)) && !key.isEmpty()) {
                section.merge(key, "\n    " + bare, String::concat);
            } else if (bare.startsWith("[") && bare.endsWith("]")) {
                section = sections.computeIfAbsent(bare, _ -> new LinkedHashMap<>());
                key = "";
            } else {
                int at = separator(bare);
                key = at < 0
                        ? ""
                        : bare.substring(0, at).strip().toLowerCase(Locale.ROOT).replace('_', '-');
                if (!key.isEmpty()) {
                    section.put(key, bare.substring(at + 1).strip());
                }
            }
        }
    }

    /// The first of `=` and `:`.
    private static int separator(String line) {
        int equals = line.indexOf('=');
        int colon = line.indexOf(':');
        return equals < 0 ? colon : colon < 0 ? equals : Math.min(equals, colon);
    }

    boolean isEmpty() {
        return sections.isEmpty();
    }

    String text() {
        var text = new StringBuilder();
        sections.forEach((name, settings) -> {
            text.append(name).append('\n');
            settings.forEach(
                    (key, value) -> text.append(key).append(" = ").append(value).append('\n'));
        });
        return text.toString();
    }
}
