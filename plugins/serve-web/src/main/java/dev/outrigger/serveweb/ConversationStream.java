package dev.outrigger.serveweb;

import dev.outrigger.sdk.Jp;
import dev.outrigger.sdk.RequestFailed;
import dev.outrigger.sdk.Subscription;
import dev.outrigger.serveweb.view.Entry;
import dev.outrigger.serveweb.view.EntryReader;
import dev.outrigger.serveweb.view.EntryReader.Read;
import dev.outrigger.serveweb.view.Moment;
import dev.outrigger.serveweb.view.StoredTurn;
import dev.outrigger.serveweb.view.Templates;
import dev.outrigger.web.EventStream;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.command.ToPlugin;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// One page that follows one conversation: what the host says, as elements that take their places.
///
/// What is sent carries the number of the last event of which the page has all; a page that comes back begins behind
/// it. As long as something waits for an answer that is the one before it, so that it is asked again.
final class ConversationStream {
    /// So far back the turn is looked for that the page may have come into.
    private static final long LOOKED_BACK = 100;

    private final EventStream stream;
    /// Whether a turn that was begun here is running.
    private final BooleanSupplier ours;

    private final EntryReader reader = new EntryReader();
    /// Of a turn elsewhere nobody says more than what is stored.
    private final StoredTurn turn = new StoredTurn();
    /// Messages that are not whole, by their index.
    private final Map<Long, Growing> growing = new HashMap<>();
    /// The events that wait for an answer: by the key of their call or inquiry, their number.
    private final Map<String, Long> open = new HashMap<>();
    private final Set<String> askedWithout = new HashSet<>();
    private long lastSeq;
    private String lastAsked = "0";

    private static final class Growing {
        private volatile String text = "";
        private final boolean thought;
        private final @Nullable Moment at;

        Growing(boolean thought, @Nullable Moment at) {
            this.thought = thought;
            this.at = at;
        }

        Entry entry(String id, boolean live) {
            return thought ? EntryReader.thought(id, text, live) : EntryReader.said(id, text, at, live);
        }
    }

    private ConversationStream(EventStream stream, BooleanSupplier ours, long after) {
        this.stream = stream;
        this.ours = ours;
        this.lastSeq = after;
    }

    static Subscription open(
            Jp jp, ConversationId conversation, long after, boolean respond, BooleanSupplier ours, EventStream stream)
            throws RequestFailed {
        var page = new ConversationStream(stream, ours, after);
        long seq = Math.max(0, after - LOOKED_BACK);
        if (seq < after) {
            for (var json : jp.events(conversation, seq, after - seq)) {
                seq++;
                if (json instanceof Json.Obj event) {
                    page.knows(event, seq);
                }
            }
        }
        return jp.subscribeAfter(conversation, after, respond, page::happened);
    }

    /// What is on the page already: when the turn began, and each of its calls.
    private void knows(Json.Obj event, long seq) {
        turn.takes(event, seq);
        switch (event.text("type").orElse("")) {
            case "chat_request" -> lastAsked = Long.toString(seq);
            case "tool_call_request" -> reader.read(event, "");
            default -> {}
        }
    }

    /// On the one thread that reads from the host.
    private void happened(ToPlugin.Happened event) {
        var data = event.data();
        if (event.seq() != null) {
            turn.takes(data, event.seq());
        }
        switch (data.text("type").orElse("")) {
            case "chat_response" -> {
                response(event);
                // Nobody may be left who says how the turn ended; when more of it comes, its end comes again.
                if (event.seq() != null && !ours.getAsBoolean()) {
                    turn.end().ifPresent(entry -> put("", entry, ""));
                }
            }
            case "activity" -> activity(data);
            case "answered" -> answered(data);
            case "query_complete" -> complete(data);
            // The list tells it, too.
            case "conversation_removed" -> {}
            default -> stored(event);
        }
    }

