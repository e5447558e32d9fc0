package dev.outrigger.terminal;

/// Quotes of a shell around a word that may be cut off anywhere. What a shell would expand (`$HOME`) stays as it is
/// written: nothing is ever run to complete a word.
final class ShellQuotes {
    private ShellQuotes() {}

    /// The word that is meant.
    static String taken(String raw) {
        var word = new StringBuilder(raw.length());
        char open = 0;
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (open == '\'') {
                if (c == '\'') {
                    open = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '\\' && i + 1 < raw.length() && (open == 0 || specialInQuotes(raw.charAt(i + 1)))) {
                word.append(raw.charAt(++i));
            } else if (c == '\\' && i + 1 == raw.length()) {
                // whatever it was to protect is not typed yet
                break;
            } else if (open == '"' && c == '"') {
                open = 0;
            } else if (open == 0 && (c == '"' || c == '\'')) {
                open = c;
            } else {
                word.append(c);
            }
        }
        return word.toString();
    }

    /// Whether what was typed is one piece: without quotes, or behind one opening quote. bash replaces anything else
    /// together with its quotes, so that what is put there would stand open to the shell.
    static boolean onePiece(String typed) {
        char open = 0;
        for (int i = 0; i < typed.length(); i++) {
            char c = typed.charAt(i);
            if (c == '\\' && open != '\'') {
                i++;
            } else if (c == '"' || c == '\'') {
                if (i > 0 && (open == 0 || c == open)) {
                    return false;
                }
                open = i == 0 ? c : open;
            }
        }
        return true;
    }

    /// The rest of a word as bash is to insert it in place of `typed`: bash keeps an opening quote and closes it.
    static String put(String text, String typed) {
        char open = typed.startsWith("'") || typed.startsWith("\"") ? typed.charAt(0) : 0;
        var quoted = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (open == '\'') {
                quoted.append(c == '\'' ? "'\\''" : String.valueOf(c));
                continue;
            }
            if (open == '"' && c == '!') {
                // no backslash keeps bash from its history there
                quoted.append("\"'!'\"");
                continue;
            }
            if (open == '"' ? specialInQuotes(c) : special(c)) {
                quoted.append('\\');
            }
            quoted.append(c);
        }
        if (open != 0 && !quoted.isEmpty() && quoted.charAt(quoted.length() - 1) == open) {
            // bash looks at the last character only, and takes it for the quote that it would put there
            quoted.append(open);
        }
        return quoted.toString();
    }

    private static boolean specialInQuotes(char c) {
        return switch (c) {
            case '\\', '"', '$', '`' -> true;
            default -> false;
        };
    }

    private static boolean special(char c) {
        return switch (c) {
            case ' ', '\\', '"', '\'', '$', '`', '&', '|', ';', '<', '>', '(', ')' -> true;
            case '*', '?', '[', ']', '{', '}', '~', '#', '!', '^' -> true;
            default -> false;
        };
    }
}
