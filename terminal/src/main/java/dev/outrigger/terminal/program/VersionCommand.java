package dev.outrigger.terminal.program;

import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

/// `PROGRAM --version`, and what `PROGRAM -h` says of the program itself.
public final class VersionCommand<C extends ProgramContext> implements ProgramCommand<C> {
    private final Command program;
    private final String version;

    public VersionCommand(Command program, String version) {
        this.program = program;
        this.version = version;
    }

    @Override
    public Command describe() {
        return program;
    }

    @Override
    public int run(C context) throws OutputFailed {
        context.show(
                program.name() + " " + version + "\n",
                Json.object().put("version", version).build());
        return 0;
    }
}
