package dev.outrigger.assistant.plugin;

import dev.outrigger.launch.RunningProgram;

/// Starts a plugin on the calling thread, which stays until the plugin has ended: the kernel ties the two together.
interface PluginStarter {
    RunningProgram start(PluginSpec spec) throws CannotLaunch;

    /// One line for people.
    final class CannotLaunch extends Exception {
        CannotLaunch(String why) {
            super(why);
        }
    }
}
