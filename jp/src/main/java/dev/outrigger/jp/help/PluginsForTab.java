package dev.outrigger.jp.help;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.describe.PluginDescriptions;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.registry.InstalledPrograms;
import dev.outrigger.hosting.trust.PluginStanding;
import dev.outrigger.hosting.visit.UnattendedInterviews;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.command.LogLevel;
import java.util.List;
import java.util.Optional;

/// What a TAB behind a plugin's name needs to know. A plugin that may run and was never asked what it takes is asked
/// now, once; nothing else is ever started for a TAB.
public final class PluginsForTab implements KnownPlugins {
    private final JpContext context;
    private final PluginsOnDisk onDisk;

    public PluginsForTab(JpContext context) {
        this.context = context;
        this.onDisk = new PluginsOnDisk(context.places(), context.environment());
    }

    @Override
    public Optional<Command> command(PluginProgram plugin) {
        var known = onDisk.command(plugin);
        if (known.isPresent()
                || !PluginDescriptions.open(context.places().state()).worthAsking(plugin)) {
            return known;
        }
        try {
            if (!PluginStanding.of(context, plugin).approvedNow()) {
                return known;
            }
            new UnattendedInterviews(context).learn(plugin);
        } catch (Problem | OutputFailed e) {
            context.log()
                    .add(LogLevel.DEBUG, "jp", "a TAB is answered without jp-" + plugin.id() + ": " + e.getMessage());
        }
        onDisk.lookAgain();
        return onDisk.command(plugin);
    }

    @Override
    public List<PluginProgram> plugins() {
        return onDisk.plugins();
    }

    @Override
    public Optional<Brief> brief(PluginProgram plugin) {
        return onDisk.brief(plugin);
    }

    @Override
    public void lookAgain() {
        onDisk.lookAgain();
    }

    @Override
    public Optional<InstalledPrograms.One> installed(PluginProgram plugin) {
        return onDisk.installed(plugin);
    }
}
