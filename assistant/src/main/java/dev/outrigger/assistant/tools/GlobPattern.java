package dev.outrigger.assistant.tools;

import java.util.ArrayList;
import java.util.List;

/// A pattern as shells and git know it: `*` and `?` within a name, `[a-z]`, `**/` for any folders, `**` for anything.
/// Takes time in proportion to pattern times text, whatever the pattern: it may be a stranger's.
public final class GlobPattern {
    private sealed interface Part {
        record One(char c) implements Part {}

        /// `from` and `to` in pairs.
        record Range(String pairs, boolean not) implements Part {
            boolean takes(char c) {
                boolean in = false;
                for (int i = 0; i < pairs.length(); i += 2) {
                    in |= pairs.charAt(i) <= c && c <= pairs.charAt(i + 1);
                }
                return c != '/' && in != not;
            }
        }

        enum Wild implements Part {
            ANY_ONE,
            WITHIN_NAME,
            FOLDERS,
            ANYTHING
        }
    }

    private final List<Part> parts;

    private GlobPattern(List<Part> parts) {
        this.parts = parts;
    }

    public static GlobPattern of(String pattern) {
        var parts = new ArrayList<Part>();
        for (int i = 0; i < pattern.length(); ) {
            char c = pattern.charAt(i);
            int close = c == '[' ? pattern.indexOf(']', i + 2) : -1;
            if (pattern.startsWith("**/", i) && (i == 0 || pattern.charAt(i - 1) == '/')) {
                parts.add(Part.Wild.FOLDERS);
                i += 3;
            } else if (pattern.startsWith("**", i)) {
                parts.add(Part.Wild.ANYTHING);
                i += 2;
            } else if (close > 0) {
                parts.add(category(pattern.substring(i + 1, close)));
                i = close + 1;
            } else if (c == '\\' && i + 1 < pattern.length()) {
                parts.add(new Part.One(pattern.charAt(i + 1)));
                i += 2;
            } else {
                parts.add(
                        switch (c) {
                            case '*' -> Part.Wild.WITHIN_NAME;
                            case '?' -> Part.Wild.ANY_ONE;
                            default -> new Part.One(c);
                        });
                i++;
            }
        }
        return new GlobPattern(parts);
    }

    private static Part category(String inside) {
        boolean not = inside.startsWith("!") || inside.startsWith("^");
        var pairs = new StringBuilder();
        for (int i = not ? 1 : 0; i < inside.length(); ) {
            boolean range = i + 2 < inside.length() && inside.charAt(i + 1) == '-';
            pairs.append(inside.charAt(i)).append(inside.charAt(range ? i + 2 : i));
            i += range ? 3 : 1;
        }
        return new Part.Range(pairs.toString(), not);
    }

    /// Whether a text is a pattern, and not just a name.
    public static boolean isPattern(String text) {
        return text.chars().anyMatch(c -> c == '*' || c == '?' || c == '[');
    }

    public boolean matches(String text) {
        // reached[i]: the parts so far can take exactly the first i characters.
        var reached = new boolean[text.length() + 1];
        reached[0] = true;
        for (var part : parts) {
            reached = step(part, reached, text);
        }
        return reached[text.length()];
    }

    private static boolean[] step(Part part, boolean[] reached, String text) {
        var next = new boolean[reached.length];
        boolean running = false;
        for (int i = 0; i < reached.length; i++) {
            char before = i == 0 ? '\0' : text.charAt(i - 1);
            next[i] = switch (part) {
                case Part.One(char c) -> i > 0 && reached[i - 1] && before == c;
                case Part.Range category -> i > 0 && reached[i - 1] && category.takes(before);
                case Part.Wild.ANY_ONE -> i > 0 && reached[i - 1] && before != '/';
                case Part.Wild.WITHIN_NAME -> reached[i] || (running && before != '/');
                case Part.Wild.ANYTHING -> reached[i] || running;
                case Part.Wild.FOLDERS -> reached[i] || (running && before == '/');
            };
            running = switch (part) {
                case Part.Wild.WITHIN_NAME -> next[i];
                case Part.Wild.ANYTHING, Part.Wild.FOLDERS -> running || reached[i];
                default -> false;
            };
        }
        return next;
    }
}
