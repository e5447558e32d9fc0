package dev.outrigger.kaged.storage;

/// One word of a statement. `text` is what it stands for: a name without its quotes, a string without its own.
record SqlToken(Kind kind, String text) {
    enum Kind {
        /// A keyword or a bare name: SQLite itself tells them apart only by their place.
        WORD,
        /// `"name"`, `[name]` or `` `name` ``.
        NAME,
        /// `'text'`; SQLite also takes it for a name where it expects one.
        STRING,
        BLOB,
        NUMBER,
        /// `?` or `?7`.
        PARAMETER,
        /// Everything else, one character each.
        MARK
    }

    boolean word(String word) {
        return kind == Kind.WORD && text.equalsIgnoreCase(word);
    }

    boolean mark(char mark) {
        return kind == Kind.MARK && text.charAt(0) == mark;
    }

    /// Whether SQLite could take it for a name.
    boolean canName() {
        return kind == Kind.WORD || kind == Kind.NAME || kind == Kind.STRING;
    }
}
