package dev.outrigger.jp.commands.conversation;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.ListColumns;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.TerminalEscapes;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.conversations.ConversationOwner;
import dev.outrigger.workspace.conversations.ConversationSummary;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Optional;

/// `jp conversation ls`: one row per conversation, pinned ones first, damaged ones among them.
public final class ConversationLsCommand implements ProgramCommand<JpContext> {
    @Override
    public Command describe() {
        return Command.named("ls")
                .about("List conversations: pinned ones first, then the newest; * is the one in use at this terminal")
                .arg(Argument.flag("archived", "Those that were put away, too").shortName('a'))
                .example("jp conversation ls --json | jq -r '.[].title'", "");
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        var conversations = context.conversations();
        boolean all = context.values().flag("archived");
        var inUse = context.conversationInUse();
        var columns = new ListColumns();
        columns.row("  ID", "LAST USED", "AGO", "EVENTS", "TITLE");
        var list = new ArrayList<Json>();
        var sorted = new ArrayList<>(StoreCall.of(conversations::list));
        sorted.sort(Comparator.comparing(one -> one.pinnedAt() == null));
        var now = Instant.now();
        var zone = ZoneId.systemDefault();
        for (var one : sorted) {
            if (all || one.archivedAt() == null) {
                boolean used = inUse.equals(Optional.of(one.id()));
                var ago = RelativeTime.of(one.lastActivatedAt(), now, zone);
                columns.row(
                        (used ? "* " : "  ") + one.id(),
                        ago.local(),
                        ago.since(),
                        Long.toString(one.eventsCount()),
                        words(one));
                list.add(json(one).with("in_use", Json.of(used)));
            }
        }
        if (list.isEmpty()) {
            context.printer()
                    .note(
                            sorted.isEmpty()
                                    ? "no conversations yet: `jp conversation new` starts one"
                                    : sorted.size() + " put away: `jp conversation ls --archived` shows them");
        }
        if (context.json() || !list.isEmpty()) {
            context.page(columns.text(context.look()), new Json.Arr(list));
        }
        int putAway = sorted.size() - list.size();
        if (putAway > 0 && !list.isEmpty() && !context.json()) {
            context.printer().note(putAway + " more put away: `jp conversation ls --archived` shows them");
        }
        return 0;
    }

    private static String words(ConversationSummary one) {
        return title(one)
                + (one.pinnedAt() == null ? "" : " [pinned]")
                + (one.archivedAt() == null ? "" : " [archived]")
                + (one.damage() == null ? "" : "  damaged: " + one.damage().reason())
                + remark(one);
    }

    /// What the original jp has to do with it.
    private static String remark(ConversationSummary one) {
        return switch (one.standing()) {
            case ConversationOwner.Ours() -> "";
            case ConversationOwner.Original _ -> "  (of the original jp)";
            case ConversationOwner.Grown(var folder, var copied) ->
                "  (of the original jp: changed since the copy in this list was made"
                        + (copied == 0 ? "" : ", of " + copied + " events") + "; see " + folder + ")";
        };
    }

    /// On one line, and not all of it if somebody put a book there.
    static String title(ConversationSummary one) {
        var title =
                one.title() == null ? "" : TerminalEscapes.unbroken(one.title()).strip();
        return title.isEmpty() ? "(no title)" : Excerpt.of(title);
    }

    static Json.Obj json(ConversationSummary one) {
        var object = Json.object()
                .put("id", one.id().digits())
                .put("title", one.title() == null ? Json.Null.NULL : Json.of(one.title()))
                .put("last_activated_at", one.lastActivatedAt())
                .put("events_count", one.eventsCount());
        if (one.pinnedAt() != null) {
            object.put("pinned_at", one.pinnedAt());
        }
        if (one.archivedAt() != null) {
            object.put("archived_at", one.archivedAt());
        }
        if (one.damage() != null) {
            object.put("damaged", one.damage().reason());
        }
        switch (one.standing()) {
            case ConversationOwner.Ours() -> {}
            case ConversationOwner.Original(var folder) -> object.put("original", folder.toString());
            case ConversationOwner.Grown(var folder, var copied) ->
                object.put("original", folder.toString()).put("copied_events", copied);
        }
        return object.build();
    }
}
