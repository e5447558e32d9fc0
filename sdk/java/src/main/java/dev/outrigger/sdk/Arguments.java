package dev.outrigger.sdk;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The words behind the plugin's name, by the options that it declares.
public final class Arguments {
    /// As a shell has it for words that a command does not understand.
    private static final int USAGE = 2;

    private final List<Option> options;
    private final Map<String, List<String>> values = new HashMap<>();

    private Arguments(List<Option> options) {
        this.options = options;
    }

    static Arguments parse(List<Option> options, List<String> words) throws PluginFailure {
        var arguments = new Arguments(options);
        var rest = new ArrayDeque<>(words);
        boolean onlyWords = false;
        int place = 0;
        while (!rest.isEmpty()) {
            var word = rest.poll();
            if (!onlyWords && word.equals("--")) {
                onlyWords = true;
            } else if (!onlyWords && word.startsWith("--")) {
                arguments.named(word.substring(2), rest);
            } else {
                place = arguments.placed(word, place);
            }
        }
        return arguments;
    }

    private void named(String word, ArrayDeque<String> rest) throws PluginFailure {
        int sign = word.indexOf('=');
        var name = sign < 0 ? word : word.substring(0, sign);
        for (var option : options) {
            if (!option.positional() && option.name().equals(name)) {
                if (option.isFlag()) {
                    if (sign >= 0) {
                        throw wrong("--" + name + " takes no value");
                    }
                    put(option, "");
                } else if (sign >= 0) {
                    put(option, word.substring(sign + 1));
                } else if (rest.isEmpty()) {
                    throw wrong("--" + name + " needs a value, " + option.valueName());
                } else {
                    put(option, rest.poll());
                }
                return;
            }
        }
        throw wrong("there is no option --" + name);
    }

    private int placed(String word, int place) throws PluginFailure {
        int at = 0;
        for (var option : options) {
            if (option.positional() && at++ == place) {
                put(option, word);
                return option.repeats() ? place : place + 1;
            }
        }
        throw wrong("one word too many: " + word);
    }

    private void put(Option option, String value) throws PluginFailure {
        if (!option.choices().isEmpty() && !option.choices().contains(value)) {
            throw wrong(option.spelled() + " is one of " + String.join(", ", option.choices()) + ", not " + value);
        }
        var all = values.computeIfAbsent(option.name(), _ -> new ArrayList<>());
        if (!all.isEmpty() && !option.repeats()) {
            throw wrong(option.spelled() + " was given twice");
        }
        all.add(value);
    }

    private static PluginFailure wrong(String what) {
        return new PluginFailure(USAGE, what);
    }

    public boolean flag(String name) {
        return !all(name).isEmpty();
    }

    /// What the user gave, else what the option falls back to.
    public Optional<String> text(String name) {
        var all = all(name);
        return all.isEmpty() ? Optional.ofNullable(declared(name).fallback()) : Optional.of(all.getFirst());
    }

    /// The same, which has to be a whole number from `least` to `most`.
    public OptionalInt whole(String name, int least, int most) throws PluginFailure {
        var text = text(name);
        if (text.isEmpty()) {
            return OptionalInt.empty();
        }
        try {
            int number = Integer.parseInt(text.get());
            if (number >= least && number <= most) {
                return OptionalInt.of(number);
            }
        } catch (NumberFormatException _) {
            // Said below, with what would do.
        }
        throw wrong(
                declared(name).spelled() + " is a whole number from " + least + " to " + most + ", not " + text.get());
    }

    /// Every value that the user gave.
    public List<String> all(String name) {
        declared(name);
        return values.getOrDefault(name, List.of());
    }

    private Option declared(String name) {
        for (var option : options) {
            if (option.name().equals(name)) {
                return option;
            }
        }
        throw new IllegalArgumentException("the plugin declares no option " + name);
    }
}
