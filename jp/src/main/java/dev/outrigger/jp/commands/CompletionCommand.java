package dev.outrigger.jp.commands;

import dev.outrigger.hosting.context.JpCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.CompletionScript;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

/// `jp completion`: prints what a shell needs to complete `jp`. It asks back with `jp __complete`.
final class CompletionCommand implements JpCommand {
    @Override
    public Command describe() {
        return CompletionScript.describe(
                "jp",
                "Values are those that are known here: conversations, configuration keys, models that `jp models` has "
                        + "listed, plugins, tools. What plugins understand is known from when they last described "
                        + "themselves; only one that is approved and was never asked is started by a TAB behind its "
                        + "name, once.");
    }

    @Override
    public int run(JpContext context) throws OutputFailed {
        var shell = context.values().text(CompletionScript.SHELL).orElseThrow();
        var script = CompletionScript.text("jp", shell);
        context.showExactly(
                script, Json.object().put("shell", shell).put("script", script).build());
        return 0;
    }
}
