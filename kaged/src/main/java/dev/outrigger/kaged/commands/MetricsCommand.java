package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;

/// `kaged metrics`: the daemon's counters in the text form that Prometheus reads.
final class MetricsCommand implements ProgramCommand<KagedContext> {
    @Override
    public Command describe() {
        return Command.named("metrics")
                .about("Print the daemon's figures in Prometheus' text format")
                .example("kaged metrics > /var/lib/node_exporter/kaged.prom", "for node_exporter's textfile collector");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var told = context.ask(new ToDaemon.Metrics(), _ -> {}) instanceof Json.Str(var text) ? text : "";
        context.showExactly(told, Json.object().put("text", told).build());
        return 0;
    }
}
