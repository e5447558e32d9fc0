package dev.outrigger.jp.commands;

import dev.outrigger.hosting.context.JpCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.context.JpVersion;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

/// `jp --version`, and what `jp -h` says of jp itself.
final class VersionCommand implements JpCommand {
    @Override
    public Command describe() {
        return Command.named("jp")
                .about("An assistant at the terminal that small programs in any language can extend.")
                .longAbout("""
                        An assistant at the terminal that small programs in any language can extend.

                        A program called jp-NAME on PATH is the command `jp NAME`. It speaks JSON lines over its stdin and \
                        stdout, and reads and writes conversations through jp. Options of jp stand before the plugin's \
                        name; everything behind it is the plugin's.""")
                .example("jp tour", "see three small plugins at work, live")
                .example("jp init && jp conversation new --title 'First steps'", "start here")
                .arg(Argument.flag("version", "Print the version"));
    }

    @Override
    public int run(JpContext context) throws OutputFailed {
        context.show(
                "jp " + JpVersion.NUMBER + "\n",
                Json.object().put("version", JpVersion.NUMBER).build());
        return 0;
    }
}
