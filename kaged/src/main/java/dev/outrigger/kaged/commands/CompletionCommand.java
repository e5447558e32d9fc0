package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedCommand;
import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.CompletionScript;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

/// `kaged completion`: prints what a shell needs to complete `kaged`. It asks back with `kaged __complete`.
final class CompletionCommand implements KagedCommand {
    @Override
    public Command describe() {
        return CompletionScript.describe(
                "kaged", "Names of plugins and methods are read from kaged's folder: no daemon is started or asked.");
    }

    @Override
    public int run(KagedContext context) throws OutputFailed {
        var shell = context.values().text(CompletionScript.SHELL).orElseThrow();
        var script = CompletionScript.text("kaged", shell);
        context.showExactly(
                script, Json.object().put("shell", shell).put("script", script).build());
        return 0;
    }
}
