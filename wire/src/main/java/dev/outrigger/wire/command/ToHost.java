package dev.outrigger.wire.command;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What a command plugin may say.
public sealed interface ToHost {
    /// Wants an answer; the `id` it came with is echoed there.
    sealed interface Ask extends ToHost permits QuickAsk, Lookup {}

    /// One that is answered at once, in its turn.
    sealed interface QuickAsk extends Ask
            permits ListConversations,
                    ReadEvents,
                    ReadConfig,
                    Lock,
                    Unlock,
                    PushEvents,
                    CreateConversation,
                    UpdateConversation,
                    ForkConversation,
                    RemoveConversation,
                    Subscribe,
                    SubscribeToList,
                    Unsubscribe,
                    Query,
                    CancelQuery {}

    /// One that takes its time: it changes nothing and holds nothing.
    sealed interface Lookup extends Ask permits Search, ListTools, ListModels {}

    /// Answers what the host asked by an event. What comes back is an `error`, where it does not count.
    sealed interface Respond extends ToHost permits DecideCall, AnswerInquiry {
        String subId();
    }

    /// Wants none.
    sealed interface Tell extends ToHost permits Ready, Print, Log, Describe, Help, Exit {}

    /// All conversations of the workspace, newest first.
    record ListConversations() implements QuickAsk {}

    /// The events of one conversation, oldest first; `after` so many, and at most `limit` of them.
    record ReadEvents(ConversationId conversation, OptionalLong after, OptionalLong limit) implements QuickAsk {}

    /// The resolved configuration, or what lies below a dotted path.
    record ReadConfig(@Nullable String path) implements QuickAsk {}

    /// Exclusive writing, until `unlock`, `exit` or the end of the plugin.
    record Lock(ConversationId conversation) implements QuickAsk {}

    record Unlock(ConversationId conversation) implements QuickAsk {}

    /// Appends events to a conversation that this plugin has locked: all of them or none.
    record PushEvents(ConversationId conversation, List<Json> events) implements QuickAsk {}

    /// A new conversation, locked by this plugin from the start.
    record CreateConversation(@Nullable String title) implements QuickAsk {}

    /// What people see of a conversation: a title ("" takes it away), whether it is pinned, whether it is put away.
    /// What is absent stays.
    record UpdateConversation(
            ConversationId conversation,
            @Nullable String title,
            @Nullable Boolean pinned,
            @Nullable Boolean archived) implements QuickAsk {}

    /// A new conversation with the first `after` events of this one; with all of them when absent.
    record ForkConversation(ConversationId conversation, OptionalLong after) implements QuickAsk {}

    record RemoveConversation(ConversationId conversation) implements QuickAsk {}

    /// Where this text stands, in large or small letters, newest conversation first.
    record Search(String text, OptionalLong limit) implements Lookup {}

    record ListTools() implements Lookup {}

    record ListModels() implements Lookup {}

    /// The events of a conversation as they come; those behind the first `after` of them come first. Without `events`
    /// those of every type. Who does not `respond` is never asked.
    record Subscribe(
            String subId,
            ConversationId conversation,
            @Nullable List<String> events,
            OptionalLong after,
            boolean respond)
            implements QuickAsk {}

    /// What changes in the list of conversations; on the wire it is `subscribe` with the conversation `*`.
    record SubscribeToList(String subId, @Nullable List<String> events) implements QuickAsk {}

    record Unsubscribe(String subId) implements QuickAsk {}

    /// Runs a turn of the assistant. Without `model` and `tools`, as the settings have them.
    record Query(
            ConversationId conversation,
            String content,
            List<Event.Attachment> attachments,
            Json.@Nullable Obj schema,
            @Nullable String model,
            @Nullable List<String> tools)
            implements QuickAsk {}

    record CancelQuery(ConversationId conversation) implements QuickAsk {}

    /// What is to become of a tool call. `arguments` are those of [CallAction#MODIFY]; `reason` is told to the model;
    /// `remember` means the same for further calls of the tool in this conversation.
    record DecideCall(
            String subId,
            String call,
            CallAction action,
            Json.@Nullable Obj arguments,
            @Nullable String reason,
            boolean remember)
            implements Respond {}

    record AnswerInquiry(String subId, String inquiry, Json answer) implements Respond {}

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
