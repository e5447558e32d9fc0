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
    sealed interface Tell extends ToHost permits Ready, Print, Log, Describe, Help, Exit {}

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

    /// What words the plugin understands; the answer to `help`. What it says of a name or a number may be nonsense:
    /// this is what it said.
    record Help(String about, @Nullable String longAbout, List<Argument> args, List<Sub> subcommands) implements Tell {
        /// A command below the plugin's own, or below another of these.
        public record Sub(
                String name,
                String about,
                @Nullable String longAbout,
                List<String> visibleAliases,
                List<Argument> args,
                List<Sub> subcommands) {}

        /// `longName` is without dashes; `shortName` should be one character. Without a `valueName` it is a flag. A
        /// `positional` one is called by its place.
        public record Argument(
                String longName,
                @Nullable String shortName,
                String help,
                @Nullable String longHelp,
                @Nullable String valueName,
                @Nullable String defaultValue,
                boolean required,
                List<String> possibleValues,
                boolean positional,
                boolean repeats) {}
    }

    /// The last word. `code` from 0 to 255; `reason` is shown as an error.
    record Exit(int code, @Nullable String reason) implements Tell {}
}
