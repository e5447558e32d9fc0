package dev.outrigger.toml;

import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads the TOML that people write: tables, texts, numbers, truths, lists. Whatever else there is, a mistake included,
/// it leaves to the whole reader, which knows all of the language and takes 2 ms of every start and sixty classes for
/// it. What it does read, it reads as that one does; but for an empty text that ends a
/// file without a line's end, which that one takes for a mistake.
final class PlainToml {
    private static final int MAX_DEPTH = 16;
    private static final int LONGEST_NUMBER = 15;

    private final String text;
    private final Table root = new Table(Made.BY_HEADER, 0);
    private int at;
    /// Counted up by each header: keys with dots go on only where they began.
    private int section;

    /// Says that something here is for the whole reader.
    private static final class NotPlain extends Exception {
        private NotPlain() {
            super("not plain", null, false, false);
        }
    }

    private enum Made {
        ON_THE_WAY,
        BY_HEADER,
        BY_DOTS
    }

    /// A table that may still grow. Its fields are in the order in which the whole reader has them.
    private static final class Table {
        private final Map<String, Object> fields = new TreeMap<>();
        private final int section;
        private Made made;

        Table(Made made, int section) {
            this.made = made;
            this.section = section;
        }

        Json.Obj json() {
            var values = new TreeMap<String, Json>();
            for (var field : fields.entrySet()) {
                values.put(
                        field.getKey(),
                        field.getValue() instanceof Table table ? table.json() : (Json) field.getValue());
            }
            return new Json.Obj(values);
        }
    }

    private PlainToml(String text) {
        this.text = text;
    }

    /// Null when the whole reader has to look at it.
    static Json.@Nullable Obj parse(String text) {
        try {
            return new PlainToml(text).document();
        } catch (NotPlain _) {
            return null;
        }
    }

    private Json.Obj document() throws NotPlain {
        var table = root;
        for (blanks(); at < text.length(); blanks()) {
            char c = text.charAt(at);
            if (c == '[') {
                at++;
                table = header();
            } else if (c != '#' && c != '\n' && c != '\r') {
                pair(table);
            }
            endOfLine();
        }
        return root.json();
    }

    /// Behind the bracket.
    private Table header() throws NotPlain {
        var names = key();
        expect(']');
        section++;
        var table = root;
        for (int i = 0; i < names.size(); i++) {
            boolean last = i == names.size() - 1;
            var there = table.fields.get(names.get(i));
            if (there == null) {
                there = new Table(last ? Made.BY_HEADER : Made.ON_THE_WAY, section);
                table.fields.put(names.get(i), there);
            } else if (!(there instanceof Table known)
                    || known.made == Made.BY_DOTS
                    || (last && known.made == Made.BY_HEADER)) {
                throw new NotPlain();
            } else if (last) {
                known.made = Made.BY_HEADER;
            }
            table = (Table) there;
        }
        return table;
    }

    private void pair(Table where) throws NotPlain {
        var names = key();
        expect('=');
        var table = where;
        for (var name : names.subList(0, names.size() - 1)) {
            var there = table.fields.get(name);
            if (there == null) {
                there = new Table(Made.BY_DOTS, section);
                table.fields.put(name, there);
            }
            if (!(there instanceof Table known) || known.made != Made.BY_DOTS || known.section != section) {
                throw new NotPlain();
            }
            table = known;
        }
        blanks();
        if (table.fields.put(names.getLast(), value(0)) != null) {
            throw new NotPlain();
        }
    }

    private List<String> key() throws NotPlain {
        var names = new ArrayList<String>(4);
        do {
            blanks();
            names.add(name());
            blanks();
        } while (skip('.') && names.size() < MAX_DEPTH);
        return names;
    }

    private String name() throws NotPlain {
        char c = here();
        if (c == '"' || c == '\'') {
            return quoted(c);
        }
        int from = at;
        while (at < text.length() && bare(text.charAt(at))) {
            at++;
        }
        if (from == at) {
            throw new NotPlain();
        }
        return text.substring(from, at);
    }

    private static boolean bare(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }

