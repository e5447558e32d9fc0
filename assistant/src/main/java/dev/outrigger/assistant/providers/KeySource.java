package dev.outrigger.assistant.providers;

/// Where a key is to be found.
///
/// @param variable of the environment; "" for none
/// @param file counts first, since nobody names one by accident; absolute or below `~/`; "" for none
public record KeySource(String variable, String file) {
    public static final KeySource NONE = new KeySource("", "");
}
