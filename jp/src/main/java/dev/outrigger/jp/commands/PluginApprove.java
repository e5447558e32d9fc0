package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.jp.trust.Approval;
import dev.outrigger.jp.trust.Standing;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

final class PluginApprove implements Changing {
    @Override
    public Command describe() {
        return Command.named("approve")
                .about("Let a plugin run without being asked")
                .longAbout("""
                        Let a plugin run without being asked.

                        Writes `run = "unattended"` and the file's sha256 into your own configuration: this very file \
                        may run, in every workspace. A pinned program runs from a checked copy, so one that \
                        needs other files beside it should find them by $JP_PLUGIN_FILE, or be approved with --no-pin.""")
                .arg(PluginChosen.NAME)
                .arg(Arg.flag("no-pin", "Whatever has this name may run, also after it was changed"))
                .example("jp plugin approve serve web", "the file as it is now");
    }

    @Override
    public Planned plan(Session session) throws Problem, OutputFailed {
        var plugin = PluginChosen.program(session);
        var approval = new Approval(session, plugin.id());
        var sha256 = session.values().flag("no-pin") ? "" : Standing.sha256(plugin);
        // Whoever cannot be told what holds here is told so before anything is changed.
        PluginWords.verdict(session, plugin);
        return () -> {
            if (sha256.isEmpty()) {
                approval.giveToAny();
            } else {
                approval.give(sha256);
            }
            return told -> tell(told, plugin, approval, sha256);
        };
    }

    private static Answer tell(Session session, Plugin plugin, Approval approval, String sha256) throws OutputFailed {
        var now = PluginWords.now(session, plugin);
        return Answer.result(
                "jp-" + plugin.id() + " (" + plugin.file() + ") is approved in " + approval.file()
                        + (sha256.isEmpty() ? ", whatever it becomes" : ", with sha256 " + sha256) + "\n"
                        + (now.equals("approved") ? "" : "Yet here: " + now + "\n"),
                Json.object()
                        .put("id", plugin.id())
                        .put("file", plugin.file().toString())
                        .put("sha256", sha256.isEmpty() ? Json.Null.NULL : Json.of(sha256))
                        .put("config", approval.file().toString())
                        .put("now", now)
                        .build());
    }
}
