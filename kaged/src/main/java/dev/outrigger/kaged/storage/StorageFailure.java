package dev.outrigger.kaged.storage;

/// Why a statement was not carried out; in one line, for the plugin that sent it. Nothing was changed.
public final class StorageFailure extends Exception {
    public enum Kind {
        /// The statement may not run here.
        REFUSED,
        /// SQLite does not accept it: a missing table, a constraint, a wrong word.
        WRONG,
        /// It took too much time, memory, or room for its answer.
        LIMIT,
        /// The plugin's file has reached its size, or the disk is full.
        FULL,
        /// Another statement of the same plugin holds the file.
        BUSY,
        /// The file cannot be used: the operator's business, not the plugin's.
        BROKEN
    }

    private final Kind kind;
    private final String what;

    StorageFailure(Kind kind, String what) {
        super(what);
        this.kind = kind;
        this.what = what;
    }

    StorageFailure(Kind kind, String what, Throwable cause) {
        super(what, cause);
        this.kind = kind;
        this.what = what;
    }

    public Kind kind() {
        return kind;
    }

    public String what() {
        return what;
    }
}
