package dev.outrigger.hosting.program;

import dev.outrigger.wire.Json;
import dev.outrigger.workspace.settings.Settings;
import dev.outrigger.workspace.settings.SettingsLayer;
import dev.outrigger.workspace.settings.ValueOrigin;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the configuration says about one plugin: `[plugins.command.<id>]`.
public final class PluginTerms {
    public enum Run {
        /// Nobody said anything.
        UNSET,
        ASK,
        UNATTENDED,
        DENY
    }

    private final String id;
    private final Settings settings;
    private final Json.Obj table;

    private PluginTerms(String id, Settings settings, Json.Obj table) {
        this.id = id;
        this.settings = settings;
        this.table = table;
    }

    public String id() {
        return id;
    }

    public static PluginTerms of(String id, Settings settings) {
        var found = settings.at(Settings.path("plugins", "command", id));
        return new PluginTerms(id, settings, found.orElse(Json.EMPTY) instanceof Json.Obj table ? table : Json.EMPTY);
    }

    public Run run() {
        return switch (table.text("run").orElse("")) {
            case "" -> Run.UNSET;
            case "unattended" -> Run.UNATTENDED;
            case "deny" -> Run.DENY;
            default -> Run.ASK;
        };
    }

    public boolean contain() {
        return table.get("contain").equals(Optional.of(Json.Bool.TRUE));
    }

    public boolean mayRemove() {
        return table.get("may_remove").equals(Optional.of(Json.Bool.TRUE));
    }

    public Json.Obj options() {
        return object("options");
    }

    /// The sha256 that the program must have, in small letters; nothing without a pin. One that no file can have is a
    /// pin, too: it keeps everything out.
    public Optional<String> pin() {
        var value = object("checksum").text("value");
        if (value.isPresent()) {
            return Optional.of(inSmallLetters(value.get().strip()));
        }
        return misspelt("checksum") == null ? Optional.empty() : Optional.of("nothing that can be read");
    }

    /// Mostly it is written so, and then needs none of the rules for letters, which are loaded at a start.
    private static String inSmallLetters(String hex) {
        for (int i = 0; i < hex.length(); i++) {
            char c = hex.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return hex.toLowerCase(Locale.ROOT);
            }
        }
        return hex;
    }

    /// The file that may change and run all the same; "" where the user wrote something that names none.
    public Optional<String> dev() {
        var file = table.text("dev");
        return file.isPresent() || misspelt("dev") == null ? file : Optional.of("");
    }

    /// Who set the pin.
    public ValueOrigin pinOrigin() {
        var misspelt = object("checksum").text("value").isPresent() ? null : misspelt("checksum");
        return misspelt == null ? origin("checksum", "value") : misspelt;
    }

    /// A word of the user's own that was ignored for its form. Whoever wrote it wanted less to run, not more.
    private @Nullable ValueOrigin misspelt(String name) {
        var key = key(name);
        for (var warning : settings.warnings()) {
            if (!warning.origin().layer().cameAlong()
                    && (warning.key().equals(key) || warning.key().startsWith(key + "."))) {
                return warning.origin();
            }
        }
        return null;
    }

    /// `plugins.command.<id>.<name>`
    public String key(String... names) {
        return keyOf(id, names);
    }

    public static String keyOf(String id, String... names) {
        var all = new String[names.length + 3];
        all[0] = "plugins";
        all[1] = "command";
        all[2] = id;
        System.arraycopy(names, 0, all, 3, names.length);
        return Settings.path(all);
    }

    /// Who set it; what is built in when nobody did.
    public ValueOrigin origin(String... names) {
        var entries = settings.entries(key(names));
        return entries.isEmpty()
                ? new ValueOrigin(SettingsLayer.DEFAULTS, "", 0)
                : entries.getFirst().origin();
    }

    private Json.Obj object(String name) {
        return table.get(name).orElse(Json.EMPTY) instanceof Json.Obj object ? object : Json.EMPTY;
    }
}
