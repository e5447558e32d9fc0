package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.BuiltIn;
import dev.outrigger.kaged.Problem;
import dev.outrigger.kaged.Session;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

final class Figures implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("metrics")
                .about("Print the daemon's figures in Prometheus' text format")
                .example("kaged metrics > /var/lib/node_exporter/kaged.prom", "for node_exporter's textfile collector");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var told = session.ask(new ToDaemon.Metrics(), _ -> {}) instanceof Json.Str(var text) ? text : "";
        session.showExactly(told, Json.object().put("text", told).build());
        return 0;
    }
}
