package dev.outrigger.serveweb.view;

import dev.outrigger.system.Sha256;
import dev.outrigger.web.MarkdownHtml;
import dev.outrigger.web.VisibleCharacters;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.event.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Makes entries of events, in their order: a result needs the call that it belongs to.
public final class EntryReader {
    private static final int HASH_DIGITS = 16;
    private static final int MANY_BYTES = 10_000;
    private static final int LONGEST_ABOUT = 300;

    private final Map<String, Instant> calledAt = new HashMap<>();

    /// The entries of a stretch of a conversation, whose first event is number `first`.
    public static List<Entry> all(List<Json> events, long first) {
        var reader = new EntryReader();
        var turn = new StoredTurn();
        var entries = new ArrayList<Entry>();
        var calls = new HashMap<String, Integer>();
        long seq = first;
        for (var json : events) {
            if (json instanceof Json.Obj event) {
                turn.takes(event, seq).ifPresent(entries::add);
                switch (reader.read(event, "e-" + seq)) {
                    case Read.New(var entry) -> {
                        if (entry instanceof Entry.Called called) {
                            calls.put(called.call(), entries.size());
                        } else if (entry instanceof Entry.Inquired inquired) {
                            calls.put(inquired.inquiry(), entries.size());
                        }
                        entries.add(entry);
                    }
                    case Read.Result(var call, var outcome) -> {
                        var at = calls.get(call);
                        if (at != null && entries.get(at) instanceof Entry.Called called) {
                            entries.set(at, called.with(outcome));
                        }
                    }
                    case Read.Answer(var inquiry, var words) -> {
                        var at = calls.get(inquiry);
                        if (at != null && entries.get(at) instanceof Entry.Inquired inquired) {
                            entries.set(at, inquired.with(words));
                        }
                    }
                    case Read.Nothing() -> {}
                }
            }
            seq++;
        }
        turn.end().ifPresent(entries::add);
        return entries;
    }

    /// What an event is to a page.
    public sealed interface Read {
        record New(Entry entry) implements Read {}

        record Result(String call, Entry.Outcome outcome) implements Read {}

        record Answer(String inquiry, String words) implements Read {}

        /// Nothing to be seen.
        record Nothing() implements Read {}
    }

    public Read read(Json.Obj json, String id) {
        var at = moment(json);
        return switch (Event.of(json)) {
            case Event.TurnStart _ -> new Read.Nothing();
            case Event.ChatRequest(var content, var _, var attachments, var _) -> {
                var files = new ArrayList<Entry.AttachedFile>();
                for (var file : attachments) {
                    files.add(new Entry.AttachedFile(
                            VisibleCharacters.name(file.path()),
                            size(file.content()),
                            VisibleCharacters.prose(file.content())));
                }
                yield new Read.New(new Entry.Asked(id, VisibleCharacters.prose(content), files, at));
            }
            case Event.Message(var text, var _) -> new Read.New(said(id, text, at, false));
            case Event.Reasoning(var text, var _) -> new Read.New(thought(id, text, false));
            case Event.Data(var data, var _) -> new Read.New(new Entry.Answered(id, JsonTree.of(data)));
            case Event.ToolCallRequest(var call, var name, var arguments, var _) -> {
                var key = key(call);
                if (at != null) {
                    calledAt.put(key, at.instant());
                }
                yield new Read.New(new Entry.Called(
                        id, key, VisibleCharacters.name(name), subject(arguments), pretty(arguments), at, null, null));
            }
            case Event.ToolCallResponse(var call, var content, var failed, var _) ->
                new Read.Result(key(call), outcome(key(call), content, failed, at));
            case Event.InquiryRequest(var inquiry, var question, var options, var _, var _) ->
                new Read.New(inquired(id, inquiry, question, options, json, false));
            case Event.InquiryResponse(var inquiry, var answer, var _) -> new Read.Answer(key(inquiry), words(answer));
            case Event.ConfigDelta(var _, var _) -> new Read.New(new Entry.Noted(id, "Settings were changed here."));
            case Event.Unknown(var object) ->
                new Read.New(new Entry.Noted(
                        id,
                        "An event of another kind: "
                                + VisibleCharacters.name(object.text("type").orElse("without a type"))));
        };
    }

