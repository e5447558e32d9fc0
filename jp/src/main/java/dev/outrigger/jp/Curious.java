package dev.outrigger.jp;

import dev.outrigger.jp.describe.Descriptions;
import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.jp.help.Known;
import dev.outrigger.jp.help.OnDisk;
import dev.outrigger.jp.plugin.Asking;
import dev.outrigger.jp.registry.Installed;
import dev.outrigger.jp.trust.Standing;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.command.LogLevel;
import java.util.List;
import java.util.Optional;

/// What a TAB behind a plugin's name needs to know. A plugin that may run and was never asked what it takes is asked
/// now, once; nothing else is ever started for a TAB.
final class Curious implements Known {
    private final Session session;
    private final OnDisk onDisk;

    Curious(Session session) {
        this.session = session;
        this.onDisk = new OnDisk(session.places(), session.environment());
    }

    @Override
    public Optional<Command> command(Plugin plugin) {
        var known = onDisk.command(plugin);
        if (known.isPresent() || !Descriptions.open(session.places().state()).worthAsking(plugin)) {
            return known;
        }
        try {
            if (!Standing.of(session, plugin).approvedNow()) {
                return known;
            }
            new Asking(session).learn(plugin);
        } catch (Problem | OutputFailed e) {
            session.log()
                    .add(LogLevel.DEBUG, "jp", "a TAB is answered without jp-" + plugin.id() + ": " + e.getMessage());
        }
        onDisk.lookAgain();
        return onDisk.command(plugin);
    }

    @Override
    public List<Plugin> plugins() {
        return onDisk.plugins();
    }

    @Override
    public Optional<Brief> brief(Plugin plugin) {
        return onDisk.brief(plugin);
    }

    @Override
    public void lookAgain() {
        onDisk.lookAgain();
    }

    @Override
    public Optional<Installed.One> installed(Plugin plugin) {
        return onDisk.installed(plugin);
    }
}
