package dev.outrigger.workspace.conversations;

/// Damage, on its way to whoever knows the conversation's id.
final class Unreadable extends Exception {
    Unreadable(String reason) {
        super(reason);
    }

    Damage damage() {
        return new Damage(String.valueOf(getMessage()));
    }
}
