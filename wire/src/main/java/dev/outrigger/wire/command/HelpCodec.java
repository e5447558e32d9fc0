package dev.outrigger.wire.command;

import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.ToHost.Help;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The `command` of a `help` message.
final class HelpCodec {
    private HelpCodec() {}

    static Help decode(FieldReader fields) throws FieldReader.Mistake {
        return new Help(fields.text("about"), fields.textOrNull("long_about"), args(fields), subcommands(fields));
    }

    private static List<Help.Sub> subcommands(FieldReader fields) throws FieldReader.Mistake {
        var subcommands = new ArrayList<Help.Sub>();
        for (var object : fields.objects("subcommands")) {
            var sub = new FieldReader(object);
            subcommands.add(new Help.Sub(
                    sub.text("name"),
                    sub.text("about"),
                    sub.textOrNull("long_about"),
                    sub.texts("visible_aliases"),
                    args(sub),
                    subcommands(sub)));
        }
        return subcommands;
    }

    private static List<Help.Argument> args(FieldReader fields) throws FieldReader.Mistake {
        var args = new ArrayList<Help.Argument>();
        for (var object : fields.objects("args")) {
            var arg = new FieldReader(object);
            args.add(new Help.Argument(
                    arg.text("long"),
                    arg.textOrNull("short"),
                    arg.text("help"),
                    arg.textOrNull("long_help"),
                    arg.textOrNull("value_name"),
                    arg.textOrNull("default_value"),
                    arg.truth("required"),
                    arg.texts("possible_values"),
                    arg.truth("positional"),
                    arg.truth("repeats")));
        }
        return args;
    }

    static Json.Obj encode(Help help) {
        var object = Json.object().put("about", help.about());
        put(object, "long_about", help.longAbout());
        return below(object, help.args(), help.subcommands());
    }

    private static Json.Obj encode(Help.Sub sub) {
        var object = Json.object().put("name", sub.name()).put("about", sub.about());
        put(object, "long_about", sub.longAbout());
        if (!sub.visibleAliases().isEmpty()) {
            object.put("visible_aliases", Json.texts(sub.visibleAliases()));
        }
        return below(object, sub.args(), sub.subcommands());
    }

    private static Json.Obj below(Json.Builder object, List<Help.Argument> args, List<Help.Sub> subcommands) {
        if (!args.isEmpty()) {
            var items = new ArrayList<Json>();
            for (var arg : args) {
                items.add(encode(arg));
            }
            object.put("args", new Json.Arr(items));
        }
        if (!subcommands.isEmpty()) {
            var items = new ArrayList<Json>();
            for (var sub : subcommands) {
                items.add(encode(sub));
            }
            object.put("subcommands", new Json.Arr(items));
        }
        return object.build();
    }

    private static Json.Obj encode(Help.Argument arg) {
        var object = Json.object().put("long", arg.longName());
        put(object, "short", arg.shortName());
        object.put("help", arg.help());
        put(object, "long_help", arg.longHelp());
        put(object, "value_name", arg.valueName());
        put(object, "default_value", arg.defaultValue());
        put(object, "required", arg.required());
        if (!arg.possibleValues().isEmpty()) {
            object.put("possible_values", Json.texts(arg.possibleValues()));
        }
        put(object, "positional", arg.positional());
        put(object, "repeats", arg.repeats());
        return object.build();
    }

    private static void put(Json.Builder object, String name, @Nullable String text) {
        if (text != null) {
            object.put(name, text);
        }
    }

    private static void put(Json.Builder object, String name, boolean truth) {
        if (truth) {
            object.put(name, true);
        }
    }
}
