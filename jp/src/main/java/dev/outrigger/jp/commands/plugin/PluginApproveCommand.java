package dev.outrigger.jp.commands.plugin;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.trust.DevelopedPlugin;
import dev.outrigger.hosting.trust.PluginApproval;
import dev.outrigger.hosting.trust.PluginStanding;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import java.nio.file.Path;

/// `jp plugin approve`: the user's yes to one file, bound to its bytes or, with `--dev`, to its place.
public final class PluginApproveCommand implements ChangingCommand {
    private static final int USAGE = 2;

    @Override
    public Command describe() {
        return Command.named("approve")
                .about("Let a plugin run without being asked")
                .longAbout("""
                        Let a plugin run without being asked.

                        Writes `run = "unattended"` and the file's sha256 into your own configuration: this very file \
                        may run, in every workspace. A pinned program runs from a checked copy, so one that \
                        needs other files beside it should find them by $JP_PLUGIN_FILE, or be approved with --no-pin.

                        While you write a plugin, approve it with --dev: then its bytes may change, and nothing else. \
                        It must lie in a folder of your own that nobody else can write to, nor to any folder above; \
                        that, and that it is the same file of yours, is looked at before every start. `jp plugin list` \
                        and each run say so, until a plain `jp plugin approve` pins it or `jp plugin revoke` takes it \
                        back.""")
                .arg(ChosenPlugin.NAME)
                .arg(Argument.flag("dev", "This file may run, also after you changed it"))
                .arg(Argument.flag("no-pin", "Whatever has this name may run, also after it was changed"))
                .example("jp plugin approve serve web", "the file as it is now")
                .example("jp plugin approve --dev serve web", "the file that you are editing");
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        var plugin = ChosenPlugin.program(context);
        var approval = new PluginApproval(context, plugin.id());
        var grant = grant(context, plugin);
        // Whoever cannot be told what holds here is told so before anything is changed.
        PluginWords.verdict(context, plugin);
        var standing = PluginStanding.of(context, plugin);
        return () -> {
            switch (grant) {
                case Grant.Pinned(var sha256) -> approval.give(sha256);
                case Grant.Developed(var real) -> approval.giveForDevelopment(real);
                case Grant.AnyOfThatName _ -> approval.giveToAny();
            }
            return told -> tell(told, standing, approval, grant);
        };
    }

    /// What is approved of a program.
    private sealed interface Grant {
        record Pinned(String sha256) implements Grant {}

        record Developed(Path real) implements Grant {}

        record AnyOfThatName() implements Grant {}
    }

    private static Grant grant(JpContext context, PluginProgram plugin) throws Problem {
        boolean dev = context.values().flag("dev");
        if (!context.values().flag("no-pin")) {
            return dev
                    ? new Grant.Developed(DevelopedPlugin.toName(plugin))
                    : new Grant.Pinned(PluginStanding.sha256(plugin));
        }
        if (dev) {
            throw new Problem(
                    "--dev and --no-pin are two things",
                    "--dev is for this one file, --no-pin for whatever has its name.",
                    USAGE);
        }
        return new Grant.AnyOfThatName();
    }

    private static Answer tell(JpContext context, PluginStanding standing, PluginApproval approval, Grant grant)
            throws OutputFailed {
        var plugin = standing.plugin();
        var verdict = PluginWords.now(context, plugin);
        var id = plugin.id();
        var words = switch (grant) {
            case Grant.Pinned(var sha256) -> ", with sha256 " + sha256 + "\n";
            case Grant.AnyOfThatName _ -> ", whatever it becomes\n";
            case Grant.Developed(var real) ->
                " for development: whatever is written to " + VisibleText.name(real.toString())
                        + " runs unasked, until `jp plugin approve " + id + "` pins it or `jp plugin revoke "
                        + id + "` takes it back\n"
                        + (standing.inWorkspace()
                                ? "It lies in this workspace: what a pull or a checkout puts there runs, too\n"
                                : "");
        };
        return Answer.result(
                "jp-" + id + " (" + plugin.file() + ") is approved in " + approval.file() + words
                        + (verdict.startsWith("approved") ? "" : "Yet here: " + verdict + "\n"),
                Json.object()
                        .put("id", id)
                        .put("file", plugin.file().toString())
                        .put("sha256", grant instanceof Grant.Pinned(var sha256) ? Json.of(sha256) : Json.Null.NULL)
                        .put(
                                "dev",
                                grant instanceof Grant.Developed(var real) ? Json.of(real.toString()) : Json.Null.NULL)
                        .put("config", approval.file().toString())
                        .put("now", verdict)
                        .build());
    }
}
