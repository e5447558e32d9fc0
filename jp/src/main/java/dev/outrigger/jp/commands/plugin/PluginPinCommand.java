package dev.outrigger.jp.commands.plugin;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.trust.PluginApproval;
import dev.outrigger.hosting.trust.PluginStanding;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import java.util.Locale;

/// `jp plugin pin`: the one checksum that may run under a name; narrows, and approves nothing.
public final class PluginPinCommand implements ChangingCommand {
    private static final int DIGITS = 64;
    private static final int USAGE = 2;

    @Override
    public Command describe() {
        return Command.named("pin")
                .about("Let no other file run under this name than the one there is now")
                .arg(ChosenPlugin.NAME)
                .arg(Argument.option("sha256", "HEX", "The sha256 of the file that may, when it is not this one"))
                .example("jp plugin pin serve web", "approves nothing: it only narrows what may run");
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        var given = context.values().text("sha256");
        String id;
        String sha256;
        var place = "";
        if (given.isPresent()) {
            id = ChosenPlugin.id(context);
            sha256 = checked(given.get());
        } else {
            var plugin = ChosenPlugin.program(context);
            id = plugin.id();
            sha256 = PluginStanding.sha256(plugin);
            place = PluginStanding.of(context, plugin).place();
        }
        var what = "jp-" + id + (place.isEmpty() ? "" : " (" + place + ")");
        var approval = new PluginApproval(context, id);
        return () -> {
            approval.pin(sha256);
            return _ -> Answer.result(
                    what + " is pinned to sha256 " + sha256 + " in " + approval.file() + "\n",
                    Json.object()
                            .put("id", id)
                            .put("sha256", sha256)
                            .put("config", approval.file().toString())
                            .build());
        };
    }

    private static String checked(String given) throws Problem {
        var hex = given.strip().toLowerCase(Locale.ROOT);
        boolean good = hex.length() == DIGITS;
        for (int i = 0; i < hex.length(); i++) {
            good &= Character.digit(hex.charAt(i), 16) >= 0 && hex.charAt(i) < 0x7f;
        }
        if (!good) {
            throw new Problem(
                    "'" + given + "' is no sha256", "It has 64 digits from 0 to f; sha256sum prints it.", USAGE);
        }
        return hex;
    }
}
