package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Release;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

/// `jp --version`, and what `jp -h` says of jp itself.
final class Version implements BuiltIn {
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
                .arg(Arg.flag("version", "Print the version"));
    }

    @Override
    public int run(Session session) throws OutputFailed {
        session.show(
                "jp " + Release.NUMBER + "\n",
                Json.object().put("version", Release.NUMBER).build());
        return 0;
    }
}
