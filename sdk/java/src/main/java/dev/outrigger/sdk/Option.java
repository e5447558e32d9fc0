package dev.outrigger.sdk;

import dev.outrigger.wire.command.ToHost.Help;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A word that the plugin understands. `jp` draws it in the help and offers it at a TAB; [Arguments] finds it.
///
/// @param valueName what stands for its value in the help; a flag has none
/// @param fallback its value when nobody gave one; null when it then has none
public record Option(
        String name,
        String help,
        @Nullable String valueName,
        @Nullable String fallback,
        List<String> choices,
        boolean positional,
        boolean repeats) {
    /// `--name`
    public static Option flag(String name, String help) {
        return new Option(name, help, null, null, List.of(), false, false);
    }

    /// `--name VALUE`
    public static Option value(String name, String valueName, String help) {
        return new Option(name, help, valueName, null, List.of(), false, false);
    }

    /// A word without `--`, by its place.
    public static Option word(String name, String help) {
        return new Option(name, help, name.toUpperCase(Locale.ROOT), null, List.of(), true, false);
    }

    /// The same, with this value when nobody gave one.
    public Option or(String fallback) {
        return new Option(name, help, valueName, fallback, choices, positional, repeats);
    }

    /// The same, with one of these values only.
    public Option of(String... choices) {
        return new Option(name, help, valueName, fallback, List.of(choices), positional, repeats);
    }

    /// The same, as often as the user likes.
    public Option repeated() {
        return new Option(name, help, valueName, fallback, choices, positional, true);
    }

    boolean isFlag() {
        return valueName == null;
    }

    Help.Argument declared() {
        return new Help.Argument(name, null, help, null, valueName, fallback, false, choices, positional, repeats);
    }

    String spelled() {
        return positional ? name.toUpperCase(Locale.ROOT) : "--" + name;
    }
}
