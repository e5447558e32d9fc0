package dev.outrigger.wire.command;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What a command plugin may say.
public sealed interface ToHost {
    /// Wants an answer; the `id` it came with is echoed there.
    sealed interface Ask extends ToHost
            permits ListConversations, ReadEvents, ReadConfig, Lock, Unlock, PushEvents, CreateConversation {}

    /// Wants none.
    sealed interface Tell extends ToHost permits Ready, Print, Log, Describe, Exit {}

    /// All conversations of the workspace, newest first.
    record ListConversations() implements Ask {}

    /// The events of one conversation, oldest first; `after` so many, and at most `limit` of them.
    record ReadEvents(ConversationId conversation, OptionalLong after, OptionalLong limit) implements Ask {}

    /// The resolved configuration, or what lies below a dotted path.
    record ReadConfig(@Nullable String path) implements Ask {}

    /// Exclusive writing, until `unlock`, `exit` or the end of the plugin.
    record Lock(ConversationId conversation) implements Ask {}

    record Unlock(ConversationId conversation) implements Ask {}

    /// Appends events to a conversation that this plugin has locked: all of them or none.
    record PushEvents(ConversationId conversation, List<Json> events) implements Ask {}

    /// A new conversation, locked by this plugin from the start.
    record CreateConversation(@Nullable String title) implements Ask {}

    /// The first word after `init`. `protocol` is the version the plugin wants, when it cares.
    record Ready(OptionalInt protocol) implements Tell {}

    /// Text for the user. Channel, format and language are as the plugin spelled them: an unknown one is the default,
    /// with a warning.
    record Print(
            String text,
            @Nullable String channel,
            @Nullable String format,
            @Nullable String language) implements Tell {}

    record Log(LogLevel level, String message, Json.Obj fields) implements Tell {}

    /// Who the plugin is; the answer to `describe`.
    record Describe(
            String name,
            String version,
            String description,
            List<String> command,
            @Nullable String author,
            @Nullable String help,
            @Nullable String repository,
            Json.@Nullable Obj optionsSchema)
            implements Tell {}

    /// The last word. `code` from 0 to 255; `reason` is shown as an error.
    record Exit(int code, @Nullable String reason) implements Tell {}
}
