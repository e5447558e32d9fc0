package dev.outrigger.kaged.storage;

import java.util.ArrayList;
import java.util.List;

/// Splits a statement as SQLite does, and refuses whatever the two could read differently: what is unfinished, what is
/// no token at all, NUL, a byte-order mark, half characters.
final class SqlText {
    private final String sql;
    private final List<SqlToken> tokens = new ArrayList<>();
    private int at;

    private SqlText(String sql) {
        this.sql = sql;
    }

    static List<SqlToken> tokens(String sql) throws StorageFailure {
        var text = new SqlText(sql);
        text.characters();
        while (text.at < sql.length()) {
            text.next();
        }
        return text.tokens;
    }

    /// Inside of strings, too: NUL would end the statement for SQLite's C code, not for us.
    private void characters() throws StorageFailure {
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            if (c == 0) {
                throw refused("a NUL character", i);
            }
            if (Character.isHighSurrogate(c) && i + 1 < sql.length() && Character.isLowSurrogate(sql.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw refused("half a character", i);
            }
        }
    }

    private void next() throws StorageFailure {
        char c = sql.charAt(at);
        switch (c) {
            case ' ', '\t', '\n', '\f', '\r' -> at++;
            case '\'' -> quoted(SqlToken.Kind.STRING, '\'', "string");
            case '"' -> quoted(SqlToken.Kind.NAME, '"', "name");
            case '`' -> quoted(SqlToken.Kind.NAME, '`', "name");
            case '[' -> bracketed();
            case '?' -> parameter();
            case ':', '@', '$', '#' ->
                throw refused("`" + c + "`: parameters are written `?` and bound in the order of `params`", at);
            case '\uFEFF' -> throw refused("a byte-order mark", at);
            default -> {
                if (c == '-' && peek(1) == '-') {
                    int end = sql.indexOf('\n', at);
                    at = end < 0 ? sql.length() : end;
                } else if (c == '/' && peek(1) == '*') {
                    comment();
                } else if (digit(c) || (c == '.' && digit(peek(1)))) {
                    number();
                } else if ((c == 'x' || c == 'X') && peek(1) == '\'') {
                    blob();
                } else if (inName(c)) {
                    int start = at;
                    while (inName(peek(0))) {
                        at++;
                    }
                    add(SqlToken.Kind.WORD, sql.substring(start, at));
                } else if ("+-*/%=<>!|&~(),;.".indexOf(c) >= 0) {
                    add(SqlToken.Kind.MARK, String.valueOf(c));
                    at++;
                } else {
                    throw refused(
                            "the character " + (c < ' ' || c == 0x7F ? "U+%04X".formatted((int) c) : "`" + c + "`"),
                            at);
                }
            }
        }
    }

    private void quoted(SqlToken.Kind kind, char quote, String what) throws StorageFailure {
        int start = at;
        var text = new StringBuilder();
        while (true) {
            int end = sql.indexOf(quote, at + 1);
            if (end < 0) {
                throw refused("a " + what + " without its end", start);
            }
            text.append(sql, at + 1, end);
            at = end;
            if (peek(1) != quote) {
                break;
            }
            text.append(quote);
            at++;
        }
        at++;
        add(kind, text.toString());
    }

    private void bracketed() throws StorageFailure {
        int end = sql.indexOf(']', at);
        if (end < 0) {
            throw refused("a name without its end", at);
        }
        add(SqlToken.Kind.NAME, sql.substring(at + 1, end));
        at = end + 1;
    }

    private void comment() throws StorageFailure {
        int end = sql.indexOf("*/", at + 2);
        if (end < 0) {
            throw refused("a comment without its end", at);
        }
        at = end + 2;
    }

    private void parameter() {
        int start = at++;
        while (digit(peek(0))) {
            at++;
        }
        add(SqlToken.Kind.PARAMETER, sql.substring(start, at));
    }

    private void blob() throws StorageFailure {
        int end = sql.indexOf('\'', at + 2);
        String hex = end < 0 ? "-" : sql.substring(at + 2, end);
        if (hex.length() % 2 != 0 || !hex.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 0x80)) {
            throw refused("a blob that is not pairs of hexadecimal digits", at);
        }
        add(SqlToken.Kind.BLOB, hex);
        at = end + 1;
    }

    private void number() throws StorageFailure {
        int start = at;
        if (peek(0) == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
            at += 2;
            while (peek(0) < 0x80 && Character.digit(peek(0), 16) >= 0) {
                at++;
            }
        } else {
            digits();
            if (peek(0) == '.') {
                at++;
                digits();
            }
            if (peek(0) == 'e' || peek(0) == 'E') {
                at += peek(1) == '+' || peek(1) == '-' ? 2 : 1;
                if (!digit(peek(0))) {
                    throw refused("a number without its exponent", start);
                }
                digits();
            }
        }
        if (inName(peek(0))) {
            throw refused("a number that runs into a name", start);
        }
        add(SqlToken.Kind.NUMBER, sql.substring(start, at));
    }

    private void digits() {
        while (digit(peek(0))) {
            at++;
        }
    }

    /// SQLite takes every character beyond ASCII for a part of a name, also what looks like a space.
    private static boolean inName(char c) {
        return (c >= 0x80 && c != '\uFEFF')
                || digit(c)
                || (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || c == '_'
                || c == '$';
    }

    private static boolean digit(char c) {
        return c >= '0' && c <= '9';
    }

    private char peek(int ahead) {
        return at + ahead < sql.length() ? sql.charAt(at + ahead) : 0;
    }

    private void add(SqlToken.Kind kind, String text) {
        tokens.add(new SqlToken(kind, text));
    }

    private static StorageFailure refused(String what, int place) {
        return new StorageFailure(
                StorageFailure.Kind.REFUSED, "the statement has " + what + " (at character " + (place + 1) + ")");
    }
}
