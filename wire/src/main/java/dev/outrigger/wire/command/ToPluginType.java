package dev.outrigger.wire.command;

import dev.outrigger.wire.WordTable;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The `type` of each message of [ToPlugin]; the wire says it in lower case. One that is added is read and written in
/// [ToPluginCodec], or else that does not compile.
enum ToPluginType {
    INIT,
    DESCRIBE,
    HELP,
    SHUTDOWN,
    CONVERSATIONS,
    EVENTS,
    CONFIG,
    LOCKED,
    UNLOCKED,
    PUSHED,
    CREATED,
    UPDATED,
    FORKED,
    REMOVED,
    FOUND,
    TOOLS,
    MODELS,
    SUBSCRIBED,
    UNSUBSCRIBED,
    QUERY_STARTED,
    QUERY_CANCELLED,
    EVENT,
    ERROR;

    private static final WordTable<ToPluginType> WORDS = WordTable.of(values(), ToPluginType::word);

    private final String word = name().toLowerCase(Locale.ROOT);

    String word() {
        return word;
    }

    static @Nullable ToPluginType of(String word) {
        return WORDS.find(word);
    }
}
