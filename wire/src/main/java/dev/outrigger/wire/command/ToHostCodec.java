package dev.outrigger.wire.command;

import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.command.ToHost.AnswerInquiry;
import dev.outrigger.wire.command.ToHost.CancelQuery;
import dev.outrigger.wire.command.ToHost.CreateConversation;
import dev.outrigger.wire.command.ToHost.DecideCall;
import dev.outrigger.wire.command.ToHost.Describe;
import dev.outrigger.wire.command.ToHost.Exit;
import dev.outrigger.wire.command.ToHost.ForkConversation;
import dev.outrigger.wire.command.ToHost.Help;
import dev.outrigger.wire.command.ToHost.ListConversations;
import dev.outrigger.wire.command.ToHost.ListModels;
import dev.outrigger.wire.command.ToHost.ListTools;
import dev.outrigger.wire.command.ToHost.Lock;
import dev.outrigger.wire.command.ToHost.Log;
import dev.outrigger.wire.command.ToHost.Print;
import dev.outrigger.wire.command.ToHost.PushEvents;
import dev.outrigger.wire.command.ToHost.Query;
import dev.outrigger.wire.command.ToHost.ReadConfig;
import dev.outrigger.wire.command.ToHost.ReadEvents;
import dev.outrigger.wire.command.ToHost.Ready;
import dev.outrigger.wire.command.ToHost.RemoveConversation;
import dev.outrigger.wire.command.ToHost.Search;
import dev.outrigger.wire.command.ToHost.Subscribe;
import dev.outrigger.wire.command.ToHost.SubscribeToList;
import dev.outrigger.wire.command.ToHost.Unlock;
import dev.outrigger.wire.command.ToHost.Unsubscribe;
import dev.outrigger.wire.command.ToHost.UpdateConversation;
import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Between a plugin's lines and [ToHost].
public final class ToHostCodec {
    private ToHostCodec() {}

    /// What a line turned out to be.
    public sealed interface Decoded {
        record Message(@Nullable String id, ToHost message) implements Decoded {}

        /// An object with a type, but unknown or unfit: the plugin is told.
        record Unfit(@Nullable String id, ToPlugin.Failed answer) implements Decoded {}

        /// No message at all. Never answered: a plugin without ids would take the answer for another's.
        record Stray(String why) implements Decoded {}
    }

    public static Decoded decode(byte[] bytes, int from, int to) {
        Json json;
        try {
            json = JsonText.parse(bytes, from, to);
        } catch (MalformedJson e) {
            return new Decoded.Stray(e.what());
        }
        if (!(json instanceof Json.Obj object)) {
            return new Decoded.Stray("not a JSON object");
        }
        if (!(object.fields().get("type") instanceof Json.Str(var type))) {
            return new Decoded.Stray("no string `type`");
        }
        var fields = new FieldReader(object);
        var id = object.fields().get("id") instanceof Json.Str(var text) ? text : null;
        try {
            fields.textOrNull("id");
            var known = ToHostType.of(type);
            return known == null
                    ? unfit(
                            object,
                            id,
                            type,
                            RequestErrorCode.UNKNOWN_TYPE,
                            "unknown message type: " + Excerpt.of(type))
                    : new Decoded.Message(id, message(known, fields));
        } catch (FieldReader.Mistake e) {
            var code = e instanceof FieldReader.NoSuchConversation
                    ? RequestErrorCode.NOT_FOUND
                    : RequestErrorCode.INVALID_REQUEST;
            return unfit(object, id, type, code, e.what());
        }
    }

    private static Decoded unfit(
            Json.Obj object, @Nullable String id, String type, RequestErrorCode code, String message) {
        var conversation = object.fields().get("conversation") instanceof Json.Str(var text) ? Excerpt.of(text) : null;
        var subId = object.fields().get("sub_id") instanceof Json.Str(var text) ? Excerpt.of(text) : null;
        return new Decoded.Unfit(id, new ToPlugin.Failed(code, Excerpt.of(type), conversation, subId, message));
    }

