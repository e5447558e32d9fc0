package dev.outrigger.kaged.store;

import java.util.Optional;

/// Which plugins are switched off, and why; it outlives the daemon.
public interface PluginSwitches {
    /// Empty for one that is not switched off.
    Optional<String> why(String plugin) throws StoreProblem;

    void off(String plugin, String why) throws StoreProblem;

    /// Also for one that never was off.
    void on(String plugin) throws StoreProblem;
}
