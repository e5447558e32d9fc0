package dev.outrigger.workspace.settings;

/// Something in a file that was ignored.
///
/// @param origin the file and the line
/// @param key the key it is about; empty when it is about the whole file
/// @param message what is wrong with it
/// @param hint what to do about it
/// @param matter what it is about, values included: when that was told, it need not be told again. Empty when it is a
///     mistake, which is told each time
public record SettingsWarning(ValueOrigin origin, String key, String message, String hint, String matter) {
    public boolean once() {
        return !matter.isEmpty();
    }

    /// One line for people.
    public String text() {
        return origin.text() + ": " + (key.isEmpty() ? "" : key + " ") + message + (hint.isEmpty() ? "" : "; " + hint);
    }
}
