package dev.outrigger.workspace.conversations;

/// Why the store will not do what it was asked to. The message is one line for people; nothing was changed.
public abstract sealed class Refusal extends Exception
        permits NoSuchConversation, DamagedConversation, LockTaken, InvalidEvent {
    Refusal(String message) {
        super(message);
    }
}
