package dev.outrigger.hosting.visit;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.trust.PluginTrust;
import dev.outrigger.launch.ChildEnvironment;
import dev.outrigger.launch.ProgramSpec;
import dev.outrigger.launch.StrayProcesses;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.command.LogLevel;
import java.util.List;

/// How a trusted plugin is started, to run or to be asked.
final class PluginStart {
    /// Where the plugin's own file is, also when a checked copy of it runs.
    private static final String FILE = "JP_PLUGIN_FILE";

    private PluginStart() {}

    static ProgramSpec of(JpContext context, PluginProgram plugin, PluginTrust trust) throws Problem, OutputFailed {
        var environment = ChildEnvironment.without(
                context.environment(), context.settings().secretVariables());
        environment.put(FILE, plugin.file().toString());
        return new ProgramSpec(
                trust.file(),
                List.of(),
                environment,
                context.folder(),
                trust.terms().contain(),
                trust.copy());
    }

    /// Before the first start: what a killed host left.
    static void endLeftovers(JpContext context) {
        for (var note : StrayProcesses.endLeftovers(context.places().state())) {
            context.log().add(LogLevel.INFO, "jp", note);
        }
    }
}
