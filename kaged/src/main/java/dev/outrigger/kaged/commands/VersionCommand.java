package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedCommand;
import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.context.KagedVersion;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

/// `kaged --version`, and what `kaged -h` says of kaged itself.
final class VersionCommand implements KagedCommand {
    @Override
    public Command describe() {
        return Command.named("kaged")
                .about("A daemon that hosts plugins nobody has to trust.")
                .longAbout("""
                        A daemon that hosts plugins nobody has to trust.

                        A service plugin is a program in any language with a manifest. It runs in a sandbox made from what \
                        the manifest declares, comes back when it crashes, and every call to it is in the audit. Files are \
                        in KAGED_HOME. Exit codes: 0 done, 1 failed, 2 not understood, 3 the daemon does not run.""")
                .example("kaged start", "the daemon, in the background")
                .example("kaged plugin install ./examples/notes", "shows what it may do, and asks")
                .example("kaged plugin call notes notes.list", "calls one of its methods")
                .arg(Argument.flag("version", "Print the version"));
    }

    @Override
    public int run(KagedContext context) throws OutputFailed {
        context.show(
                "kaged " + KagedVersion.NUMBER + "\n",
                Json.object().put("version", KagedVersion.NUMBER).build());
        return 0;
    }
}