    private static ToHost message(ToHostType type, FieldReader fields) throws FieldReader.Mistake {
        return switch (type) {
            case READY -> {
                var protocol = fields.wholeIfAny("protocol", 1, Integer.MAX_VALUE);
                yield new Ready(protocol.isEmpty() ? OptionalInt.empty() : OptionalInt.of((int) protocol.getAsLong()));
            }
            case LIST_CONVERSATIONS -> new ListConversations();
            case READ_EVENTS ->
                new ReadEvents(
                        fields.conversation("conversation"),
                        fields.wholeIfAny("after", 0, Long.MAX_VALUE),
                        fields.wholeIfAny("limit", 0, Long.MAX_VALUE));
            case READ_CONFIG -> new ReadConfig(fields.textOrNull("path"));
            case LOCK -> new Lock(fields.conversation("conversation"));
            case UNLOCK -> new Unlock(fields.conversation("conversation"));
            case PUSH_EVENTS -> new PushEvents(fields.conversation("conversation"), fields.list("events"));
            case CREATE_CONVERSATION -> new CreateConversation(fields.textOrNull("title"));
            case UPDATE_CONVERSATION ->
                new UpdateConversation(
                        fields.conversation("conversation"),
                        fields.textOrNull("title"),
                        fields.truthOrNull("pinned"),
                        fields.truthOrNull("archived"));
            case FORK_CONVERSATION ->
                new ForkConversation(
                        fields.conversation("conversation"), fields.wholeIfAny("after", 0, Long.MAX_VALUE));
            case REMOVE_CONVERSATION -> new RemoveConversation(fields.conversation("conversation"));
            case SEARCH -> new Search(fields.text("text"), fields.wholeIfAny("limit", 0, Long.MAX_VALUE));
            case LIST_TOOLS -> new ListTools();
            case LIST_MODELS -> new ListModels();
            case SUBSCRIBE -> SubscriptionCodec.subscribe(fields);
            case UNSUBSCRIBE -> new Unsubscribe(fields.text("sub_id"));
            case QUERY -> SubscriptionCodec.query(fields);
            case CANCEL_QUERY -> new CancelQuery(fields.conversation("conversation"));
            case RESPOND -> SubscriptionCodec.respond(fields);
            case PRINT ->
                new Print(
                        fields.text("text"),
                        fields.textOrNull("channel"),
                        fields.textOrNull("format"),
                        fields.textOrNull("language"));
            case LOG -> {
                var extra = fields.objectOrNull("fields");
                yield new Log(level(fields.text("level")), fields.text("message"), extra == null ? Json.EMPTY : extra);
            }
            case DESCRIBE ->
                new Describe(
                        fields.text("name"),
                        fields.text("version"),
                        fields.text("description"),
                        fields.texts("command"),
                        fields.textOrNull("author"),
                        fields.textOrNull("help"),
                        fields.textOrNull("repository"),
                        fields.objectOrNull("options_schema"));
            case HELP -> HelpCodec.decode(new FieldReader(fields.object("command")));
            case EXIT -> new Exit((int) fields.whole("code", 0, 255), fields.textOrNull("reason"));
        };
    }

    private static LogLevel level(String word) throws FieldReader.Mistake {
        return switch (word) {
            case "error" -> LogLevel.ERROR;
            case "warn" -> LogLevel.WARN;
            case "info" -> LogLevel.INFO;
            case "debug" -> LogLevel.DEBUG;
            case "trace" -> LogLevel.TRACE;
            default -> throw new FieldReader.Mistake("field `level` must be one of trace, debug, info, warn, error");
        };
    }

    public static Json.Obj encode(ToHost message, @Nullable String id) {
        var line = MessageLine.of(ToHostType.of(message).word(), id);
        return switch (message) {
            case Ready(var protocol) ->
                line.whole("protocol", protocol.isEmpty() ? null : (long) protocol.getAsInt())
                        .build();
            case ListConversations() -> line.build();
            case ReadEvents(var conversation, var after, var limit) ->
                line.text("conversation", conversation.digits())
                        .whole("after", after.isEmpty() ? null : after.getAsLong())
                        .whole("limit", limit.isEmpty() ? null : limit.getAsLong())
                        .build();
            case ReadConfig(var path) -> line.text("path", path).build();
            case Lock(var conversation) ->
                line.text("conversation", conversation.digits()).build();
            case Unlock(var conversation) ->
                line.text("conversation", conversation.digits()).build();
            case PushEvents(var conversation, var events) ->
                line.text("conversation", conversation.digits())
                        .json("events", new Json.Arr(events))
                        .build();
            case CreateConversation(var title) -> line.text("title", title).build();
            case UpdateConversation(var conversation, var title, var pinned, var archived) ->
                line.text("conversation", conversation.digits())
                        .text("title", title)
                        .truth("pinned", pinned)
                        .truth("archived", archived)
                        .build();
            case ForkConversation(var conversation, var after) ->
                line.text("conversation", conversation.digits())
                        .whole("after", after.isEmpty() ? null : after.getAsLong())
                        .build();
            case RemoveConversation(var conversation) ->
                line.text("conversation", conversation.digits()).build();
            case Search(var text, var limit) ->
                line.text("text", text)
                        .whole("limit", limit.isEmpty() ? null : limit.getAsLong())
                        .build();
            case ListTools() -> line.build();
            case ListModels() -> line.build();
            case Subscribe subscribe -> SubscriptionCodec.line(line, subscribe);
            case SubscribeToList subscribe -> SubscriptionCodec.line(line, subscribe);
            case Unsubscribe(var subId) -> line.text("sub_id", subId).build();
            case Query query -> SubscriptionCodec.line(line, query);
            case CancelQuery(var conversation) ->
                line.text("conversation", conversation.digits()).build();
            case DecideCall decision -> SubscriptionCodec.line(line, decision);
            case AnswerInquiry answer -> SubscriptionCodec.line(line, answer);
            case Print(var text, var channel, var format, var language) ->
                line.text("channel", channel)
                        .text("format", format)
                        .text("language", language)
                        .text("text", text)
                        .build();
            case Log(var level, var text, var extra) ->
                line.text("level", level.name().toLowerCase(Locale.ROOT))
                        .text("message", text)
                        .json("fields", extra.fields().isEmpty() ? null : extra)
                        .build();
            case Describe d ->
                line.text("name", d.name())
                        .text("version", d.version())
                        .text("description", d.description())
                        .json("command", d.command().isEmpty() ? null : Json.texts(d.command()))
                        .text("author", d.author())
                        .text("help", d.help())
                        .text("repository", d.repository())
                        .json("options_schema", d.optionsSchema())
                        .build();
            case Help help -> line.json("command", HelpCodec.encode(help)).build();
            case Exit(var code, var reason) ->
                line.whole("code", (long) code).text("reason", reason).build();
        };
    }
}
