package dev.outrigger.wire.command;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.ToPlugin.Config;
import dev.outrigger.wire.command.ToPlugin.Conversations;
import dev.outrigger.wire.command.ToPlugin.Created;
import dev.outrigger.wire.command.ToPlugin.Events;
import dev.outrigger.wire.command.ToPlugin.Failed;
import dev.outrigger.wire.command.ToPlugin.Init;
import dev.outrigger.wire.command.ToPlugin.Locked;
import dev.outrigger.wire.command.ToPlugin.Pushed;
import dev.outrigger.wire.command.ToPlugin.Shutdown;
import dev.outrigger.wire.command.ToPlugin.Unlocked;
import dev.outrigger.wire.command.ToPlugin.WhatCanYouDo;
import dev.outrigger.wire.command.ToPlugin.WhoAreYou;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Between [ToPlugin] and the host's lines.
public final class ToPluginCodec {
    private ToPluginCodec() {}

    public static Json.Obj encode(ToPlugin message, @Nullable String id) {
        return switch (message) {
            case Init init -> init(init);
            case WhoAreYou() -> MessageLine.of("describe", id).build();
            case WhatCanYouDo() -> MessageLine.of("help", id).build();
            case Shutdown() -> MessageLine.of("shutdown", id).build();
            case Conversations(var data) -> {
                var entries = new ArrayList<Json>(data.size());
                for (var entry : data) {
                    entries.add(entry(entry));
                }
                yield MessageLine.of("conversations", id)
                        .json("data", new Json.Arr(entries))
                        .build();
            }
            case Events(var conversation, var data) ->
                about("events", id, conversation).json("data", data).build();
            case Config(var path, var data) ->
                MessageLine.of("config", id)
                        .text("path", path)
                        .json("data", data)
                        .build();
            case Locked(var conversation) -> about("locked", id, conversation).build();
            case Unlocked(var conversation) ->
                about("unlocked", id, conversation).build();
            case Pushed(var conversation, var count) ->
                about("pushed", id, conversation)
                        .whole("count", OptionalLong.of(count))
                        .build();
            case Created(var conversation) -> about("created", id, conversation).build();
            case Failed(var code, var request, var conversation, var text) ->
                MessageLine.of("error", id)
                        .text("request", request)
                        .text("conversation", conversation)
                        .text("message", text)
                        .text("code", code.word())
                        .build();
        };
    }

    private static MessageLine about(String type, @Nullable String id, ConversationId conversation) {
        return MessageLine.of(type, id).text("conversation", conversation.digits());
    }

    private static Json.Obj init(Init init) {
        return MessageLine.of("init", null)
                .whole("version", OptionalLong.of(Init.VERSION))
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
                .whole("log_level", OptionalLong.of(init.logLevel().number()))
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

    private static Json.Obj entry(Conversations.Entry entry) {
        var object = Json.object()
                .put("id", entry.id().digits())
                .put("title", entry.title() == null ? Json.Null.NULL : Json.of(entry.title()))
                .put("last_activated_at", entry.lastActivatedAt())
                .put("events_count", entry.eventsCount());
        if (entry.pinnedAt() != null) {
            object.put("pinned_at", entry.pinnedAt());
        }
        if (entry.damaged() != null) {
            object.put("damaged", entry.damaged());
        }
        return object.build();
    }

    /// For plugins written in Java, and for the tests: what the host said.
    public static ToPlugin decode(Json.Obj object) throws FieldReader.Mistake {
        var fields = new FieldReader(object);
        var type = fields.text("type");
        return switch (type) {
            case "init" -> init(fields);
            case "describe" -> new WhoAreYou();
            case "help" -> new WhatCanYouDo();
            case "shutdown" -> new Shutdown();
            case "conversations" -> new Conversations(entries(fields.list("data")));
            case "events" -> new Events(fields.conversation("conversation"), new Json.Arr(fields.list("data")));
            case "config" -> new Config(fields.textOrNull("path"), fields.any("data"));
            case "locked" -> new Locked(fields.conversation("conversation"));
            case "unlocked" -> new Unlocked(fields.conversation("conversation"));
            case "pushed" -> new Pushed(fields.conversation("conversation"), fields.whole("count", 0, Long.MAX_VALUE));
            case "created" -> new Created(fields.conversation("conversation"));
            case "error" ->
                new Failed(
                        code(fields.textOrNull("code")),
                        fields.text("request"),
                        fields.textOrNull("conversation"),
                        fields.text("message"));
            default -> throw new FieldReader.Mistake("unknown message type: " + type);
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
                new Init.Place(workspace.text("root"), workspace.text("storage"), workspace.text("id")),
                new Init.Paths(
                        paths.textOrNull("user_data"),
                        paths.textOrNull("user_config"),
                        paths.textOrNull("user_workspace")),
                fields.object("config"),
                options == null ? Json.EMPTY : options,
                fields.texts("args"),
                LogLevel.of((int) fields.whole("log_level", 0, LogLevel.TRACE.number())));
    }

    private static List<Conversations.Entry> entries(List<Json> items) throws FieldReader.Mistake {
        var entries = new ArrayList<Conversations.Entry>(items.size());
        for (var item : items) {
            if (!(item instanceof Json.Obj object)) {
                throw new FieldReader.Mistake("field `data` must be an array of objects");
            }
            var fields = new FieldReader(object);
            entries.add(new Conversations.Entry(
                    fields.conversation("id"),
                    fields.textOrNull("title"),
                    fields.text("last_activated_at"),
                    fields.whole("events_count", 0, Long.MAX_VALUE),
                    fields.textOrNull("pinned_at"),
                    fields.textOrNull("damaged")));
        }
        return entries;
    }
}
