package dev.outrigger.jp.commands.tool;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.turn.RememberedApproval;
import dev.outrigger.hosting.turn.RememberedApprovals;
import dev.outrigger.hosting.turn.SeenDefinitions;
import dev.outrigger.jp.commands.plugin.PluginWords;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// `jp tool approvals`: what runs without a question and why, given and taken back.
public final class ToolApprovalsCommand implements ChangingCommand {
    @Override
    public Command describe() {
        return Command.named("approvals")
                .about("See, give and take back what may run without a question")
                .longAbout("""
                        What you always allowed in this workspace, until you log out; and the tools of servers and plugins \
                        that your settings let run unattended, everywhere. Such a tool is asked about again when it is no \
                        longer what it was; --accept lets it run as it is now.""")
                .arg(Argument.option("revoke", "NAME", "Ask about this tool again, at every terminal"))
                .arg(Argument.flag("revoke-all", "Ask about every tool again"))
                .arg(Argument.option(
                        "accept", "NAME", "Let this tool run unattended as it is now, if your settings say so"))
                .example("jp tool approvals --revoke write_file", "")
                .example("jp tool approvals --accept mcp.files/read_file", "After you have looked at it");
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        var approvals = RememberedApprovals.of(context);
        var seen = SeenDefinitions.of(context.places());
        var name = context.values().text("revoke");
        var accepted = context.values().text("accept");
        if (context.values().flag("revoke-all")) {
            return new Revocation(approvals, seen, _ -> true, _ -> true).planned("nothing is approved here");
        }
        if (name.isPresent()) {
            return new Revocation(approvals, seen, each -> each.isCalled(name.get()), each -> each.isCalled(name.get()))
                    .planned("no approval here is for a tool " + name.get());
        }
        return accepted.isPresent() ? accept(context, seen, accepted.get()) : list(approvals, seen.all());
    }

    private record Revocation(
            RememberedApprovals approvals,
            SeenDefinitions seen,
            Predicate<RememberedApproval> approved,
            Predicate<SeenDefinitions.Seen> accepted) {
        Planned planned(String none) throws Problem {
            if (approvals.all().stream().noneMatch(approved)
                    && seen.all().stream().noneMatch(each -> !each.digests().isEmpty() && accepted.test(each))) {
                throw new Problem(none, "`jp tool approvals` shows what is.");
            }
            return () -> {
                int count = approvals.revoke(approved) + seen.revoke(accepted);
                return _ -> Answer.result(
                        count == 1 ? "1 approval taken back\n" : count + " approvals taken back\n",
                        Json.object().put("revoked", count).build());
            };
        }
    }

    private static Planned accept(JpContext context, SeenDefinitions seen, String name) throws Problem, OutputFailed {
        var tool = ToolPluginsHere.other(context, name)
                .orElseThrow(() -> ToolPluginsHere.none(name))
                .tool();
        return () -> {
            seen.accept(tool);
            return _ -> Answer.result(
                    VisibleText.name(tool.fullName())
                            + " may run unattended as it is now, where your settings say so\n",
                    Json.object().put("accepted", tool.fullName()).build());
        };
    }

    private static Planned list(RememberedApprovals approvals, List<SeenDefinitions.Seen> seen) throws Problem {
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
        var answer = list.isEmpty()
                ? Answer.note("no approvals: every tool is asked about as its `run` says", new Json.Arr(list))
                : Answer.result(text.toString(), new Json.Arr(list));
        return () -> _ -> answer;
    }

    private static void line(StringBuilder text, String tool, String where, Instant at) {
        text.append(VisibleText.name(tool))
                .append("  ")
                .append(PluginWords.line(where))
                .append("  since ")
                .append(at.truncatedTo(ChronoUnit.SECONDS))
                .append('\n');
    }
}
