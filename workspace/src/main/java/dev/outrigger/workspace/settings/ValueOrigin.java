package dev.outrigger.workspace.settings;

/// Where a value comes from.
///
/// @param where the file, the variable or the option; empty for what is built in
/// @param line counted from 1; 0 when it is in no file
public record ValueOrigin(SettingsLayer layer, String where, int line) {
    /// `/home/me/.config/jp/config.toml:12`, or the layer's name.
    public String text() {
        if (where.isEmpty()) {
            return layer.words();
        }
        return line == 0 ? where : where + ":" + line;
    }
}