    private Json value(int depth) throws NotPlain {
        if (depth > MAX_DEPTH) {
            throw new NotPlain();
        }
        char c = here();
        return switch (c) {
            case '"', '\'' -> Json.of(quoted(c));
            case '[' -> list(depth);
            case '{' -> inline(depth);
            case 't' -> word("true", Json.Bool.TRUE);
            case 'f' -> word("false", Json.Bool.FALSE);
            default -> number();
        };
    }

    private Json word(String word, Json meaning) throws NotPlain {
        if (!text.startsWith(word, at)) {
            throw new NotPlain();
        }
        at += word.length();
        return meaning;
    }

    private Json number() throws NotPlain {
        int from = at;
        boolean whole = true;
        skip('-');
        int digits = digits();
        if (digits > 1 && text.charAt(at - digits) == '0') {
            throw new NotPlain();
        }
        if (skip('.')) {
            whole = false;
            digits = Math.min(digits, digits());
        }
        // What follows may make it a date, a power, or another base.
        if (digits == 0 || at - from > LONGEST_NUMBER || (at < text.length() && bare(text.charAt(at)))) {
            throw new NotPlain();
        }
        var number = text.substring(from, at);
        return whole ? Json.of(Long.parseLong(number)) : new Json.Num(Double.toString(Double.parseDouble(number)));
    }

    private int digits() {
        int from = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at - from;
    }

    private Json list(int depth) throws NotPlain {
        at++;
        var items = new ArrayList<Json>();
        for (lines(); !skip(']'); lines()) {
            items.add(value(depth + 1));
            lines();
            if (!skip(',') && here() != ']') {
                throw new NotPlain();
            }
        }
        return new Json.Arr(items);
    }

    private Json inline(int depth) throws NotPlain {
        at++;
        var fields = new TreeMap<String, Json>();
        blanks();
        if (skip('}')) {
            return new Json.Obj(fields);
        }
        do {
            blanks();
            var name = name();
            expect('=');
            blanks();
            if (fields.put(name, value(depth + 1)) != null) {
                throw new NotPlain();
            }
            blanks();
        } while (skip(','));
        expect('}');
        return new Json.Obj(fields);
    }

    /// On one line; one that goes over several is not plain.
    private String quoted(char quote) throws NotPlain {
        int from = ++at;
        var unescaped = (StringBuilder) null;
        for (char c = here(); c != quote; c = here()) {
            if ((c < ' ' && c != '\t') || c == 0x7F) {
                throw new NotPlain();
            }
            at++;
            if (c == '\\' && quote == '"') {
                unescaped = unescaped == null ? new StringBuilder() : unescaped;
                unescaped.append(text, from, at - 1).append(escape());
                from = at;
            }
        }
        var rest = text.substring(from, at++);
        if (rest.isEmpty() && unescaped == null && at < text.length() && text.charAt(at) == quote) {
            throw new NotPlain();
        }
        return unescaped == null ? rest : unescaped.append(rest).toString();
    }

    private char escape() throws NotPlain {
        char c = here();
        at++;
        return switch (c) {
            case '"', '\\' -> c;
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            default -> throw new NotPlain();
        };
    }

    private void expect(char wanted) throws NotPlain {
        blanks();
        if (!skip(wanted)) {
            throw new NotPlain();
        }
    }

    private boolean skip(char wanted) {
        boolean found = at < text.length() && text.charAt(at) == wanted;
        at += found ? 1 : 0;
        return found;
    }

    private char here() throws NotPlain {
        if (at >= text.length()) {
            throw new NotPlain();
        }
        return text.charAt(at);
    }

    private void blanks() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
    }

    /// Blanks, ends of lines and comments: what may stand between the items of a list.
    private void lines() throws NotPlain {
        for (blanks(); here() == '#' || here() == '\n' || here() == '\r'; blanks()) {
            endOfLine();
        }
    }

    /// Maybe a comment, then the end of the line or of the text.
    private void endOfLine() throws NotPlain {
        blanks();
        if (skip('#')) {
            while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
                char c = text.charAt(at++);
                if ((c < ' ' && c != '\t') || c == 0x7F) {
                    throw new NotPlain();
                }
            }
        }
        if (at < text.length()) {
            skip('\r');
            if (!skip('\n')) {
                throw new NotPlain();
            }
        }
    }
}
