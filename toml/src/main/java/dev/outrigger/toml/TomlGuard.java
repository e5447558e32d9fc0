package dev.outrigger.toml;

/// Keeps from the TOML reader what would keep it busy: its time grows with the square of the number of keys in a table
/// (100,000 keys, a file of 1 MB: 46 s) and of the dots in a key. A clone must not be able to hang every `jp`.
final class TomlGuard {
    private static final int MOST_KEYS = 4_000;
    static final int MOST_DOTS_IN_A_LINE = 2_000;

    private TomlGuard() {}

    static void check(String text) throws TomlProblem {
        int keys = 0;
        int dots = 0;
        int line = 1;
        boolean blankSoFar = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '=' -> keys++;
                case '[' -> keys += blankSoFar ? 1 : 0;
                case '.' -> dots++;
                case '\n' -> {
                    dots = 0;
                    line++;
                }
                case '\0' -> throw new TomlProblem(line, "no TOML: a zero byte: is this a text file?");
                default -> {}
            }
            blankSoFar = c == '\n' || (blankSoFar && (c == ' ' || c == '\t'));
            if (keys > MOST_KEYS || dots > MOST_DOTS_IN_A_LINE) {
                var most = keys > MOST_KEYS ? MOST_KEYS + " keys" : MOST_DOTS_IN_A_LINE + " dots in a line";
                throw new TomlProblem(line, "more than " + most);
            }
        }
    }
}
