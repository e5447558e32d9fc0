package dev.outrigger.kaged.manifest;

import dev.outrigger.wire.Json;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/// What a service plugin says of itself in `kaged-plugin.yaml`: who it is, how it is started, what it wants and what it
/// offers. Made by [ManifestReader] alone, so that every value in it has been checked.
///
/// Texts that the file leaves out are empty; a schema it leaves out is the empty one, which takes everything.
public record Manifest(
        About about,
        Startup startup,
        List<Declared> capabilities,
        Offer offer,
        Options options,
        Times times,
        Limits limits,
        Protocol protocol) {

    public record About(
            String name,
            String version,
            int kagedApi,
            String description,
            String author,
            String license,
            String homepage) {}

    /// Started in its install folder, with these variables added to the few that the sandbox sets.
    public record Startup(List<String> command, Map<String, String> env) {}

    /// A capability as the file writes it, and in which line.
    public record Declared(String text, int line) {}

    public record Offer(
            List<Method> methods, List<String> notifications, Set<Hook> hooks, List<Tool> tools, Set<Role> roles) {}

    /// `sensitive` are the fields of its params and result that the audit does not keep.
    public record Method(
            String name, String description, Json.Obj paramsSchema, Json.Obj resultSchema, List<String> sensitive) {}

    /// Called as method `<plugin>.<tool>`.
    public record Tool(String name, String description, Json.Obj parametersSchema) {}

    /// `knobs` say how a console edits the configuration; kept and shown, never interpreted.
    public record Options(Json.Obj configSchema, Json.Obj systemConfigSchema, Json.Obj knobs) {}

    public record Times(Duration shutdown, Duration health, Duration hook) {}

    /// Empty: the daemon's own limit holds.
    public record Limits(OptionalInt memoryMb, OptionalInt cpuPercent, OptionalInt processes, OptionalInt openFiles) {}

    public enum Hook {
        ON_SESSION_START,
        ON_SESSION_IDLE,
        PRE_COMPACT,
        POST_COMPACT;

        /// As the manifest writes it, and behind `kaged.hook.` on the wire.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public enum Role {
        OBSERVER,
        COMPACTOR;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public enum Protocol {
        KAGED,
        MCP;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public String name() {
        return about.name();
    }

    public String version() {
        return about.version();
    }

    /// Without their lines, in the order of the file.
    public List<String> capabilityTexts() {
        return capabilities.stream().map(Declared::text).toList();
    }

    /// What an operator wants to know before saying yes.
    public Json.Obj json() {
        return Json.object()
                .put("name", about.name())
                .put("version", about.version())
                .put("kaged_api", about.kagedApi())
                .put("description", about.description())
                .put("author", about.author())
                .put("license", about.license())
                .put("homepage", about.homepage())
                .put("protocol", protocol.word())
                .put("command", Json.texts(startup.command()))
                .put("capabilities", Json.texts(capabilityTexts()))
                .put(
                        "methods",
                        Json.texts(offer.methods().stream().map(Method::name).toList()))
                .put("tools", Json.texts(offer.tools().stream().map(Tool::name).toList()))
                .put("hooks", Json.texts(offer.hooks().stream().map(Hook::word).toList()))
                .put("roles", Json.texts(offer.roles().stream().map(Role::word).toList()))
                .put("notifications", Json.texts(offer.notifications()))
                .build();
    }

    /// The same for people, in lines. The texts are the author's: whoever prints them makes them harmless.
    public String text() {
        var text = new StringBuilder();
        text.append(about.name()).append(' ').append(about.version()).append(": ");
        text.append(about.description()).append('\n');
        line(text, "author", about.author());
        line(text, "license", about.license());
        line(text, "homepage", about.homepage());
        line(text, "command", String.join(" ", startup.command()));
        line(text, "methods", joined(offer.methods().stream().map(Method::name).toList()));
        line(text, "tools", joined(offer.tools().stream().map(Tool::name).toList()));
        line(text, "hooks", joined(offer.hooks().stream().map(Hook::word).toList()));
        line(text, "may", capabilities.isEmpty() ? "nothing beyond its own folder" : joined(capabilityTexts()));
        return text.toString();
    }

    private static String joined(List<String> words) {
        return String.join(", ", words);
    }

    private static void line(StringBuilder text, String name, String value) {
        if (!value.isEmpty()) {
            text.append("  ").append(name).append(": ").append(value).append('\n');
        }
    }
}
