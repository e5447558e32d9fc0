package dev.outrigger.terminal;

import java.util.Locale;
import java.util.Set;

/// Code with its strings, comments, numbers and keywords set apart: one lexer that knows what most languages share, not
/// a grammar for each.
final class CodeHighlighter {
    private static final String COMMENT = "2";
    private static final String STRING = "32";
    private static final String NUMBER = "33";
    private static final String KEYWORD = "35";

    private static final Set<String> HASH_COMMENTS = Set.of(
            "sh",
            "bash",
            "zsh",
            "fish",
            "shell",
            "console",
            "python",
            "py",
            "ruby",
            "rb",
            "perl",
            "r",
            "yaml",
            "yml",
            "toml",
            "ini",
            "conf",
            "make",
            "makefile",
            "dockerfile",
            "nix",
            "elixir",
            "tcl",
            "cmake");
    private static final Set<String> DASH_COMMENTS = Set.of("sql", "lua", "haskell", "hs", "elm", "ada", "vhdl");
    private static final Set<String> NO_CODE =
            Set.of("text", "txt", "plain", "plaintext", "markdown", "md", "html", "xml", "svg", "log", "csv");
    private static final Set<String> KEYWORDS = Set.of("""
            abstract alias and as assert async await begin bool boolean break byte case catch char class const continue
            crate def default defer delete do done double elif else elseif elsif end enum esac except export extends
            extern false fi final finally float fn for foreach from func function global go goto if impl implements
            import in include inline instanceof int interface is lambda let local long loop match mod module move mut
            namespace native new nil none not null object of operator or out override package pass permits private
            protected pub public raise record ref require return sealed select self set short signed sizeof static
            struct super switch synchronized template then this throw throws trait true try type typedef typeof union
            unless unsafe unsigned until use using val var virtual void volatile when where while with yield
            None True False
            alter by column create drop group having inner insert into join left limit on order primary key right
            table update values view""".split("\\s+"));
    private static final Set<String> SQL_ONLY = Set.of(
            "alter", "by", "column", "create", "drop", "group", "having", "inner", "insert", "into", "join", "left",
            "limit", "on", "order", "primary", "key", "right", "table", "update", "values", "view");

    private final String text;
    private final String language;
    private final StyledText out = new StyledText();
    private int plainFrom;
    private int at;
    /// What closes the comment or text that is open at the end; "" for none.
    private String awaited = "";
    private String awaitedStyle = "";

    private CodeHighlighter(String text, String language) {
        this.text = text;
        this.language = language;
    }

    static String render(String text, String language, StreamLook look) {
        var drawn = look.colour() ? highlighted(text, language).drawn(true) : TerminalEscapes.strip(text);
        return drawn.isEmpty() || text.endsWith("\n") ? drawn : drawn + "\n";
    }

    static StyledText highlighted(String text, String language) {
        var name = language.strip().toLowerCase(Locale.ROOT);
        var code = new CodeHighlighter(TerminalEscapes.strip(text), name);
        if (NO_CODE.contains(name)) {
            return code.out.add(code.text, "");
        }
        if (name.equals("diff") || name.equals("patch")) {
            return code.diff();
        }
        return code.lex();
    }

    /// Code that comes line by line; a comment or a text may go over several.
    static final class Lines {
        private final String language;
        private String awaited = "";
        private String style = "";

        Lines(String language) {
            this.language = language.strip().toLowerCase(Locale.ROOT);
        }

        Lines copy() {
            var copy = new Lines(language);
            copy.awaited = awaited;
            copy.style = style;
            return copy;
        }

        StyledText next(String line) {
            var code = new CodeHighlighter(TerminalEscapes.strip(line), language);
            if (NO_CODE.contains(language)) {
                return code.out.add(code.text, "");
            }
            if (language.equals("diff") || language.equals("patch")) {
                return code.diff();
            }
            code.awaited = awaited;
            code.awaitedStyle = style;
            var styled = code.lex();
            awaited = code.awaited;
            style = code.awaitedStyle;
            return styled;
        }
    }

    private StyledText diff() {
        while (at < text.length()) {
            int end = endOfLine(at);
            out.add(
                    text.substring(at, end),
                    switch (text.charAt(at)) {
                        case '+' -> "32";
                        case '-' -> "31";
                        case '@' -> "36";
                        default -> "";
                    });
            at = Math.min(end + 1, text.length());
            out.add(end < text.length() ? "\n" : "", "");
        }
        return out;
    }

    private StyledText lex() {
        if (!awaited.isEmpty()) {
            upTo(awaited, 0, awaitedStyle);
        }
        while (at < text.length()) {
            char c = text.charAt(at);
            if (comment(c)) {
                token(endOfLine(at), COMMENT);
            } else if (text.startsWith("/*", at)) {
                upTo("*/", at + 2, COMMENT);
            } else if (text.startsWith("\"\"\"", at)) {
                upTo("\"\"\"", at + 3, STRING);
            } else if (c == '"' || c == '\'' || c == '`') {
                string(c);
            } else if (Character.isDigit(c)) {
                token(endOfWord(true), NUMBER);
            } else if (Character.isJavaIdentifierStart(c)) {
                word();
            } else {
                at = Math.min(at + (c == '\\' ? 2 : 1), text.length());
            }
        }
        plainUpTo(at);
        return out;
    }

    private boolean comment(char c) {
        return switch (c) {
            case '/' -> text.startsWith("//", at) && !dashes() && !hashes();
            case '-' -> text.startsWith("--", at) && dashes();
            case '#' -> hashes() ? at == 0 || text.charAt(at - 1) <= ' ' : language.isEmpty() && startsLine();
            default -> false;
        };
    }

    private boolean hashes() {
        return HASH_COMMENTS.contains(language);
    }

    private boolean dashes() {
        return DASH_COMMENTS.contains(language);
    }

    private boolean startsLine() {
        return (at == 0 || text.charAt(at - 1) == '\n') && (text.startsWith("# ", at) || text.startsWith("#!", at));
    }

    /// Only when it is closed on its line: otherwise it is an apostrophe, or a lifetime in Rust.
    private void string(char quote) {
        for (int i = at + 1; i < text.length() && text.charAt(i) != '\n'; i++) {
            if (text.charAt(i) == quote) {
                token(i + 1, STRING);
                return;
            }
            if (text.charAt(i) == '\\') {
                i++;
            }
        }
        at++;
    }

    private void word() {
        int end = endOfWord(false);
        var word = text.substring(at, end);
        boolean sql = language.equals("sql");
        var known = sql ? word.toLowerCase(Locale.ROOT) : word;
        if (KEYWORDS.contains(known) && (sql || !SQL_ONLY.contains(known))) {
            token(end, KEYWORD);
        } else {
            at = end;
        }
    }

    private int endOfWord(boolean number) {
        int end = at + 1;
        while (end < text.length()
                && (Character.isJavaIdentifierPart(text.charAt(end)) || (number && text.charAt(end) == '.'))) {
            end++;
        }
        return end;
    }

    private int endOfLine(int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    private void upTo(String closing, int from, String style) {
        int end = text.indexOf(closing, from);
        awaited = end < 0 ? closing : "";
        awaitedStyle = style;
        token(end < 0 ? text.length() : end + closing.length(), style);
    }

    private void token(int end, String style) {
        plainUpTo(at);
        out.add(text.substring(at, end), style);
        at = end;
        plainFrom = end;
    }

    private void plainUpTo(int end) {
        out.add(text.substring(plainFrom, end), "");
        plainFrom = end;
    }
}
