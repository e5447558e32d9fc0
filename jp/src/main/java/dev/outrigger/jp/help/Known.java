package dev.outrigger.jp.help;

import dev.outrigger.jp.finding.Plugin;
import dev.outrigger.jp.registry.Installed;
import dev.outrigger.terminal.Command;
import java.util.List;
import java.util.Optional;

/// The plugins on this machine, and what is known of them.
public interface Known {
    /// The little that a list needs.
    ///
    /// @param command the path it declares; empty when it declares none
    /// @param answered false when it was asked and gave no answer that counts
    record Brief(List<String> command, String about, boolean answered) {}

    /// Those that can be executed, one of each name, by name.
    List<Plugin> plugins();

    /// Nothing when it was never asked, or is another file since.
    Optional<Brief> brief(Plugin plugin);

    /// Plugins were asked: what was known before is old.
    void lookAgain();

    /// What the registry had of it when it was installed; nothing for one that was not.
    Optional<Installed.One> installed(Plugin plugin);

    /// Its options and sub-commands; nothing when it does not say.
    Optional<Command> command(Plugin plugin);
}
