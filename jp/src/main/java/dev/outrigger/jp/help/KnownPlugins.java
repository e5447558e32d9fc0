package dev.outrigger.jp.help;

import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.registry.InstalledPrograms;
import dev.outrigger.terminal.Command;
import java.util.List;
import java.util.Optional;

/// The plugins on this machine, and what is known of them.
public interface KnownPlugins {
    /// The little that a list needs.
    ///
    /// @param command the path it declares; empty when it declares none
    /// @param answered false when it was asked and gave no answer that counts
    record Brief(List<String> command, String about, boolean answered) {}

    /// Those that can be executed, one of each name, by name.
    List<PluginProgram> plugins();

    /// Nothing when it was never asked, or is another file since.
    Optional<Brief> brief(PluginProgram plugin);

    /// Plugins were asked: what was known before is old.
    void lookAgain();

    /// What the registry had of it when it was installed; nothing for one that was not.
    Optional<InstalledPrograms.One> installed(PluginProgram plugin);

    /// Its options and sub-commands; nothing when it does not say.
    Optional<Command> command(PluginProgram plugin);
}
