package dev.outrigger.workspace.conversations;

/// Why the store will not do what it was asked to. [#what] is one line for people; nothing was changed.
public abstract sealed class StoreRefusal extends Exception
        permits NoSuchConversation, DamagedConversation, LockTaken, InvalidEvent, ReadOnlyOriginal {
    private final String what;

    StoreRefusal(String what) {
        super(what);
        this.what = what;
    }

    public String what() {
        return what;
    }
}
