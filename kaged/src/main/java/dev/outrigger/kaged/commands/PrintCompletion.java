package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.BuiltIn;
import dev.outrigger.kaged.Session;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.CompletionScript;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

/// `kaged completion`: prints what a shell needs to complete `kaged`. It asks back with `kaged __complete`.
final class PrintCompletion implements BuiltIn {
    @Override
    public Command describe() {
        return CompletionScript.describe(
                "kaged", "Names of plugins and methods are read from kaged's folder: no daemon is started or asked.");
    }

    @Override
    public int run(Session session) throws OutputFailed {
        var shell = session.values().text(CompletionScript.SHELL).orElseThrow();
        var script = CompletionScript.text("kaged", shell);
        session.showExactly(
                script, Json.object().put("shell", shell).put("script", script).build());
        return 0;
    }
}
