package dev.outrigger.jp.help;

import dev.outrigger.hosting.finding.PluginPrograms;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.registry.InstalledPrograms;
import dev.outrigger.system.SearchPath;
import dev.outrigger.system.WholeFile;
import dev.outrigger.workspace.PrivateFiles;
import dev.outrigger.workspace.UserPlaces;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The list of plugins as it was made last, in `$XDG_STATE_HOME/jp/plugins.list`: making it anew means to read every
/// setting and every folder on PATH. It counts while the folders, the programs, what is remembered of them and the
/// settings all look as they did. Whatever is odd about the file only means that the list is made anew.
///
/// The first line is the format, the second what the folders looked like, the third the settings; then one line for
/// each program, its fields between tabs: how it looked, its id, its source, its file, and, when it is in the list,
/// its state, its path and its description.
public final class PluginListCache {
    private static final String FORMAT = "plugins 1";
    private static final long LONGEST = 4L << 20;
    /// What changed so short a time ago may change again without looking different.
    private static final long UNSURE_MILLIS = 100;
    private static final int PROGRAM_FIELDS = 4;
    private static final int ROW_FIELDS = 7;

    private final UserPlaces places;
    private final Map<String, String> environment;
    private final Path file;
    private long newest;

    public PluginListCache(UserPlaces places, Map<String, String> environment) {
        this.places = places;
        this.environment = environment;
        this.file = places.state().resolve("plugins.list");
    }

    /// Without regard to the settings, and so without a word about approval.
    Optional<PluginListing> anyway() {
        return read("");
    }

    /// `settings` is a stamp of theirs.
    public Optional<PluginListing> under(String settings) {
        return settings.isEmpty() ? Optional.empty() : read(settings);
    }

    private Optional<PluginListing> read(String settings) {
        var lines = List.of(text().split("\n", -1));
        if (lines.size() < 3
                || !lines.get(0).equals(FORMAT)
                || !lines.get(1).equals(folders())
                || (!settings.isEmpty() && !lines.get(2).equals(settings))) {
            return Optional.empty();
        }
        var rows = new ArrayList<PluginListing.Row>();
        for (var line : lines.subList(3, lines.size())) {
            var fields = List.of(line.split("\t", -1));
            if (fields.size() != PROGRAM_FIELDS && fields.size() != ROW_FIELDS) {
                return Optional.empty();
            }
            var program = new File(fields.get(3));
            if (!look(program).equals(fields.get(0))) {
                return Optional.empty();
            }
            if (fields.size() == ROW_FIELDS) {
                var state = state(fields.get(4));
                if (state.isEmpty()) {
                    return Optional.empty();
                }
                var plugin = new PluginProgram(fields.get(1), program.toPath(), source(fields.get(2)));
                rows.add(new PluginListing.Row(
                        List.of(fields.get(5).split(" ", -1)), plugin, fields.get(6), state.get()));
            }
        }
        return Optional.of(new PluginListing(rows));
    }

    /// A list that cannot be kept is made anew the next time.
    public void keep(PluginListing listing, List<PluginProgram> plugins, String settings) {
        newest = 0;
        var text = new StringBuilder(FORMAT).append('\n');
        if (settings.isEmpty() || !add(text, folders()) || !add(text, "\n" + settings)) {
            return;
        }
        for (var plugin : plugins) {
            var line = new StringBuilder("\n");
            line.append(look(plugin.file().toFile())).append('\t').append(plugin.id());
            line.append('\t').append(plugin.source().name());
            line.append('\t').append(plugin.file());
            int tabs = PROGRAM_FIELDS - 1;
            for (var row : listing.rows()) {
                if (row.plugin().file().equals(plugin.file())) {
                    line.append('\t').append(row.state().name());
                    line.append('\t').append(String.join(" ", row.path()));
                    line.append('\t').append(row.about());
                    tabs = ROW_FIELDS - 1;
                }
            }
            if (count(line, '\t') != tabs || count(line, '\n') != 1) {
                return;
            }
            text.append(line);
        }
        if (newest < System.currentTimeMillis() - UNSURE_MILLIS) {
            write(text.toString());
        }
    }

    private static boolean add(StringBuilder text, String line) {
        text.append(line);
        return line.indexOf('\n', 1) < 0;
    }

    private void write(String text) {
        try {
            PrivateFiles.folders(places.state());
            WholeFile.replaceUnsynced(file, text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // A full or read-only disk: then every list is made anew, which is slower and no less right.
        }
    }

    /// Where programs come from, and what is remembered of them. A folder looks different as soon as a file comes or
    /// goes.
    private String folders() {
        var key = new StringBuilder();
        var path = environment.getOrDefault("PATH", "");
        key.append(path);
        for (var folder : SearchPath.folders(path)) {
            changed(key, folder.toFile());
        }
        changed(key, PluginPrograms.shippedFolder().toFile());
        var installed = InstalledPrograms.folder(places);
        changed(key, installed.toFile());
        changed(key, installed.resolveSibling("installed.json").toFile());
        // Mostly written just now, by us, and always as a whole: that it is new says nothing against it.
        var index = places.state().resolve("described").resolve("index.jsonl").toFile();
        key.append('|').append(index.lastModified()).append(':').append(index.length());
        return key.toString();
    }

    private void changed(StringBuilder key, File file) {
        long time = file.lastModified();
        newest = Math.max(newest, time);
        key.append('|').append(time);
    }

    private String look(File program) {
        long time = program.lastModified();
        newest = Math.max(newest, time);
        return program.length() + ":" + time + (program.canExecute() ? "x" : "");
    }

    private static Optional<PluginListing.State> state(String name) {
        for (var state : PluginListing.State.values()) {
            if (state.name().equals(name)) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }

    private static PluginProgram.Source source(String name) {
        for (var source : PluginProgram.Source.values()) {
            if (source.name().equals(name)) {
                return source;
            }
        }
        return PluginProgram.Source.PATH;
    }

    private String text() {
        var there = file.toFile();
        if (there.length() == 0 || there.length() > LONGEST) {
            return "";
        }
        try (var in = new FileInputStream(there)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException _) {
            // As good as not there.
            return "";
        }
    }

    private static int count(CharSequence text, char wanted) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            count += text.charAt(i) == wanted ? 1 : 0;
        }
        return count;
    }
}
