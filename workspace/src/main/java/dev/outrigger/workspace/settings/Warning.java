package dev.outrigger.workspace.settings;

/// Something in a file that was ignored.
///
/// @param origin the file and the line
/// @param key the key it is about; empty when it is about the whole file
/// @param message what is wrong with it
/// @param hint what to do about it
/// @param once whether it is no mistake, and need not be said again
public record Warning(Origin origin, String key, String message, String hint, boolean once) {
    /// One line for people.
    public String text() {
        return origin.text() + ": " + (key.isEmpty() ? "" : key + " ") + message + (hint.isEmpty() ? "" : "; " + hint);
    }
}
