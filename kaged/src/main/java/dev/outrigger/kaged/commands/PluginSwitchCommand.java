package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.kaged.control.ToDaemon.Turn;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import java.util.Set;

/// `enable`, `disable`, `restart`, `stop` and `reload`.
final class PluginSwitchCommand implements ProgramCommand<KagedContext> {
    /// States in which a plugin that should run never will, unless somebody does something.
    private static final Set<String> UNUSABLE = Set.of("broken", "failed");

    private final Turn turn;

    PluginSwitchCommand(Turn turn) {
        this.turn = turn;
    }

    @Override
    public Command describe() {
        return Command.named(turn.word())
                .about(about())
                .arg(Argument.positional("PLUGIN", "Its name"))
                .example("kaged plugin " + turn.word() + " notes", does());
    }

    private String about() {
        return switch (turn) {
            case ENABLE -> "Bring back a plugin that was switched off, or switched itself off by failing";
            case DISABLE -> "Stop a plugin, and start it no more until it is enabled";
            case RESTART -> "End a plugin's process and start a new one";
            case STOP -> "End a plugin's process until it is next called";
            case RELOAD -> "Read a plugin's manifest and configuration again; restarts it if it runs";
        };
    }

    private String does() {
        return switch (turn) {
            case ENABLE -> "it is started when it is next called";
            case DISABLE -> "also after a restart of the daemon";
            case RESTART -> "a fresh process; the old one stays if no other could be started";
            case STOP -> "frees its memory";
            case RELOAD -> "after a change to local.toml; with a mistake there, it runs on as it was";
        };
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var name = context.values().text("PLUGIN").orElse("");
        var now = context.ask(new ToDaemon.Switch(turn, name));
        var detail = DaemonWords.text(now, "detail");
        context.show(
                name + " is " + DaemonWords.text(now, "state") + (detail.isEmpty() ? "" : ": " + detail) + "\n", now);
        return turn != Turn.DISABLE && turn != Turn.STOP && UNUSABLE.contains(DaemonWords.text(now, "state"))
                ? Problem.FAILED
                : 0;
    }
}
