package dev.outrigger.workspace.conversations;

/// Damage, on its way to whoever knows the conversation's id.
final class UnreadableFile extends Exception {
    UnreadableFile(String reason) {
        super(reason);
    }

    ConversationDamage damage() {
        return new ConversationDamage(String.valueOf(getMessage()));
    }
}
