package dev.outrigger.terminal.program;

import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.CompletionScript;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

/// `PROGRAM completion`: prints what a shell needs to complete the program. It asks back with `PROGRAM __complete`.
public final class CompletionCommand<C extends ProgramContext> implements ProgramCommand<C> {
    private final String program;
    private final String whatElse;

    /// `whatElse` says what is offered besides the program's own words, in whole sentences.
    public CompletionCommand(String program, String whatElse) {
        this.program = program;
        this.whatElse = whatElse;
    }

    @Override
    public Command describe() {
        return CompletionScript.describe(program, whatElse);
    }

    @Override
    public int run(C context) throws OutputFailed {
        var shell = context.values().text(CompletionScript.SHELL).orElseThrow();
        var script = CompletionScript.text(program, shell);
        context.showExactly(
                script, Json.object().put("shell", shell).put("script", script).build());
        return 0;
    }
}
