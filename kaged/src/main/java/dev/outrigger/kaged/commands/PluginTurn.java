package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.BuiltIn;
import dev.outrigger.kaged.Problem;
import dev.outrigger.kaged.Session;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.kaged.control.ToDaemon.Turn;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import java.util.Set;

/// `enable`, `disable`, `restart`, `stop` and `reload`.
final class PluginTurn implements BuiltIn {
    /// States in which a plugin that should run never will, unless somebody does something.
    private static final Set<String> UNUSABLE = Set.of("broken", "failed");

    private final Turn turn;

    PluginTurn(Turn turn) {
        this.turn = turn;
    }

    @Override
    public Command describe() {
        return Command.named(turn.word())
                .about(about())
                .arg(Arg.positional("PLUGIN", "Its name"))
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
    public int run(Session session) throws Problem, OutputFailed {
        var name = session.values().text("PLUGIN").orElse("");
        var now = session.ask(new ToDaemon.Switch(turn, name));
        var detail = Words.text(now, "detail");
        session.show(name + " is " + Words.text(now, "state") + (detail.isEmpty() ? "" : ": " + detail) + "\n", now);
        return turn != Turn.DISABLE && turn != Turn.STOP && UNUSABLE.contains(Words.text(now, "state"))
                ? Problem.FAILED
                : 0;
    }
}
