package dev.outrigger.kaged.store;

import dev.outrigger.system.FileDraft;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The operator's `local.toml`, of which we write only `[plugins.<name>]`. A value: [#with] and [#without] make a
/// changed one, in which every other line is as it was; [#write] puts it on the disk.
public final class LocalConfig {
    /// A field beside those of [Field], and what it must be.
    static final String GIT_HOSTS = "projects.git_hosts";

    static final String GIT_HOSTS_WANTED = "a list of texts";
    private static final int MOST_BYTES = 1 << 20;

    private final Path file;
    private final String before;
    private final String text;
    private final Json.Obj values;

    /// `installed` is a version, or empty; `local` whether every project may use the plugin; `origin` where a project
    /// had it from.
    public record Plugin(String installed, boolean local, Json.Obj config, Origin origin) {
        static final Plugin NONE = new Plugin("", false, Json.EMPTY);

        public Plugin(String installed, boolean local, Json.Obj config) {
            this(installed, local, config, Origin.NONE);
        }

        /// Brought by a project, and not promoted since. What lies in the store without a word in the file is the
        /// operator's own.
        public boolean ofProjects() {
            return !installed.isEmpty() && !local;
        }
    }

    /// Where it came from, as the project names that; which commit; and the hash of what was consented to.
    public record Origin(String source, String commit, String sha256) {
        public static final Origin NONE = new Origin("", "", "");
    }

    /// What `[plugins.<name>]` may say; docs/manifests.md has a row for each.
    enum Field {
        INSTALLED,
        LOCAL,
        CONFIG,
        SOURCE,
        COMMIT,
        SHA256,
        /// The operator's secrets, which we read and never write.
        SYSTEM_CONFIG;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        String wanted() {
            return switch (this) {
                case INSTALLED -> "a version in quotes";
                case LOCAL -> "true or false";
                case SOURCE, COMMIT, SHA256 -> "a text in quotes";
                case CONFIG, SYSTEM_CONFIG -> "a table";
            };
        }

        Json standard() {
            return switch (this) {
                case INSTALLED, SOURCE, COMMIT, SHA256 -> Json.of("");
                case LOCAL -> Json.of(false);
                case CONFIG, SYSTEM_CONFIG -> Json.EMPTY;
            };
        }
    }

    private LocalConfig(Path file, String before, String text, Json.Obj values) {
        this.file = file;
        this.before = before;
        this.text = text;
        this.values = values;
    }

    /// One that is not there is empty.
    public static LocalConfig read(Path file) throws StoreProblem {
        var text = content(file);
        var config = new LocalConfig(file, text, text, LocalToml.parse(file.toString(), text));
        var _ = config.plugins();
        return config;
    }

