package dev.outrigger.hosting.finding;

import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.registry.RegistryEntry;
import java.util.List;

/// One way in which words could be served.
public sealed interface PluginOffer {
    /// The words that call it, those of built-in groups included.
    List<String> command();

    /// A program that is here.
    ///
    /// @param declared whether it claims these words, or is called like them
    /// @param place -1 for the shipped, 0 for the installed, then the folders of PATH from 1
    record Program(List<String> command, PluginProgram plugin, boolean declared, int place, boolean executable)
            implements PluginOffer {}

    /// In the registry, and not here.
    ///
    /// @param wanted false when the settings say that it is not to be installed: then any program goes before it
    record Known(List<String> command, RegistryEntry entry, boolean wanted) implements PluginOffer {}

    /// Nothing but a name that others have in common.
    ///
    /// @param description what the registry says of it; "" when only programs have it in common
    record Group(List<String> command, String description) implements PluginOffer {}
}
