package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.query.Approval;
import dev.outrigger.jp.query.Approvals;
import dev.outrigger.jp.query.SeenDefinitions;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

final class ToolApprovals implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("approvals")
                .about("See, give and take back what may run without a question")
                .longAbout("""
                        What you always allowed in this workspace, until you log out; and the tools of servers and plugins \
                        that your settings let run unattended, everywhere. Such a tool is asked about again when it is no \
                        longer what it was; --accept lets it run as it is now.""")
                .arg(Arg.option("revoke", "NAME", "Ask about this tool again, at every terminal"))
                .arg(Arg.flag("revoke-all", "Ask about every tool again"))
                .arg(Arg.option("accept", "NAME", "Let this tool run unattended as it is now, if your settings say so"))
                .example("jp tool approvals --revoke write_file", "")
                .example("jp tool approvals --accept mcp.files/read_file", "After you have looked at it");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var approvals = Approvals.of(session);
        var seen = SeenDefinitions.of(session.places());
        var name = session.values().text("revoke");
        var accepted = session.values().text("accept");
        if (session.values().flag("revoke-all")) {
            return revoke(session, approvals.revoke(_ -> true) + seen.revoke(_ -> true), "nothing is approved here");
        }
        if (name.isPresent()) {
            Predicate<Approval> meant = each -> each.isCalled(name.get());
            int count = approvals.revoke(meant) + seen.revoke(each -> isCalled(each, name.get()));
            return revoke(session, count, "no approval here is for a tool " + name.get());
        }
        return accepted.isPresent() ? accept(session, seen, accepted.get()) : list(session, approvals, seen.all());
    }

    private static boolean isCalled(SeenDefinitions.Seen seen, String name) {
        return seen.tool().equals(name)
                || seen.tool().substring(seen.tool().indexOf('/') + 1).equals(name);
    }

    private static int revoke(Session session, int count, String none) throws Problem, OutputFailed {
        if (count == 0) {
            throw new Problem(none, "`jp tool approvals` shows what is.");
        }
        session.show(
                count == 1 ? "1 approval taken back\n" : count + " approvals taken back\n",
                Json.object().put("revoked", count).build());
        return 0;
    }

    private static int accept(Session session, SeenDefinitions seen, String name) throws Problem, OutputFailed {
        var tool = ToolsHere.other(session, name)
                .orElseThrow(() -> ToolsHere.none(name))
                .tool();
        seen.accept(tool);
        session.show(
                PluginWords.line(tool.fullName()) + " may run unattended as it is now, where your settings say so\n",
                Json.object().put("accepted", tool.fullName()).build());
        return 0;
    }

    private static int list(Session session, Approvals approvals, List<SeenDefinitions.Seen> seen)
            throws Problem, OutputFailed {
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        for (var each : approvals.all()) {
            boolean here = approvals.isHere(each);
            line(text, each.tool(), each.terminal() + (here ? " (here)" : ""), each.at());
            list.add(Json.object()
                    .put("tool", each.tool())
                    .put("shown", each.shown())
                    .put("by", "answer")
                    .put("terminal", each.terminal())
                    .put("here", here)
                    .put("at", each.at().toString())
                    .build());
        }
        for (var each : seen) {
            if (!each.digests().isEmpty()) {
                line(text, each.tool(), "as it was seen, where your settings say unattended", each.at());
                list.add(Json.object()
                        .put("tool", each.tool())
                        .put("by", "settings")
                        .put("at", each.at().toString())
                        .build());
            }
        }
        if (list.isEmpty()) {
            session.printer().note("no approvals: every tool is asked about as its `run` says");
        }
        if (session.json() || !list.isEmpty()) {
            session.show(text.toString(), new Json.Arr(list));
        }
        return 0;
    }

    private static void line(StringBuilder text, String tool, String where, Instant at) {
        text.append(PluginWords.line(tool))
                .append("  ")
                .append(PluginWords.line(where))
                .append("  since ")
                .append(at.truncatedTo(ChronoUnit.SECONDS))
                .append('\n');
    }
}