    private static String content(Path file) throws StoreProblem {
        try (var in = Files.newInputStream(file)) {
            var bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new StoreProblem(file + ": larger than 1 MiB: make it smaller");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (NoSuchFileException _) {
            return "";
        } catch (IOException e) {
            throw new StoreProblem("cannot read " + file, e);
        }
    }

    /// The whole file.
    public Json.Obj values() {
        return values;
    }

    String text() {
        return text;
    }

    /// Empty where the file says nothing of it.
    public Plugin plugin(String name) throws StoreProblem {
        return plugins().getOrDefault(name, Plugin.NONE);
    }

    /// What the plugin's `system_config_schema` asks for: the operator's secrets, which we read and never write.
    public Json.Obj systemConfig(String name) throws StoreProblem {
        var plugin = table(table(values, "plugins", "plugins"), name, "plugins." + name);
        return table(plugin, "plugins." + name, Field.SYSTEM_CONFIG);
    }

    /// `[projects] git_hosts`: where plugins of projects may come from though it is no public host; `file:` is this
    /// machine's own disk.
    public List<String> gitHosts() throws StoreProblem {
        var projects = table(values, "projects", "projects");
        if (!(projects.get("git_hosts").orElse(new Json.Arr(List.of())) instanceof Json.Arr(var items))) {
            throw mistake(GIT_HOSTS, GIT_HOSTS_WANTED);
        }
        var hosts = new ArrayList<String>();
        for (var item : items) {
            if (!(item instanceof Json.Str(var host))) {
                throw mistake(GIT_HOSTS, GIT_HOSTS_WANTED);
            }
            hosts.add(host);
        }
        return hosts;
    }

    public Map<String, Plugin> plugins() throws StoreProblem {
        var plugins = new LinkedHashMap<String, Plugin>();
        for (var entry : table(values, "plugins", "plugins").fields().entrySet()) {
            var where = "plugins." + entry.getKey();
            if (!(entry.getValue() instanceof Json.Obj fields)) {
                throw mistake(where, "a table");
            }
            plugins.put(entry.getKey(), plugin(where, fields));
        }
        return Collections.unmodifiableMap(plugins);
    }

    private Plugin plugin(String where, Json.Obj fields) throws StoreProblem {
        if (!(value(fields, Field.INSTALLED) instanceof Json.Str(var version))) {
            throw mistake(where, Field.INSTALLED);
        }
        if (!(value(fields, Field.LOCAL) instanceof Json.Bool truth)) {
            throw mistake(where, Field.LOCAL);
        }
        var origin = new Origin(
                text(fields, where, Field.SOURCE),
                text(fields, where, Field.COMMIT),
                text(fields, where, Field.SHA256));
        return new Plugin(version, truth == Json.Bool.TRUE, table(fields, where, Field.CONFIG), origin);
    }

    private static Json value(Json.Obj fields, Field field) {
        return fields.get(field.word()).orElse(field.standard());
    }

    private String text(Json.Obj fields, String where, Field field) throws StoreProblem {
        if (value(fields, field) instanceof Json.Str(var text)) {
            return text;
        }
        throw mistake(where, field);
    }

    private Json.Obj table(Json.Obj fields, String where, Field field) throws StoreProblem {
        if (value(fields, field) instanceof Json.Obj table) {
            return table;
        }
        throw mistake(where, field);
    }

    private StoreProblem mistake(String where, Field field) {
        return mistake(where + "." + field.word(), field.wanted());
    }

    private Json.Obj table(Json.Obj fields, String key, String where) throws StoreProblem {
        var value = fields.get(key).orElse(Json.EMPTY);
        if (value instanceof Json.Obj table) {
            return table;
        }
        throw mistake(where, "a table");
    }

    private StoreProblem mistake(String where, String wanted) {
        return new StoreProblem(file + ": " + where + " must be " + wanted + ": mend the file");
    }

    /// Says this of the plugin, and nothing else about anything else.
    public LocalConfig with(String name, Plugin wanted) throws StoreProblem {
        var known = plugins().get(name);
        if (wanted.equals(known) || (known == null && wanted.equals(Plugin.NONE))) {
            return this;
        }
        var old = known == null ? Plugin.NONE : known;
        var section = new TomlSection(text, name);
        set(section, Field.INSTALLED, old.installed(), wanted.installed());
        if (wanted.local() != old.local() || known == null) {
            section.set(Field.LOCAL.word(), Boolean.toString(wanted.local()));
        }
        if (!wanted.config().equals(old.config())) {
            section.set(
                    Field.CONFIG.word(), wanted.config().fields().isEmpty() ? "" : LocalToml.inline(wanted.config()));
        }
        set(section, Field.SOURCE, old.origin().source(), wanted.origin().source());
        set(section, Field.COMMIT, old.origin().commit(), wanted.origin().commit());
        set(section, Field.SHA256, old.origin().sha256(), wanted.origin().sha256());
        return changed(section.text(), name, wanted);
    }

    private static void set(TomlSection section, Field field, String before, String now) throws StoreProblem {
        if (!now.equals(before)) {
            section.set(field.word(), now.isEmpty() ? "" : LocalToml.inline(Json.of(now)));
        }
    }

    /// Without a word about the plugin.
    public LocalConfig without(String name) throws StoreProblem {
        return plugins().containsKey(name)
                ? changed(new TomlSection(text, name).textWithout(), name, Plugin.NONE)
                : this;
    }

    /// A file can say one thing in many ways, and we edit the usual one. Whether that came out right is seen by reading
    /// it again: the plugin as wanted, all else as it was.
    private LocalConfig changed(String text, String name, Plugin wanted) throws StoreProblem {
        LocalConfig changed;
        try {
            changed = new LocalConfig(file, before, text, LocalToml.parse(file.toString(), text));
            var config = LocalToml.normal(wanted.config());
            if (changed.plugin(name).equals(new Plugin(wanted.installed(), wanted.local(), config, wanted.origin()))
                    && others(changed, name).equals(others(this, name))) {
                return changed;
            }
        } catch (StoreProblem e) {
            throw byHand(name, wanted, e);
        }
        throw byHand(name, wanted, null);
    }

    private StoreProblem byHand(String name, Plugin wanted, @Nullable StoreProblem cause) {
        var problem = new StoreProblem(file + ": plugins." + name
                + " is written in a way that is not changed by a program: " + "set installed = \"" + wanted.installed()
                + "\" and local = " + wanted.local() + " there yourself");
        if (cause != null) {
            problem.initCause(cause);
        }
        return problem;
    }

    private static Json.Obj others(LocalConfig config, String name) throws StoreProblem {
        var plugins = new LinkedHashMap<>(
                config.table(config.values, "plugins", "plugins").fields());
        plugins.remove(name);
        return config.values.with("plugins", new Json.Obj(plugins));
    }

    /// Whole or not at all. Refuses when somebody else wrote the file since it was read.
    public void write() throws StoreProblem {
        if (text.equals(before)) {
            return;
        }
        if (!content(file).equals(before)) {
            throw new StoreProblem(file + " was changed meanwhile: try again");
        }
        try {
            WholeFolders.makePrivate(WholeFolders.parent(file));
            // Through a link, as many keep their configuration: the file behind it is replaced.
            var real = Files.exists(file) ? file.toRealPath() : file;
            try (var draft = FileDraft.of(real)) {
                if (Files.exists(real)) {
                    Files.setPosixFilePermissions(draft.path(), Files.getPosixFilePermissions(real));
                }
                draft.write(text.getBytes(StandardCharsets.UTF_8));
                draft.replace();
            }
        } catch (IOException e) {
            throw new StoreProblem("cannot write " + file, e);
        }
    }
}
