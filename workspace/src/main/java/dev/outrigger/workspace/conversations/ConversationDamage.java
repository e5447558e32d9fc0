package dev.outrigger.workspace.conversations;

/// What is wrong with a conversation's files, in a few words that name the file.
public record ConversationDamage(String reason) {}
