package dev.outrigger.serveweb;

import dev.outrigger.sdk.Jp;
import dev.outrigger.sdk.RequestFailed;
import dev.outrigger.serveweb.ConversationList.Listed;
import dev.outrigger.serveweb.view.ChatPage;
import dev.outrigger.serveweb.view.EntryReader;
import dev.outrigger.serveweb.view.Permission;
import dev.outrigger.serveweb.view.Row;
import dev.outrigger.serveweb.view.Templates;
import dev.outrigger.web.EventStream;
import dev.outrigger.web.Refused;
import dev.outrigger.web.Site;
import dev.outrigger.web.VisibleCharacters;
import dev.outrigger.web.WebAnswer;
import dev.outrigger.web.WebRequest;
import dev.outrigger.web.WebServer;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.wire.command.ToHost;
import dev.outrigger.wire.command.ToPlugin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The pages of `jp serve web`, and what can be done on them.
final class ChatSite implements Site, AutoCloseable {
    private static final int ROWS = 100;
    private static final int STRETCH = 100;
    private static final int MOST_FOUND = 100;

    private final Jp jp;
    private final Permission permission;
    private final ConversationList conversations;
    private final ConversationActions actions;
    private final RunningTurns turns;
    private final AssetFiles assets = new AssetFiles();
    private final String workspace;
    private volatile @Nullable WebServer server;

    ChatSite(Jp jp, Permission permission) throws RequestFailed {
        this.jp = jp;
        this.permission = permission;
        this.conversations = ConversationList.of(jp);
        this.turns = new RunningTurns(jp);
        this.actions = new ConversationActions(jp, turns);
        var root = Path.of(jp.init().workspace().root()).getFileName();
        this.workspace = VisibleCharacters.name(root == null ? "/" : root.toString());
    }

    /// For links to it.
    void servedBy(WebServer server) {
        this.server = server;
    }

    @Override
    public String title() {
        return "jp · " + workspace;
    }

    @Override
    public void notice(String sentence) {
        jp.log(LogLevel.WARN, sentence);
    }

    @Override
    public void launchUrl(String url) {
        jp.note("Somebody came with a link that is used up. Here is another one:\n");
        jp.print(url + "\n");
    }

    @Override
    public void close() {
        conversations.close();
    }

    @Override
    public WebAnswer answer(WebRequest request) throws Refused {
        return request.post() ? act(request) : show(request);
    }

    private WebAnswer show(WebRequest request) throws Refused {
        var path = request.path();
        var first = path.isEmpty() ? "" : path.getFirst();
        try {
            return switch (first) {
                case "" -> list((int) number(request, "from").orElse(0));
                case "new" -> path.size() == 1 ? begin() : nothing();
                case "search" -> search(request.parameter("q").orElse("").strip());
                case "stream" -> new WebAnswer.Stream(this::followList);
                case "models" ->
                    new WebAnswer.Data(data(jp.ask(new ToHost.ListModels(), ToPlugin.Models.class)
                            .data()));
                case "tools" ->
                    new WebAnswer.Data(data(
                            jp.ask(new ToHost.ListTools(), ToPlugin.Tools.class).data()));
                case "assets" -> path.size() == 3 ? assets.answer(path.get(2)) : nothing();
                case "c" -> path.size() > 1 ? conversation(request, path) : nothing();
                default -> nothing();
            };
        } catch (RequestFailed e) {
            throw HostWords.refused(e);
        }
    }

    private static WebAnswer nothing() throws Refused {
        throw new Refused(404, "There is no such page.");
    }

    private static Json.Obj data(Json data) {
        return Json.object().put("data", data).build();
    }

    private static OptionalLong number(WebRequest request, String name) throws Refused {
        var text = request.parameter(name);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        return number(text.get());
    }

    private static OptionalLong number(String text) throws Refused {
        if (!text.matches("\\d{1,9}")) {
            throw new Refused(400, "A number in the address is none.");
        }
        return OptionalLong.of(Long.parseLong(text));
    }

    private WebAnswer list(int from) {
        var state = conversations.state();
        int more = from + ROWS < conversations.sorted().size() ? from + ROWS : 0;
        return page("list", rows(from, null), more, "", null, state);
    }

    private List<Row> rows(int from, @Nullable ConversationId current) {
        return conversations.sorted().stream()
                .skip(from)
                .limit(ROWS)
                .map(listed -> listed.row(listed.id().equals(current), ""))
                .toList();
    }

    private WebAnswer begin() {
        var state = conversations.state();
        return page("new", rows(0, null), 0, "", null, state);
    }

    /// @param list the state that was asked for before the rows were
    private WebAnswer page(
            String kind, List<Row> rows, int more, String search, ChatPage.@Nullable Talk talk, String list) {
        return new WebAnswer.Page(Templates.page(
                new ChatPage(kind, rows, more, search, talk, permission, workspace, assets.version(), list)));
    }

    private WebAnswer search(String text) throws RequestFailed {
        if (text.isEmpty()) {
            return new WebAnswer.SeeOther("/");
        }
        var rows = new ArrayList<Row>();
        var there = new HashSet<ConversationId>();
        for (var listed : conversations.titled(text)) {
            if (there.add(listed.id()) && rows.size() < MOST_FOUND) {
                rows.add(listed.row(false, ""));
            }
        }
        var found = jp.ask(new ToHost.Search(text, OptionalLong.of(MOST_FOUND)), ToPlugin.Found.class);
        for (var match : found.data()) {
            var listed = conversations.find(match.conversation());
            if (listed.isPresent() && there.add(match.conversation())) {
                rows.add(listed.get().row(false, VisibleCharacters.name(match.excerpt())));
            }
        }
        return page("search", rows, 0, VisibleCharacters.name(text), null, "");
    }