    public static Entry.Said said(String id, String markdown, @Nullable Moment at, boolean live) {
        return new Entry.Said(id, MarkdownHtml.of(markdown), at, live);
    }

    public static Entry.Thought thought(String id, String markdown, boolean live) {
        return new Entry.Thought(id, MarkdownHtml.of(markdown), live);
    }

    /// A call that waits for a decision.
    public static Entry.Called asked(Entry.Called called, Json.Obj call, Json.Obj proposal, List<String> actions) {
        var approval = new Entry.Approval(
                call.text("id").orElse(""),
                about(proposal.text("about").orElse("")),
                MarkdownHtml.exactly(proposal.text("words").orElse("")),
                VisibleCharacters.exact(proposal.text("whole").orElse("")),
                // Folded only where the host says that nothing of them is missed.
                !proposal.get("show_arguments").equals(Optional.of(Json.Bool.FALSE)),
                VisibleCharacters.name(proposal.text("source").orElse("")),
                VisibleCharacters.name(proposal.text("sandbox").orElse("")),
                proposal.get("mutating").equals(Optional.of(Json.Bool.TRUE)),
                actions);
        var arguments = call.get("arguments").orElse(Json.EMPTY);
        return new Entry.Called(
                called.id(),
                called.call(),
                called.tool(),
                called.subject(),
                VisibleCharacters.exact(PrettyJson.of(arguments)),
                called.at(),
                approval,
                null);
    }

    /// On one line, and cut, as at the terminal: the arguments below are what counts.
    private static String about(String description) {
        var line = VisibleCharacters.exact(description.strip().replaceAll("\\s+", " "));
        return line.length() <= LONGEST_ABOUT
                ? line
                : line.substring(0, line.offsetByCodePoints(LONGEST_ABOUT - 1, 1)) + "…";
    }

    public static Entry.Inquired inquired(
            String id, String inquiry, String question, List<String> options, Json.Obj json, boolean open) {
        return new Entry.Inquired(
                id,
                key(inquiry),
                inquiry,
                VisibleCharacters.prose(question),
                json.text("kind").orElse(options.isEmpty() ? "text" : "select"),
                options,
                json.get("default").map(EntryReader::words).orElse(""),
                null,
                open);
    }

    private Entry.Outcome outcome(String call, String content, boolean failed, @Nullable Moment at) {
        var called = calledAt.get(call);
        var time = called == null || at == null ? Duration.ZERO : Duration.between(called, at.instant());
        var outcome = new Entry.Outcome(failed, VisibleCharacters.prose(content), "");
        // How long somebody thought about a no is not how long anything ran.
        return time.isPositive() && !outcome.rejected() ? outcome.took(Moment.took(time)) : outcome;
    }

    /// An id of somebody else's, as part of an attribute of ours.
    public static String key(String id) {
        return Sha256.of(id).substring(0, HASH_DIGITS);
    }

    private static String words(Json answer) {
        return VisibleCharacters.prose(answer instanceof Json.Str(var text) ? text : JsonText.text(answer));
    }

    /// Its path, or else the first text among its arguments.
    private static String subject(Json.Obj arguments) {
        var texts = new ArrayList<String>();
        arguments.text("path").ifPresent(texts::add);
        for (var value : arguments.fields().values()) {
            if (value instanceof Json.Str(var text)) {
                texts.add(text);
            }
        }
        return texts.isEmpty() ? "" : VisibleCharacters.name(Excerpt.of(texts.getFirst()));
    }

    private static String pretty(Json arguments) {
        return VisibleCharacters.prose(PrettyJson.of(arguments));
    }

    public static @Nullable Moment moment(Json.Obj event) {
        return event.text("timestamp").flatMap(Moment::parse).orElse(null);
    }

    private static String size(String content) {
        int length = content.length();
        return length < MANY_BYTES ? length + " characters" : String.format(Locale.ROOT, "%,d kB", length / 1000);
    }
}
