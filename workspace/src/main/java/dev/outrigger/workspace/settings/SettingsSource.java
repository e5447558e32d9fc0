package dev.outrigger.workspace.settings;

import java.util.List;

/// One thing that sets values.
///
/// @param where the file, the variable or the option
/// @param text what the file held when it was read; empty for everything else
record SettingsSource(SettingsLayer layer, String where, String text) {
    /// Finding the line costs a walk through the file, and is asked for seldom.
    ValueOrigin origin(List<String> path) {
        return new ValueOrigin(
                layer, where, text.isEmpty() ? 0 : TomlLines.of(text).lineOf(path));
    }
}
