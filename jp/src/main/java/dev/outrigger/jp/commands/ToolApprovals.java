package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.query.Approval;
import dev.outrigger.jp.query.Approvals;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Escapes;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.function.Predicate;

final class ToolApprovals implements Changing {
    @Override
    public Command describe() {
        return Command.named("approvals")
                .about("See and take back what you always allowed, in this workspace")
                .arg(Arg.option("revoke", "NAME", "Ask about this tool again, at every terminal"))
                .arg(Arg.flag("revoke-all", "Ask about every tool again"))
                .example("jp tool approvals --revoke write_file", "");
    }

    @Override
    public Planned plan(Session session) throws Problem, OutputFailed {
        var approvals = Approvals.of(session);
        var name = session.values().text("revoke");
        if (session.values().flag("revoke-all")) {
            return revoke(approvals, _ -> true, "nothing is approved here");
        }
        if (name.isPresent()) {
            return revoke(
                    approvals, each -> each.tool().equals(name.get()), "no approval here is for a tool " + name.get());
        }
        return list(approvals);
    }

    private static Planned revoke(Approvals approvals, Predicate<Approval> which, String none) throws Problem {
        if (approvals.all().stream().noneMatch(which)) {
            throw new Problem(none, "`jp tool approvals` shows what is.");
        }
        return () -> {
            int count = approvals.revoke(which);
            return told -> told.show(
                    count == 1 ? "1 approval taken back\n" : count + " approvals taken back\n",
                    Json.object().put("revoked", count).build());
        };
    }

    private static Planned list(Approvals approvals) throws Problem {
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        for (var each : approvals.all()) {
            boolean here = approvals.isHere(each);
            text.append(Escapes.strip(each.tool() + "  " + each.source() + "  " + each.terminal()))
                    .append(here ? " (here)" : "")
                    .append("  since ")
                    .append(each.at().truncatedTo(ChronoUnit.SECONDS))
                    .append('\n');
            list.add(Json.object()
                    .put("tool", each.tool())
                    .put("source", each.source())
                    .put("terminal", each.terminal())
                    .put("here", here)
                    .put("at", each.at().toString())
                    .build());
        }
        return () -> told -> {
            if (list.isEmpty()) {
                told.printer().note("no approvals: every tool is asked about as its `run` says");
            }
            if (told.json() || !list.isEmpty()) {
                told.show(text.toString(), new Json.Arr(list));
            }
        };
    }
}
