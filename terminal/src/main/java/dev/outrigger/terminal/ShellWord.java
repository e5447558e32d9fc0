package dev.outrigger.terminal;

import java.util.HexFormat;

/// A name that somebody else chose, in a command that the user may paste into a shell.
public final class ShellWord {
    private ShellWord() {}

    /// What would not be seen in it is written as bash and zsh read it, so that it can be seen and pasted.
    public static String of(String name) {
        if (name.matches("[A-Za-z0-9_./-]+")) {
            return name;
        }
        return name.codePoints().allMatch(VisibleText::drawn) ? "'" + name.replace("'", "'\\''") + "'" : escaped(name);
    }

    private static String escaped(String name) {
        var word = new StringBuilder("$'");
        name.codePoints().forEach(c -> {
            if (!VisibleText.drawn(c)) {
                word.append("\\U").append(HexFormat.of().toHexDigits(c, 8));
            } else {
                word.append(c == '\'' || c == '\\' ? "\\" : "").appendCodePoint(c);
            }
        });
        return word.append('\'').toString();
    }
}
