/// Tool plugins: one process, one handshake, one call. [PluginRuntime] calls one, [ToolPlugins] keeps the installed
/// ones and makes tools of them.
@NullMarked
package dev.outrigger.assistant.plugin;

import org.jspecify.annotations.NullMarked;
