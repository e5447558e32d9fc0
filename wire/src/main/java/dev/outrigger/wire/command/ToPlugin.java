package dev.outrigger.wire.command;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the host may say to a command plugin.
public sealed interface ToPlugin {
    /// Follows a request, and echoes its `id`.
    sealed interface Answer extends ToPlugin
            permits Conversations,
                    Events,
                    Config,
                    Locked,
                    Unlocked,
                    Pushed,
                    Created,
                    Updated,
                    Forked,
                    Removed,
                    Found,
                    Tools,
                    Models,
                    Subscribed,
                    Unsubscribed,
                    QueryStarted,
                    QueryCancelled,
                    Failed {}

    /// The first line of a run. `config` is the whole resolved configuration, `options` this plugin's own part; neither
    /// holds a secret.
    record Init(
            Workspace workspace, Paths paths, Json.Obj config, Json.Obj options, List<String> args, LogLevel logLevel)
            implements ToPlugin {
        /// The protocol's version.
        public static final int VERSION = 1;

        public record Workspace(String root, String storage, String id) {}

        /// Where this user keeps things; all of them may be missing.
        public record Paths(
                @Nullable String userData,
                @Nullable String userConfig,
                @Nullable String userWorkspace) {}
    }

    /// Instead of `init`: say who you are, and end.
    record WhoAreYou() implements ToPlugin {}

    /// Instead of `init`: say what words you understand, and end. A plugin that knows no `help` takes this for `init`.
    record WhatCanYouDo() implements ToPlugin {}

    /// Come to an end and say `exit`.
    record Shutdown() implements ToPlugin {}

    /// A conversation whose files cannot be read is listed too, with the reason in `damaged`. A list that is a
    /// [Json.Deferred] as well writes itself: the host's does, where it has it written already.
    record Conversations(List<Entry> data) implements Answer {
        public record Entry(
                ConversationId id,
                @Nullable String title,
                String lastActivatedAt,
                long eventsCount,
                @Nullable String pinnedAt,
                boolean archived,
                @Nullable String damaged) {}
    }

    /// `data` is an array; the host's writes itself, since a conversation may be larger than memory.
    record Events(ConversationId conversation, Json data) implements Answer {}

    record Config(@Nullable String path, Json data) implements Answer {}

    record Locked(ConversationId conversation) implements Answer {}

    record Unlocked(ConversationId conversation) implements Answer {}

    /// `count` leaves out a `turn_start` that the host put in.
    record Pushed(ConversationId conversation, long count) implements Answer {}

    record Created(ConversationId conversation) implements Answer {}

    record Updated(ConversationId conversation) implements Answer {}

    /// `conversation` is the new one.
    record Forked(ConversationId conversation) implements Answer {}

    record Removed(ConversationId conversation) implements Answer {}

    record Found(List<Match> data) implements Answer {
        /// `seq` is the number of the event in its conversation.
        public record Match(ConversationId conversation, long seq, String excerpt) {}
    }

    /// `data` is an array, as `jp tool list` prints it for programs.
    record Tools(Json data) implements Answer {}

    /// `data` is an array, as `jp models` prints it for programs.
    record Models(Json data) implements Answer {}

    /// `count` is the number of the event behind which the subscription begins; a list has none.
    record Subscribed(String subId, @Nullable Long count) implements Answer {}

    record Unsubscribed(String subId) implements Answer {}

    record QueryStarted(ConversationId conversation) implements Answer {}

    record QueryCancelled(ConversationId conversation) implements Answer {}

    /// The `error` message. `request` is the type of what failed; `conversation` and `subId` are as the plugin wrote
    /// them.
    record Failed(
            RequestErrorCode code,
            String request,
            @Nullable String conversation,
            @Nullable String subId,
            String message)
            implements Answer {}

    /// Something happened that the plugin has a subscription for; the `event` message.
    ///
    /// @param respond what is to be answered, `tool_approval` or `inquiry`; null when nothing is
    /// @param seq the number of a stored event in its conversation, from 1
    /// @param index of a piece: which message of the turn it belongs to
    /// @param last whether a message is whole with this piece
    /// @param proposal of a tool call that is to be decided about: what would be done
    /// @param actions the answers that will be taken
    record Happened(
            String subId,
            @Nullable String respond,
            @Nullable Long seq,
            @Nullable Long index,
            boolean last,
            Json.@Nullable Obj proposal,
            List<String> actions,
            Json.Obj data)
            implements ToPlugin {}
}
