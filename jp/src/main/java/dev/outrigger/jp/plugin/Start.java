package dev.outrigger.jp.plugin;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.jp.trust.Trust;
import dev.outrigger.launch.Environment;
import dev.outrigger.launch.Program;
import dev.outrigger.launch.Strays;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.command.LogLevel;
import java.util.List;

/// How a trusted plugin is started, to run or to be asked.
final class Start {
    /// Where the plugin's own file is, also when a checked copy of it runs.
    private static final String FILE = "JP_PLUGIN_FILE";

    private Start() {}

    static Program of(Session session, Plugin plugin, Trust trust) throws Problem, OutputFailed {
        var environment =
                Environment.without(session.environment(), session.settings().secretVariables());
        environment.put(FILE, plugin.file().toString());
        return new Program(
                trust.file(),
                List.of(),
                environment,
                session.folder(),
                trust.terms().contain());
    }

    /// Before the first start: what a killed host left.
    static void endLeftovers(Session session) {
        for (var note : Strays.endLeftovers(session.places().state())) {
            session.log().add(LogLevel.INFO, "jp", note);
        }
    }
}
