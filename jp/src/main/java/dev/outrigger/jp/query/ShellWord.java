package dev.outrigger.jp.query;

/// A name that somebody else chose, in a command that the user may paste into a shell.
final class ShellWord {
    private ShellWord() {}

    static String of(String name) {
        return name.matches("[A-Za-z0-9_./-]+") ? name : "'" + name.replace("'", "'\\''") + "'";
    }
}
