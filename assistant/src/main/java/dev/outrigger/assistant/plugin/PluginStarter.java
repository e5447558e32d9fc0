package dev.outrigger.assistant.plugin;

/// Starts a plugin on the calling thread, which stays until the plugin has ended: the kernel ties the two together.
interface PluginStarter {
    RunningPlugin start(PluginSpec spec) throws CannotLaunch;

    /// One line for people.
    final class CannotLaunch extends Exception {
        CannotLaunch(String why) {
            super(why);
        }
    }
}
