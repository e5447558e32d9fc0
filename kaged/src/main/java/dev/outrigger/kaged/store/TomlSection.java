package dev.outrigger.kaged.store;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The lines of `[plugins.<name>]` in a TOML file, to change some of them and leave the rest. Knows the usual way to
/// write them; whoever uses it reads the result again.
final class TomlSection {
    private static final Pattern HEADER = Pattern.compile("\\s*\\[.*");

    private final List<String> lines;
    private final String name;
    /// For a section that is not there yet.
    private final List<String> added = new ArrayList<>();
    /// Of the header; -1 when there is none.
    private final int begin;

    TomlSection(String text, String name) {
        this.lines = new ArrayList<>(text.isEmpty() ? List.of() : List.of(text.split("\n", -1)));
        this.name = name;
        this.begin = header("\\]");
    }

    private int header(String behind) {
        var quoted = Pattern.quote(name);
        var header = Pattern.compile("\\s*\\[\\s*plugins\\s*\\.\\s*(?:" + quoted + "|\"" + quoted + "\"|'" + quoted
                + "')\\s*" + behind + ".*");
        for (int i = 0; i < lines.size(); i++) {
            if (header.matcher(lines.get(i)).matches()) {
                return i;
            }
        }
        return -1;
    }

    /// Takes the key out when the value is empty.
    void set(String key, String value) {
        var wanted = value.isEmpty() ? List.<String>of() : List.of(key + " = " + value);
        if (begin < 0) {
            added.addAll(wanted);
            return;
        }
        var pattern = Pattern.compile("\\s*" + key + "\\s*=.*");
        int at = begin + 1;
        for (int i = begin + 1; i < end(begin); i++) {
            if (pattern.matcher(lines.get(i)).matches()) {
                lines.remove(i);
                at = i;
                break;
            }
            at = lines.get(i).isBlank() ? at : i + 1;
        }
        lines.addAll(at, wanted);
    }

    String text() {
        var text = String.join("\n", lines);
        if (added.isEmpty()) {
            return text;
        }
        var gap = text.isEmpty() ? "" : text.endsWith("\n") ? "\n" : "\n\n";
        return text + gap + "[plugins." + name + "]\n" + String.join("\n", added) + "\n";
    }

    /// All that begins with its header, and the tables below it.
    String textWithout() {
        for (int at = any(); at >= 0; at = any()) {
            lines.subList(at, end(at)).clear();
        }
        return String.join("\n", lines);
    }

    private int any() {
        int own = header("\\]");
        return own >= 0 ? own : header("\\.");
    }

    private int end(int from) {
        int end = from + 1;
        while (end < lines.size() && !HEADER.matcher(lines.get(end)).matches()) {
            end++;
        }
        return end;
    }
}
