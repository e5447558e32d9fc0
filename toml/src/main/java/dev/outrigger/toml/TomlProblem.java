package dev.outrigger.toml;

import org.jspecify.annotations.Nullable;

/// Why a text is not read as TOML, or a value not written as it: where, and what is wrong.
public final class TomlProblem extends Exception {
    private final int line;
    private final String words;

    TomlProblem(int line, String words) {
        this(line, words, null);
    }

    TomlProblem(int line, String words, @Nullable Throwable cause) {
        super(line == 0 ? words : line + ": " + words, cause);
        this.line = line;
        this.words = words;
    }

    /// For the file or the option that the text is from: `config.toml:3: no TOML: …`.
    public String wordsFor(String where) {
        return where + (line == 0 ? "" : ":" + line) + ": " + words;
    }
}
