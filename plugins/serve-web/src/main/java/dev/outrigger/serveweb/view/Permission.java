package dev.outrigger.serveweb.view;

/// What a page offers. Each has what the one before it has.
public enum Permission {
    READ,
    WRITE,
    DELETE;

    public boolean writes() {
        return this != READ;
    }

    public boolean deletes() {
        return this == DELETE;
    }
}
