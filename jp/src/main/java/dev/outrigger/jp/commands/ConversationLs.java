package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Escapes;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.conversations.Standing;
import dev.outrigger.workspace.conversations.Summary;
import java.util.ArrayList;
import java.util.Comparator;

final class ConversationLs implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("ls")
                .about("List conversations: pinned ones first, then the newest")
                .arg(Arg.flag("archived", "Those that were put away, too").shortName('a'))
                .example("jp conversation ls --format json | jq -r '.[].title'", "");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var conversations = session.conversations();
        boolean all = session.values().flag("archived");
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        var sorted = new ArrayList<>(StoreCall.of(conversations::list));
        sorted.sort(Comparator.comparing(one -> one.pinnedAt() == null));
        for (var one : sorted) {
            if (all || one.archivedAt() == null) {
                text.append(line(one));
                list.add(json(one));
            }
        }
        if (list.isEmpty()) {
            session.printer()
                    .note(
                            sorted.isEmpty()
                                    ? "no conversations yet: `jp conversation new` starts one"
                                    : sorted.size() + " put away: `jp conversation ls --archived` shows them");
        }
        session.page(text.toString(), new Json.Arr(list));
        return 0;
    }

    private static String line(Summary one) {
        var title = one.title() == null ? "(no title)" : one.title();
        var marks = (one.pinnedAt() == null ? "" : " [pinned]") + (one.archivedAt() == null ? "" : " [archived]");
        return Escapes.unbroken(one.id() + "  " + one.lastActivatedAt() + "  " + title + marks
                        + (one.damage() == null
                                ? ""
                                : "  damaged: " + one.damage().reason()))
                + "  (" + one.eventsCount() + (one.eventsCount() == 1 ? " event" : " events") + remark(one) + ")\n";
    }

    /// What the original jp has to do with it.
    private static String remark(Summary one) {
        return switch (one.standing()) {
            case Standing.Ours() -> "";
            case Standing.Original _ -> ", of the original jp";
            case Standing.Grown(var folder, var copied) ->
                ", of the original jp: not the " + copied + " of which there is a copy above or below; see "
                        + Escapes.unbroken(folder.toString());
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
