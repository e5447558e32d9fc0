package dev.outrigger.workspace.settings;

import dev.outrigger.toml.TomlText;
import dev.outrigger.workspace.settings.TomlLines.Kind;
import dev.outrigger.workspace.settings.TomlLines.Statement;
import java.util.ArrayList;
import java.util.List;

/// Walks through a TOML text statement by statement, past strings, lists and comments.
final class TomlScanner {
    private final String text;
    private final List<Statement> statements = new ArrayList<>();
    private int at;
    private int line = 1;
    private List<String> section = List.of();

    TomlScanner(String text) {
        this.text = text;
    }

    List<Statement> statements() {
        for (skipBetween(); at < text.length(); skipBetween()) {
            int before = at;
            if (text.charAt(at) == '[') {
                header();
            } else {
                pair();
            }
            if (at == before) {
                return statements;
            }
        }
        return statements;
    }

    private void header() {
        int start = lineStart();
        int startLine = line;
        boolean many = text.startsWith("[[", at);
        at += many ? 2 : 1;
        section = List.copyOf(names());
        skipToLineEnd();
        add(many ? Kind.TABLES : Kind.TABLE, section, section.size(), startLine, start, at, at);
    }

    private void pair() {
        int start = lineStart();
        int startLine = line;
        var own = names();
        if (peek() == '=') {
            at++;
        }
        skipBlanks();
        int valueStart = at;
        skipValue();
        int valueEnd = at;
        skipToLineEnd();
        var path = new ArrayList<>(section);
        path.addAll(own);
        add(Kind.PAIR, List.copyOf(path), own.size(), startLine, start, valueStart, valueEnd);
    }

    private void add(Kind kind, List<String> path, int own, int startLine, int start, int valueStart, int valueEnd) {
        if (at < text.length()) {
            at++;
            line++;
        }
        statements.add(new Statement(kind, path, own, startLine, start, valueStart, valueEnd, at));
    }

    private int lineStart() {
        return text.lastIndexOf('\n', Math.max(0, at - 1)) + 1;
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private void skipBlanks() {
        while (peek() == ' ' || peek() == '\t') {
            at++;
        }
    }

    /// Past empty lines and comments.
    private void skipBetween() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                skipToLineEnd();
            } else if (c == '\n') {
                line++;
                at++;
            } else if (c == ' ' || c == '\t' || c == '\r') {
                at++;
            } else {
                return;
            }
        }
    }

    private void skipToLineEnd() {
        while (at < text.length() && text.charAt(at) != '\n') {
            at++;
        }
    }

    private List<String> names() {
        var names = new ArrayList<String>();
        while (true) {
            skipBlanks();
            names.add(peek() == '"' || peek() == '\'' ? TomlText.unquote(string()) : bareName());
            skipBlanks();
            if (peek() != '.') {
                return names;
            }
            at++;
        }
    }

    private String bareName() {
        int from = at;
        while (at < text.length() && " \t.=]\r\n#".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(from, at);
    }

    private void skipValue() {
        char first = peek();
        if (first == '"' || first == '\'') {
            string();
        } else if (first == '[' || first == '{') {
            brackets();
        } else {
            while (at < text.length() && "#\r\n".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            while (text.charAt(at - 1) == ' ' || text.charAt(at - 1) == '\t') {
                at--;
            }
        }
    }

    private void brackets() {
        int depth = 0;
        do {
            switch (peek()) {
                case '[', '{' -> {
                    depth++;
                    at++;
                }
                case ']', '}' -> {
                    depth--;
                    at++;
                }
                case '"', '\'' -> string();
                case '#' -> skipToLineEnd();
                case '\n' -> {
                    line++;
                    at++;
                }
                default -> at++;
            }
        } while (depth > 0 && at < text.length());
    }

    /// Past a string of any of the four kinds; what it was, with its quotes.
    private String string() {
        int from = at;
        char quote = text.charAt(at);
        var three = String.valueOf(quote).repeat(3);
        var end = text.startsWith(three, at) ? three : String.valueOf(quote);
        at += end.length();
        while (at < text.length() && !text.startsWith(end, at)) {
            if (text.charAt(at) == '\n') {
                line++;
            }
            if (quote == '"' && text.charAt(at) == '\\' && at + 1 < text.length() && text.charAt(at + 1) != '\n') {
                at++;
            }
            at++;
        }
        at = Math.min(text.length(), at + end.length());
        // Up to two quotes may stand right before the three that end a string.
        while (end.length() == 3 && peek() == quote) {
            at++;
        }
        return text.substring(from, at);
    }
}
