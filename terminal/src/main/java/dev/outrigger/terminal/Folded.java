package dev.outrigger.terminal;

/// Lines for a terminal, broken between words; what goes on is indented more than where it began. For programs that
/// read them, lines stay whole.
public final class Folded {
    private static final int MORE = 4;
    private static final int NARROWEST = 20;

    private Folded() {}

    public static String text(String text, Look look) {
        return look.terminal() ? text(text, look.width()) : text;
    }

    static String text(String text, int width) {
        var folded = new StringBuilder();
        for (var line : text.lines().toList()) {
            int begin = line.length() - line.stripLeading().length();
            var indent = " ".repeat(begin + MORE);
            int room = Math.max(width - indent.length(), NARROWEST);
            // The first line has more room than the others, which begin further to the right.
            var first = Wrap.lines(line, width).getFirst();
            folded.append(first).append('\n');
            var rest = line.substring(first.length()).strip();
            if (!rest.isEmpty()) {
                Wrap.lines(rest, room)
                        .forEach(each -> folded.append(indent).append(each).append('\n'));
            }
        }
        return folded.toString();
    }
}
