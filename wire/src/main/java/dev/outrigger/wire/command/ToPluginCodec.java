package dev.outrigger.wire.command;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.ToPlugin.Config;
import dev.outrigger.wire.command.ToPlugin.Conversations;
import dev.outrigger.wire.command.ToPlugin.Created;
import dev.outrigger.wire.command.ToPlugin.Events;
import dev.outrigger.wire.command.ToPlugin.Failed;
import dev.outrigger.wire.command.ToPlugin.Forked;
import dev.outrigger.wire.command.ToPlugin.Found;
import dev.outrigger.wire.command.ToPlugin.Happened;
import dev.outrigger.wire.command.ToPlugin.Init;
import dev.outrigger.wire.command.ToPlugin.Locked;
import dev.outrigger.wire.command.ToPlugin.Models;
import dev.outrigger.wire.command.ToPlugin.Pushed;
import dev.outrigger.wire.command.ToPlugin.QueryCancelled;
import dev.outrigger.wire.command.ToPlugin.QueryStarted;
import dev.outrigger.wire.command.ToPlugin.Removed;
import dev.outrigger.wire.command.ToPlugin.Shutdown;
import dev.outrigger.wire.command.ToPlugin.Subscribed;
import dev.outrigger.wire.command.ToPlugin.Tools;
import dev.outrigger.wire.command.ToPlugin.Unlocked;
import dev.outrigger.wire.command.ToPlugin.Unsubscribed;
import dev.outrigger.wire.command.ToPlugin.Updated;
import dev.outrigger.wire.command.ToPlugin.WhatCanYouDo;
import dev.outrigger.wire.command.ToPlugin.WhoAreYou;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Between [ToPlugin] and the host's lines.
public final class ToPluginCodec {
    private ToPluginCodec() {}

    public static Json.Obj encode(ToPlugin message, @Nullable String id) {
        return switch (message) {
            case Init init -> init(init);
            case WhoAreYou() -> MessageLine.of(ToPluginType.DESCRIBE.word(), id).build();
            case WhatCanYouDo() -> MessageLine.of(ToPluginType.HELP.word(), id).build();
            case Shutdown() -> MessageLine.of(ToPluginType.SHUTDOWN.word(), id).build();
            case Conversations(var data) ->
                MessageLine.of(ToPluginType.CONVERSATIONS.word(), id)
                        .json("data", data instanceof Json.Deferred itself ? itself : encoded(data))
                        .build();
            case Events(var conversation, var data) ->
                about(ToPluginType.EVENTS, id, conversation).json("data", data).build();
            case Config(var path, var data) ->
                MessageLine.of(ToPluginType.CONFIG.word(), id)
                        .text("path", path)
                        .json("data", data)
                        .build();
            case Locked(var conversation) ->
                about(ToPluginType.LOCKED, id, conversation).build();
            case Unlocked(var conversation) ->
                about(ToPluginType.UNLOCKED, id, conversation).build();
            case Pushed(var conversation, var count) ->
                about(ToPluginType.PUSHED, id, conversation)
                        .whole("count", count)
                        .build();
            case Created(var conversation) ->
                about(ToPluginType.CREATED, id, conversation).build();
            case Updated(var conversation) ->
                about(ToPluginType.UPDATED, id, conversation).build();
            case Forked(var conversation) ->
                about(ToPluginType.FORKED, id, conversation).build();
            case Removed(var conversation) ->
                about(ToPluginType.REMOVED, id, conversation).build();
            case Found(var data) ->
                MessageLine.of(ToPluginType.FOUND.word(), id)
                        .json("data", matches(data))
                        .build();
            case Tools(var data) ->
                MessageLine.of(ToPluginType.TOOLS.word(), id).json("data", data).build();
            case Models(var data) ->
                MessageLine.of(ToPluginType.MODELS.word(), id)
                        .json("data", data)
                        .build();
            case Subscribed(var subId, var count) ->
                MessageLine.of(ToPluginType.SUBSCRIBED.word(), id)
                        .text("sub_id", subId)
                        .whole("count", count)
                        .build();
            case Unsubscribed(var subId) ->
                MessageLine.of(ToPluginType.UNSUBSCRIBED.word(), id)
                        .text("sub_id", subId)
                        .build();
            case QueryStarted(var conversation) ->
                about(ToPluginType.QUERY_STARTED, id, conversation).build();
            case QueryCancelled(var conversation) ->
                about(ToPluginType.QUERY_CANCELLED, id, conversation).build();
            case Happened event -> event(event, id);
            case Failed(var code, var request, var conversation, var subId, var text) ->
                MessageLine.of(ToPluginType.ERROR.word(), id)
                        .text("request", request)
                        .text("conversation", conversation)
                        .text("sub_id", subId)
                        .text("message", text)
                        .text("code", code.word())
                        .build();
        };
    }