    private void response(ToPlugin.Happened event) {
        var data = event.data();
        if (data.get("data").isPresent() || event.index() == null) {
            stored(event);
            return;
        }
        boolean thought = data.get("message").isEmpty();
        var now = growing.computeIfAbsent(event.index(), _ -> new Growing(thought, EntryReader.moment(data)));
        now.text = now.text.concat(data.text(thought ? "reasoning" : "message").orElse(""));
        var live = "live-" + event.index();
        if (event.last()) {
            growing.remove(event.index());
            stream.forget(live);
            var id = event.seq() == null ? live : "e-" + event.seq();
            put(seen(event.seq()), now.entry(id, false), live);
        } else {
            stream.latest(live, "put", () -> element(now.entry(live, true), ""));
        }
    }

    private void stored(ToPlugin.Happened event) {
        var data = event.data();
        var seq = event.seq();
        var type = data.text("type").orElse("");
        var key = EntryReader.key(data.text("id").orElse(""));
        var id = seq == null ? "ask-" + key : "e-" + seq;
        if (type.equals("turn_start")) {
            send("", "state", Json.object().put("running", true).put("ours", ours.getAsBoolean()));
        }
        if (type.equals("chat_request") && seq != null) {
            lastAsked = Long.toString(seq);
        }
        switch (reader.read(data, id)) {
            case Read.New(var entry) -> {
                if (event.respond() != null) {
                    asked(event, entry, key, seq);
                } else {
                    var instead = askedWithout.remove(key) ? "ask-" + key : "";
                    put(seen(seq), entry, instead);
                }
            }
            case Read.Result(var call, var outcome) -> {
                open.remove(call);
                var html = Templates.outcome(outcome);
                send(
                        seen(seq),
                        "outcome",
                        Json.object()
                                .put("call", call)
                                .put("state", outcome.state())
                                .put("html", html));
            }
            case Read.Answer(var inquiry, var words) -> {
                open.remove(inquiry);
                send(seen(seq), "reply", Json.object().put("call", inquiry).put("answer", words));
            }
            case Read.Nothing() -> seen(seq);
        }
    }

    private void asked(ToPlugin.Happened event, Entry entry, String key, @Nullable Long seq) {
        if (seq == null) {
            askedWithout.add(key);
        }
        open.put(key, seq == null ? lastSeq + 1 : seq);
        var data = event.data();
        var asking = switch (entry) {
            case Entry.Called called ->
                EntryReader.asked(
                        called, data, event.proposal() == null ? Json.EMPTY : event.proposal(), event.actions());
            case Entry.Inquired(var id, var _, var inquiry, var question, var _, var options, var _, var _, var _) ->
                EntryReader.inquired(id, inquiry, question, options, data, true);
            default -> entry;
        };
        put(seen(seq), asking, "");
        send("", "attention", Json.object().put("call", key));
    }

    private void answered(Json.Obj data) {
        var id = data.text("tool_call_id").or(() -> data.text("inquiry_id")).orElse("");
        var key = EntryReader.key(id);
        open.remove(key);
        send(
                "",
                "answered",
                Json.object().put("call", key).put("action", data.text("action").orElse("")));
    }

    private void activity(Json.Obj data) {
        send("", "activity", Json.object().put("words", ActivityWords.of(data)));
    }

    private void complete(Json.Obj data) {
        growing.clear();
        open.clear();
        send("", "state", Json.object().put("running", false).put("ours", false));
        var outcome = data.text("outcome").orElse("");
        var ended = outcome.isEmpty()
                ? turn.end()
                : Optional.of(new Entry.Ended("t-" + lastAsked, ActivityWords.ending(data), outcome.equals("failed")));
        ended.ifPresent(entry -> put("", entry, ""));
    }

    /// What to say as the id of the stream: the page has everything up to it.
    private String seen(@Nullable Long seq) {
        if (seq != null && seq > lastSeq) {
            lastSeq = seq;
        }
        long all = lastSeq;
        for (long waiting : open.values()) {
            all = Math.min(all, waiting - 1);
        }
        return Long.toString(all);
    }

    private void put(String id, Entry entry, String instead) {
        stream.send(id, "put", element(entry, instead));
    }

    private static String element(Entry entry, String instead) {
        return JsonText.text(Json.object()
                .put("id", entry.id())
                .put("instead", instead)
                .put("html", Templates.entry(entry))
                .build());
    }

    private void send(String id, String event, Json.Builder data) {
        stream.send(id, event, JsonText.text(data.build()));
    }
}