    private WebAnswer conversation(WebRequest request, List<String> path) throws Refused, RequestFailed {
        var listed = listed(path.get(1));
        if (path.size() == 2) {
            return talk(listed, number(request, "before").orElse(Long.MAX_VALUE));
        }
        if (path.size() > 3) {
            return nothing();
        }
        return switch (path.get(2)) {
            case "stream" -> {
                var after = request.lastEventId().isEmpty() ? number(request, "after") : number(request.lastEventId());
                yield new WebAnswer.Stream(stream -> follow(listed.id(), after.orElse(0), stream));
            }
            case "export" ->
                Exports.of(
                        request.parameter("format").orElse(""),
                        listed.id(),
                        listed.title(),
                        jp.events(listed.id()),
                        assets.style());
            default -> nothing();
        };
    }

    private Listed listed(String digits) throws Refused, RequestFailed {
        var id = ConversationId.parse(digits);
        var listed = id.isEmpty() ? Optional.<Listed>empty() : conversations.find(id.get());
        if (listed.isEmpty()) {
            throw new Refused(404, "There is no such conversation, or not any more.");
        }
        return listed.get();
    }

    /// What was said before the event of this number.
    private WebAnswer talk(Listed listed, long before) throws RequestFailed {
        long end = before == Long.MAX_VALUE ? before : Math.max(0, before - 1);
        long from = Math.max(0, Math.min(end, listed.count()) - STRETCH);
        var events = jp.events(listed.id(), from, end - from);
        var talk = new ChatPage.Talk(
                listed.id().digits(),
                VisibleCharacters.name(listed.title()),
                listed.pinned(),
                listed.archived(),
                EntryReader.all(events, from + 1),
                settled(events, from),
                from > 0 ? from + 1 : 0);
        var state = conversations.state();
        int more = ROWS < conversations.sorted().size() ? ROWS : 0;
        return page("chat", rows(0, listed.id()), more, "", talk, state);
    }

    /// How far nothing will change any more: to the first question that has no answer yet, or to the end.
    private static long settled(List<Json> events, long from) {
        var open = new LinkedHashMap<String, Long>();
        long seq = from;
        for (var json : events) {
            seq++;
            if (json instanceof Json.Obj event) {
                var id = event.text("id").orElse("");
                switch (event.text("type").orElse("")) {
                    case "tool_call_request", "inquiry_request" -> open.putIfAbsent(id, seq);
                    case "tool_call_response", "inquiry_response" -> open.remove(id);
                    // Another turn: what the one before left open stays so.
                    case "turn_start" -> open.clear();
                    default -> {}
                }
            }
        }
        return open.isEmpty() ? seq : open.firstEntry().getValue() - 1;
    }

    private Registration followList(EventStream stream) {
        var listening = conversations.listen(change -> {
            var now = change.now();
            if (now == null) {
                stream.send(
                        "",
                        "gone",
                        JsonText.text(
                                Json.object().put("id", change.id().digits()).build()));
            } else {
                stream.send(
                        "",
                        "row",
                        JsonText.text(Json.object()
                                .put("id", change.id().digits())
                                .put("html", Templates.row(now.row(false, "")))
                                .build()));
            }
        });
        stream.send(
                "",
                "list",
                JsonText.text(Json.object().put("state", conversations.state()).build()));
        return listening;
    }

    private AutoCloseable follow(ConversationId conversation, long after, EventStream stream) throws Refused {
        // Before it is asked whether one is running: it may end before the subscription begins, which then says
        // nothing.
        var ends = turns.listen(conversation, () -> tellState(false, stream));
        var list = followList(stream);
        boolean running = turns.isRunning(conversation);
        tellState(running, stream);
        if (running && !turns.isRunning(conversation)) {
            tellState(false, stream);
        }
        try {
            var events = ConversationStream.open(
                    jp, conversation, after, permission.writes(), () -> turns.isRunning(conversation), stream);
            return () -> {
                ends.close();
                list.close();
                events.close();
            };
        } catch (RequestFailed e) {
            ends.close();
            list.close();
            throw HostWords.refused(e);
        }
    }

    private static void tellState(boolean running, EventStream stream) {
        var state = Json.object().put("running", running).put("ours", running).build();
        stream.send("", "state", JsonText.text(state));
    }

    private WebAnswer act(WebRequest request) throws Refused {
        if (!permission.writes()) {
            throw new Refused(403, "This server only shows; it was started with --read-only.");
        }
        var path = request.path();
        if (path.equals(List.of("new"))) {
            return new WebAnswer.Data(actions.create(request.body()));
        }
        if (path.equals(List.of("link"))) {
            var running = server;
            return new WebAnswer.Data(Json.object()
                    .put("url", running == null ? "" : running.newLaunchUrl())
                    .build());
        }
        if (path.size() == 3 && path.getFirst().equals("c")) {
            var id = ConversationId.parse(path.get(1));
            if (id.isPresent()) {
                return new WebAnswer.Data(actions.act(id.get(), path.get(2), request.body()));
            }
        }
        return nothing();
    }
}