    private static Json.Obj event(Happened event, @Nullable String id) {
        return MessageLine.of(ToPluginType.EVENT.word(), id)
                .text("sub_id", event.subId())
                .text("respond", event.respond())
                .whole("seq", event.seq())
                .whole("index", event.index())
                .truth("last", event.last() ? true : null)
                .json("proposal", event.proposal())
                .json("actions", event.actions().isEmpty() ? null : Json.texts(event.actions()))
                .json("data", event.data())
                .build();
    }

    private static Json matches(List<Found.Match> data) {
        var matches = new ArrayList<Json>(data.size());
        for (var match : data) {
            matches.add(Json.object()
                    .put("conversation", match.conversation().digits())
                    .put("seq", match.seq())
                    .put("excerpt", match.excerpt())
                    .build());
        }
        return new Json.Arr(matches);
    }

    private static MessageLine about(ToPluginType type, @Nullable String id, ConversationId conversation) {
        return MessageLine.of(type.word(), id).text("conversation", conversation.digits());
    }

    private static Json.Obj init(Init init) {
        return MessageLine.of(ToPluginType.INIT.word(), null)
                .whole("version", (long) Init.VERSION)
                .json(
                        "workspace",
                        Json.object()
                                .put("root", init.workspace().root())
                                .put("storage", init.workspace().storage())
                                .put("id", init.workspace().id())
                                .build())
                .json("paths", paths(init.paths()))
                .json("config", init.config())
                .json("options", init.options())
                .json("args", Json.texts(init.args()))
                .whole("log_level", (long) init.logLevel().number())
                .build();
    }

    private static Json.Obj paths(Init.Paths paths) {
        var object = Json.object();
        if (paths.userData() != null) {
            object.put("user_data", paths.userData());
        }
        if (paths.userConfig() != null) {
            object.put("user_config", paths.userConfig());
        }
        if (paths.userWorkspace() != null) {
            object.put("user_workspace", paths.userWorkspace());
        }
        return object.build();
    }

    private static Json.Arr encoded(List<Conversations.Entry> entries) {
        var encoded = new ArrayList<Json>(entries.size());
        for (var entry : entries) {
            encoded.add(encode(entry));
        }
        return new Json.Arr(encoded);
    }

    public static Json.Obj encode(Conversations.Entry entry) {
        var object = Json.object()
                .put("id", entry.id().digits())
                .put("title", entry.title() == null ? Json.Null.NULL : Json.of(entry.title()))
                .put("last_activated_at", entry.lastActivatedAt())
                .put("events_count", entry.eventsCount());
        if (entry.pinnedAt() != null) {
            object.put("pinned_at", entry.pinnedAt());
        }
        if (entry.archived()) {
            object.put("archived", true);
        }
        if (entry.damaged() != null) {
            object.put("damaged", entry.damaged());
        }
        return object.build();
    }

