package dev.outrigger.terminal;

import java.util.List;

/// One argument of a command. `name` is what follows `--` for flags and options, and what stands in the usage line
/// for positionals; a value is asked for by it. Absent texts are "", an absent short name is [#NO_SHORT].
///
/// A `repeatable` flag is counted, a `repeatable` option keeps all its values, and a `repeatable` positional, which
/// must be the last, takes the rest. A `global` argument is also understood by every command below the one that has
/// it.
public record Argument(
        Kind kind,
        String name,
        char shortName,
        String help,
        String longHelp,
        String valueName,
        String defaultValue,
        boolean required,
        List<String> possibleValues,
        boolean repeatable,
        boolean global) {

    public enum Kind {
        FLAG,
        OPTION,
        POSITIONAL
    }

    public static final char NO_SHORT = '\0';

    public Argument {
        possibleValues = List.copyOf(possibleValues);
    }

    public static Argument flag(String name, String help) {
        return new Argument(Kind.FLAG, name, NO_SHORT, help, "", "", "", false, List.of(), false, false);
    }

    public static Argument option(String name, String valueName, String help) {
        return new Argument(Kind.OPTION, name, NO_SHORT, help, "", valueName, "", false, List.of(), false, false);
    }

    /// Required, unless made [#optional()].
    public static Argument positional(String name, String help) {
        return new Argument(Kind.POSITIONAL, name, NO_SHORT, help, "", name, "", true, List.of(), false, false);
    }

    public Argument shortName(char letter) {
        return with(letter, longHelp, defaultValue, required, possibleValues, repeatable, global);
    }

    public Argument longHelp(String text) {
        return with(shortName, text, defaultValue, required, possibleValues, repeatable, global);
    }

    public Argument defaultValue(String value) {
        return with(shortName, longHelp, value, false, possibleValues, repeatable, global);
    }

    public Argument possibleValues(String... values) {
        return possibleValues(List.of(values));
    }

    public Argument possibleValues(List<String> values) {
        return with(shortName, longHelp, defaultValue, required, values, repeatable, global);
    }

    public Argument optional() {
        return with(shortName, longHelp, defaultValue, false, possibleValues, repeatable, global);
    }

    /// May be given more than once.
    public Argument many() {
        return with(shortName, longHelp, defaultValue, required, possibleValues, true, global);
    }

    /// Understood by every command below, too.
    public Argument everywhere() {
        return with(shortName, longHelp, defaultValue, required, possibleValues, repeatable, true);
    }

    private Argument with(
            char letter,
            String text,
            String value,
            boolean wanted,
            List<String> values,
            boolean many,
            boolean everywhere) {
        return new Argument(kind, name, letter, help, text, valueName, value, wanted, values, many, everywhere);
    }

    public boolean positional() {
        return kind == Kind.POSITIONAL;
    }

    /// As it is shown in usage lines and messages: `--title <TITLE>`, `--quiet`, `<ID>`, `[WORD]...`.
    String shown() {
        return switch (kind) {
            case FLAG -> "--" + name;
            case OPTION -> "--" + name + " <" + valueName + ">";
            case POSITIONAL -> (required ? "<" + name + ">" : "[" + name + "]") + (repeatable ? "..." : "");
        };
    }
}
