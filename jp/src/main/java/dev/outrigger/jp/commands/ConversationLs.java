package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Columns;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Escapes;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.conversations.Standing;
import dev.outrigger.workspace.conversations.Summary;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Optional;

final class ConversationLs implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("ls")
                .about("List conversations: pinned ones first, then the newest; * is the one in use at this terminal")
                .arg(Arg.flag("archived", "Those that were put away, too").shortName('a'))
                .example("jp conversation ls --json | jq -r '.[].title'", "");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var conversations = session.conversations();
        boolean all = session.values().flag("archived");
        var inUse = session.conversationInUse();
        var columns = new Columns();
        columns.row("  ID", "LAST USED", "AGO", "EVENTS", "TITLE");
        var list = new ArrayList<Json>();
        var sorted = new ArrayList<>(StoreCall.of(conversations::list));
        sorted.sort(Comparator.comparing(one -> one.pinnedAt() == null));
        var now = Instant.now();
        var zone = ZoneId.systemDefault();
        for (var one : sorted) {
            if (all || one.archivedAt() == null) {
                boolean used = inUse.equals(Optional.of(one.id()));
                var ago = Ago.of(one.lastActivatedAt(), now, zone);
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
            session.printer()
                    .note(
                            sorted.isEmpty()
                                    ? "no conversations yet: `jp conversation new` starts one"
                                    : sorted.size() + " put away: `jp conversation ls --archived` shows them");
        }
        if (session.json() || !list.isEmpty()) {
            session.page(columns.text(session.look()), new Json.Arr(list));
        }
        return 0;
    }

    private static String words(Summary one) {
        return title(one)
                + (one.pinnedAt() == null ? "" : " [pinned]")
                + (one.archivedAt() == null ? "" : " [archived]")
                + (one.damage() == null ? "" : "  damaged: " + one.damage().reason())
                + remark(one);
    }

    /// What the original jp has to do with it.
    private static String remark(Summary one) {
        return switch (one.standing()) {
            case Standing.Ours() -> "";
            case Standing.Original _ -> "  (of the original jp)";
            case Standing.Grown(var folder, var copied) ->
                "  (of the original jp: changed since the copy in this list was made"
                        + (copied == 0 ? "" : ", of " + copied + " events") + "; see " + folder + ")";
        };
    }

    /// On one line, and not all of it if somebody put a book there.
    static String title(Summary one) {
        var title = one.title() == null ? "" : Escapes.unbroken(one.title()).strip();
        return title.isEmpty() ? "(no title)" : Excerpt.of(title);
    }

    static Json.Obj json(Summary one) {
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
            case Standing.Ours() -> {}
            case Standing.Original(var folder) -> object.put("original", folder.toString());
            case Standing.Grown(var folder, var copied) ->
                object.put("original", folder.toString()).put("copied_events", copied);
        }
        return object.build();
    }
}