    /// For plugins written in Java, and for the tests: what the host said.
    public static ToPlugin decode(Json.Obj object) throws FieldReader.Mistake {
        var fields = new FieldReader(object);
        var word = fields.text("type");
        var type = ToPluginType.of(word);
        if (type == null) {
            throw new FieldReader.Mistake("unknown message type: " + word);
        }
        return switch (type) {
            case INIT -> init(fields);
            case DESCRIBE -> new WhoAreYou();
            case HELP -> new WhatCanYouDo();
            case SHUTDOWN -> new Shutdown();
            case CONVERSATIONS -> new Conversations(entries(fields.list("data")));
            case EVENTS -> new Events(fields.conversation("conversation"), new Json.Arr(fields.list("data")));
            case CONFIG ->
                new Config(
                        fields.textOrNull("path"),
                        // `null` is the value of what is not set.
                        object.get("data").orElseThrow(() -> new FieldReader.Mistake("field `data` is missing")));
            case LOCKED -> new Locked(fields.conversation("conversation"));
            case UNLOCKED -> new Unlocked(fields.conversation("conversation"));
            case PUSHED -> new Pushed(fields.conversation("conversation"), fields.whole("count", 0, Long.MAX_VALUE));
            case CREATED -> new Created(fields.conversation("conversation"));
            case UPDATED -> new Updated(fields.conversation("conversation"));
            case FORKED -> new Forked(fields.conversation("conversation"));
            case REMOVED -> new Removed(fields.conversation("conversation"));
            case FOUND -> new Found(found(fields));
            case TOOLS -> new Tools(new Json.Arr(fields.list("data")));
            case MODELS -> new Models(new Json.Arr(fields.list("data")));
            case SUBSCRIBED -> new Subscribed(fields.text("sub_id"), numberOrNull(fields, "count"));
            case UNSUBSCRIBED -> new Unsubscribed(fields.text("sub_id"));
            case QUERY_STARTED -> new QueryStarted(fields.conversation("conversation"));
            case QUERY_CANCELLED -> new QueryCancelled(fields.conversation("conversation"));
            case EVENT ->
                new Happened(
                        fields.text("sub_id"),
                        fields.textOrNull("respond"),
                        numberOrNull(fields, "seq"),
                        numberOrNull(fields, "index"),
                        fields.truth("last"),
                        fields.objectOrNull("proposal"),
                        fields.texts("actions"),
                        fields.object("data"));
            case ERROR ->
                new Failed(
                        code(fields.textOrNull("code")),
                        fields.text("request"),
                        fields.textOrNull("conversation"),
                        fields.textOrNull("sub_id"),
                        fields.text("message"));
        };
    }

    /// A host written from the seed alone sends no code.
    private static RequestErrorCode code(@Nullable String word) {
        if (word != null) {
            for (var code : RequestErrorCode.values()) {
                if (code.word().equals(word)) {
                    return code;
                }
            }
        }
        return RequestErrorCode.INTERNAL;
    }

    private static Init init(FieldReader fields) throws FieldReader.Mistake {
        var workspace = new FieldReader(fields.object("workspace"));
        var given = fields.objectOrNull("paths");
        var paths = new FieldReader(given == null ? Json.EMPTY : given);
        var options = fields.objectOrNull("options");
        return new Init(
                new Init.Workspace(workspace.text("root"), workspace.text("storage"), workspace.text("id")),
                new Init.Paths(
                        paths.textOrNull("user_data"),
                        paths.textOrNull("user_config"),
                        paths.textOrNull("user_workspace")),
                fields.object("config"),
                options == null ? Json.EMPTY : options,
                fields.texts("args"),
                LogLevel.of((int) fields.whole("log_level", 0, LogLevel.TRACE.number())));
    }

    private static @Nullable Long numberOrNull(FieldReader fields, String name) throws FieldReader.Mistake {
        var number = fields.wholeIfAny(name, 0, Long.MAX_VALUE);
        return number.isEmpty() ? null : number.getAsLong();
    }

    private static List<Found.Match> found(FieldReader fields) throws FieldReader.Mistake {
        var matches = new ArrayList<Found.Match>();
        for (var object : fields.objects("data")) {
            var match = new FieldReader(object);
            matches.add(new Found.Match(
                    match.conversation("conversation"), match.whole("seq", 1, Long.MAX_VALUE), match.text("excerpt")));
        }
        return matches;
    }

    private static List<Conversations.Entry> entries(List<Json> items) throws FieldReader.Mistake {
        var entries = new ArrayList<Conversations.Entry>(items.size());
        for (var item : items) {
            if (!(item instanceof Json.Obj object)) {
                throw new FieldReader.Mistake("field `data` must be an array of objects");
            }
            entries.add(entry(object));
        }
        return entries;
    }

    public static Conversations.Entry entry(Json.Obj object) throws FieldReader.Mistake {
        var fields = new FieldReader(object);
        return new Conversations.Entry(
                fields.conversation("id"),
                fields.textOrNull("title"),
                fields.text("last_activated_at"),
                fields.whole("events_count", 0, Long.MAX_VALUE),
                fields.textOrNull("pinned_at"),
                fields.truth("archived"),
                fields.textOrNull("damaged"));
    }
}
