package dev.outrigger.wire.command;

import dev.outrigger.wire.WordTable;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The `type` of each message of [ToHost]; the wire says it in lower case. One that is added has its record in [#of],
/// and is read in [ToHostCodec], or else neither compiles.
public enum ToHostType {
    READY,
    LIST_CONVERSATIONS,
    READ_EVENTS,
    READ_CONFIG,
    LOCK,
    UNLOCK,
    PUSH_EVENTS,
    CREATE_CONVERSATION,
    UPDATE_CONVERSATION,
    FORK_CONVERSATION,
    REMOVE_CONVERSATION,
    SEARCH,
    LIST_TOOLS,
    LIST_MODELS,
    SUBSCRIBE,
    UNSUBSCRIBE,
    QUERY,
    CANCEL_QUERY,
    RESPOND,
    PRINT,
    LOG,
    DESCRIBE,
    HELP,
    EXIT;

    private static final WordTable<ToHostType> WORDS = WordTable.of(values(), ToHostType::word);

    private final String word = name().toLowerCase(Locale.ROOT);

    public String word() {
        return word;
    }

    static @Nullable ToHostType of(String word) {
        return WORDS.find(word);
    }

    public static ToHostType of(ToHost message) {
        return switch (message) {
            case ToHost.Ready _ -> READY;
            case ToHost.ListConversations _ -> LIST_CONVERSATIONS;
            case ToHost.ReadEvents _ -> READ_EVENTS;
            case ToHost.ReadConfig _ -> READ_CONFIG;
            case ToHost.Lock _ -> LOCK;
            case ToHost.Unlock _ -> UNLOCK;
            case ToHost.PushEvents _ -> PUSH_EVENTS;
            case ToHost.CreateConversation _ -> CREATE_CONVERSATION;
            case ToHost.UpdateConversation _ -> UPDATE_CONVERSATION;
            case ToHost.ForkConversation _ -> FORK_CONVERSATION;
            case ToHost.RemoveConversation _ -> REMOVE_CONVERSATION;
            case ToHost.Search _ -> SEARCH;
            case ToHost.ListTools _ -> LIST_TOOLS;
            case ToHost.ListModels _ -> LIST_MODELS;
            case ToHost.Subscribe _, ToHost.SubscribeToList _ -> SUBSCRIBE;
            case ToHost.Unsubscribe _ -> UNSUBSCRIBE;
            case ToHost.Query _ -> QUERY;
            case ToHost.CancelQuery _ -> CANCEL_QUERY;
            case ToHost.Respond _ -> RESPOND;
            case ToHost.Print _ -> PRINT;
            case ToHost.Log _ -> LOG;
            case ToHost.Describe _ -> DESCRIBE;
            case ToHost.Help _ -> HELP;
            case ToHost.Exit _ -> EXIT;
        };
    }
}
