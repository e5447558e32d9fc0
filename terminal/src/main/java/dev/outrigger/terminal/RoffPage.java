package dev.outrigger.terminal;

/// A man page in the making, in the macros of man(7). No text is ever taken for a request: whatever has a meaning to
/// roff is written by its name.
final class RoffPage {
    private final StringBuilder out = new StringBuilder();

    /// `name` is that of the page, `source` what it belongs to.
    RoffPage(String name, String source) {
        // Neither hyphenated nor padded: what is copied from here is often typed.
        out.append(".TH ")
                .append(quoted(name))
                .append(" 1 \"\" ")
                .append(quoted(source))
                .append(" \"Outrigger\"\n.nh\n.ad l\n");
    }

    String text() {
        return out.toString();
    }

    RoffPage section(String heading) {
        return request("SH " + quoted(heading));
    }

    RoffPage subsection(String heading) {
        return request("SS " + quoted(heading));
    }

    RoffPage paragraph() {
        return request("PP");
    }

    RoffPage lineBreak() {
        return request("br");
    }

    /// A label, with what is said of it indented below.
    RoffPage item(String label) {
        request("TP");
        out.append("\\fB").append(escaped(label)).append("\\fR\n");
        return this;
    }

    /// A line that stays as it is.
    RoffPage example(String line) {
        request("nf");
        out.append("\\fB").append(escaped(line)).append("\\fR\n");
        return request("fi");
    }

    RoffPage indented(String text) {
        return request("RS 4").text(text).request("RE");
    }

    RoffPage line(String text) {
        out.append(guarded(escaped(text))).append('\n');
        return this;
    }

    /// Lines as they are in the help: broken where the author broke them, and those that are indented left alone.
    RoffPage text(String text) {
        boolean first = true;
        boolean kept = false;
        for (var line : text.strip().split("\n", -1)) {
            boolean indented = line.startsWith(" ");
            if (indented != kept) {
                request(indented ? "nf" : "fi");
                kept = indented;
            } else if (!first && !kept && !line.isBlank()) {
                request("br");
            }
            if (line.isBlank()) {
                request("sp");
                first = true;
            } else {
                line(line);
                first = false;
            }
        }
        return kept ? request("fi") : this;
    }

    private RoffPage request(String request) {
        out.append('.').append(request).append('\n');
        return this;
    }

    private static String quoted(String text) {
        return "\"" + escaped(text) + "\"";
    }

    /// A dot or a quote is a request only where a line begins; quotes are written by name anyway.
    private static String guarded(String line) {
        return line.startsWith(".") ? "\\&" + line : line;
    }

    static String escaped(String text) {
        var escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '\\' -> escaped.append("\\(rs");
                case '-' -> escaped.append("\\-");
                case '\'' -> escaped.append("\\(aq");
                case '"' -> escaped.append("\\(dq");
                case '`' -> escaped.append("\\(ga");
                case '^' -> escaped.append("\\(ha");
                case '~' -> escaped.append("\\(ti");
                case '\n', '\t' -> escaped.append(' ');
                default -> {
                    if (c >= ' ' && c < 0x7F) {
                        escaped.append((char) c);
                    } else if (VisibleText.drawn(c)) {
                        escaped.append("\\[u%04X]".formatted(c));
                    }
                }
            }
        });
        return escaped.toString();
    }
}
