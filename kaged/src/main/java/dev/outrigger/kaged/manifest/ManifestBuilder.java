package dev.outrigger.kaged.manifest;

import dev.outrigger.kaged.manifest.Manifest.Declared;
import dev.outrigger.kaged.manifest.Manifest.Hook;
import dev.outrigger.kaged.manifest.Manifest.Method;
import dev.outrigger.kaged.manifest.Manifest.Protocol;
import dev.outrigger.kaged.manifest.Manifest.Role;
import dev.outrigger.kaged.manifest.Manifest.Tool;
import dev.outrigger.wire.Json;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/// A [Manifest] from JSON that fits the schema and keeps the rules: nothing can be wrong with it any more.
final class ManifestBuilder {
    private ManifestBuilder() {}

    static Manifest build(Json.Obj top, List<Declared> capabilities) {
        return new Manifest(
                new Manifest.About(
                        text(top, "name"),
                        text(top, "version"),
                        ManifestReader.API,
                        text(top, "description"),
                        text(top, "author"),
                        text(top, "license"),
                        text(top, "homepage")),
                new Manifest.Startup(texts(top, "command"), env(object(top, "env"))),
                capabilities,
                offer(top),
                new Manifest.Options(
                        object(top, "config_schema"), object(top, "system_config_schema"), object(top, "knobs")),
                new Manifest.Times(
                        seconds(top, "shutdown_timeout_sec", 5),
                        seconds(top, "health_interval_sec", 30),
                        seconds(top, "hook_timeout_sec", 10)),
                limits(object(top, "limits")),
                text(top, "protocol").equals("mcp") ? Protocol.MCP : Protocol.KAGED);
    }

    private static Manifest.Offer offer(Json.Obj top) {
        return new Manifest.Offer(
                items(top, "methods").stream().map(ManifestBuilder::method).toList(),
                texts(top, "notifications"),
                choices(Hook.class, texts(top, "hooks")),
                items(top, "tools").stream().map(ManifestBuilder::tool).toList(),
                choices(Role.class, texts(top, "roles")));
    }

    private static Method method(Json item) {
        return item instanceof Json.Obj method
                ? new Method(
                        text(method, "name"),
                        text(method, "description"),
                        object(method, "params_schema"),
                        object(method, "result_schema"),
                        texts(method, "sensitive"))
                : new Method(text(item), "", Json.EMPTY, Json.EMPTY, List.of());
    }

    private static Tool tool(Json item) {
        var tool = item instanceof Json.Obj object ? object : Json.EMPTY;
        return new Tool(text(tool, "name"), text(tool, "description"), object(tool, "parameters_schema"));
    }

    private static Manifest.Limits limits(Json.Obj limits) {
        return new Manifest.Limits(
                whole(limits, "memory_mb"),
                whole(limits, "cpu_percent"),
                whole(limits, "processes"),
                whole(limits, "open_files"));
    }

    private static Map<String, String> env(Json.Obj env) {
        var variables = new LinkedHashMap<String, String>();
        env.fields().forEach((name, value) -> variables.put(name, text(value)));
        return Collections.unmodifiableMap(variables);
    }

    private static <E extends Enum<E>> Set<E> choices(Class<E> type, List<String> words) {
        var choices = EnumSet.noneOf(type);
        words.forEach(word -> choices.add(Enum.valueOf(type, word.toUpperCase(Locale.ROOT))));
        return Collections.unmodifiableSet(choices);
    }

    private static Duration seconds(Json.Obj top, String key, int otherwise) {
        return Duration.ofSeconds(whole(top, key).orElse(otherwise));
    }

    /// `1e2` and `30.0` are whole numbers to JSON Schema, too.
    private static OptionalInt whole(Json.Obj object, String key) {
        return object.fields().get(key) instanceof Json.Num(var text)
                ? OptionalInt.of(new BigDecimal(text).intValueExact())
                : OptionalInt.empty();
    }

    private static Json.Obj object(Json.Obj object, String key) {
        return object.fields().get(key) instanceof Json.Obj inner ? inner : Json.EMPTY;
    }

    private static List<Json> items(Json.Obj object, String key) {
        return object.fields().get(key) instanceof Json.Arr(var items) ? items : List.of();
    }

    private static List<String> texts(Json.Obj object, String key) {
        return items(object, key).stream().map(ManifestBuilder::text).toList();
    }

    private static String text(Json.Obj object, String key) {
        return object.text(key).orElse("");
    }

    private static String text(Json value) {
        return value instanceof Json.Str(var text) ? text : "";
    }
}
