package dev.outrigger.hosting.registry;

import dev.outrigger.hosting.web.UrlRules;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.workspace.UserPlaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What was installed from a registry, and which bytes: `$XDG_DATA_HOME/jp/plugins/installed.json` beside the programs
/// in `command/`.
public final class InstalledPrograms {
    private static final int MOST_BYTES = 16 << 20;

    /// One plugin, as it was put into place.
    ///
    /// @param version "" when the registry did not say
    /// @param description in the words of the registry, perhaps a stranger's
    /// @param official that the registry, at the time, called it so and was to be believed
    /// @param registry the URL of the registry
    /// @param url where the program was fetched
    /// @param triple what it was made for
    /// @param installedAt RFC 3339
    public record One(
            String id,
            List<String> command,
            String version,
            String description,
            String sha256,
            boolean official,
            String registry,
            String url,
            String triple,
            List<List<String>> requires,
            String installedAt) {
        public String name() {
            return String.join(" ", command);
        }
    }

    private final List<One> all;

    private InstalledPrograms(List<One> all) {
        this.all = List.copyOf(all);
    }

    /// A record that cannot be read is like none: nothing then counts as official.
    public static InstalledPrograms read(UserPlaces places) {
        try {
            return of(file(places));
        } catch (IOException | FieldReader.Mistake | MalformedJson _) {
            // Those who want to change it hear of it, from [#toChange].
            return new InstalledPrograms(List.of());
        }
    }

    /// The same, for those who write it again: what cannot be read must not be lost.
    public static InstalledPrograms toChange(UserPlaces places) throws Problem {
        var file = file(places);
        try {
            return of(file);
        } catch (IOException e) {
            throw new Problem("cannot read " + file + ": " + FileErrorWords.of(e), "");
        } catch (FieldReader.Mistake | MalformedJson e) {
            throw new Problem(file + " is damaged: " + e.getMessage(), "Move it away, then install the plugins again.");
        }
    }

    public static Path folder(UserPlaces places) {
        return places.data().resolve("plugins").resolve("command");
    }

    public static Path program(UserPlaces places, String id) {
        return folder(places).resolve("jp-" + id);
    }

    private static Path file(UserPlaces places) {
        return places.data().resolve("plugins").resolve("installed.json");
    }

    public List<One> all() {
        return all;
    }

    public Optional<One> byId(String id) {
        for (var one : all) {
            if (one.id().equals(id)) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    Optional<One> at(List<String> command) {
        for (var one : all) {
            if (one.command().equals(command)) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    /// Those that would miss this one.
    List<One> requiring(One needed) {
        var found = new ArrayList<One>();
        for (var one : all) {
            if (one.requires().contains(needed.command())) {
                found.add(one);
            }
        }
        return found;
    }

    InstalledPrograms with(One one) {
        var others = new ArrayList<>(without(one.id()).all);
        others.add(one);
        return new InstalledPrograms(others);
    }

    InstalledPrograms without(String id) {
        var others = new ArrayList<One>();
        for (var one : all) {
            if (!one.id().equals(id)) {
                others.add(one);
            }
        }
        return new InstalledPrograms(others);
    }

    void write(UserPlaces places) throws IOException {
        var list = new ArrayList<Json>();
        for (var one : all) {
            list.add(json(one));
        }
        RegistryFile.write(
                file(places),
                JsonText.bytes(Json.object()
                        .put("version", 1)
                        .put("plugins", new Json.Arr(list))
                        .build()));
    }

    public static Json.Obj json(One one) {
        var requires = new ArrayList<Json>();
        for (var path : one.requires()) {
            requires.add(Json.of(String.join(" ", path)));
        }
        return Json.object()
                .put("id", one.id())
                .put("command", one.name())
                .put("version", one.version())
                .put("description", one.description())
                .put("sha256", one.sha256())
                .put("official", one.official())
                .put("registry", one.registry())
                .put("url", one.url())
                .put("triple", one.triple())
                .put("requires", new Json.Arr(requires))
                .put("installed_at", one.installedAt())
                .build();
    }

    private static InstalledPrograms of(Path file) throws IOException, FieldReader.Mistake, MalformedJson {
        if (!Files.exists(file)) {
            return new InstalledPrograms(List.of());
        }
        if (!Files.isRegularFile(file)) {
            throw new FieldReader.Mistake("it is no ordinary file");
        }
        if (Files.size(file) > MOST_BYTES) {
            throw new FieldReader.Mistake("it is larger than " + MOST_BYTES + " bytes");
        }
        if (!(JsonText.parse(Files.readAllBytes(file)) instanceof Json.Obj object)) {
            throw new FieldReader.Mistake("it is no JSON object");
        }
        var list = new ArrayList<One>();
        for (var item : new FieldReader(object).list("plugins")) {
            if (!(item instanceof Json.Obj one)) {
                throw new FieldReader.Mistake("an entry is no object");
            }
            list.add(one(new FieldReader(one)));
        }
        return new InstalledPrograms(list);
    }

    private static One one(FieldReader fields) throws FieldReader.Mistake {
        var id = fields.text("id");
        var command = RegistryNames.command(fields.text("command"));
        var sha256 = RegistryNames.sha256(fields.text("sha256"));
        if (!RegistryNames.isId(id) || command.isEmpty() || sha256.isEmpty()) {
            throw new FieldReader.Mistake("the entry of " + UrlRules.shown(id) + " makes no sense");
        }
        var requires = new ArrayList<List<String>>();
        for (var path : fields.texts("requires")) {
            requires.add(RegistryNames.command(path));
        }
        return new One(
                id,
                command,
                fields.textOrEmpty("version"),
                fields.textOrEmpty("description"),
                sha256,
                fields.object().get("official").orElse(Json.Null.NULL) == Json.Bool.TRUE,
                fields.textOrEmpty("registry"),
                fields.textOrEmpty("url"),
                fields.textOrEmpty("triple"),
                requires,
                fields.textOrEmpty("installed_at"));
    }
}
