package dev.outrigger.kaged.manifest;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// From `.kaged/project.yaml` to a [ProjectFile], or to the one [ManifestProblem] that says why not.
public final class ProjectFileReader {
    /// What is the daemon's in a project's folder; no plugin sees it.
    public static final String FOLDER = ".kaged";

    private static final String FILE = "project.yaml";
    private static final FileSchema SCHEMA = FileSchema.shipped("project.schema.json");

    private final String file;
    private final ValueLines lines;

    private ProjectFileReader(String file, ValueLines lines) {
        this.file = file;
        this.lines = lines;
    }

    /// As it is shipped.
    static Json.Obj schema() {
        return SCHEMA.json();
    }

    /// Of the project in this folder. Never by a link: what a project says lies in it.
    public static ProjectFile read(Path root) throws ManifestProblem {
        var folder = root.resolve(FOLDER);
        var file = folder.resolve(FILE);
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new ManifestProblem(
                    file.toString(), 0, List.of(), "there is no such file: it is what makes a folder a project");
        }
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return parse(file.toString(), in.readNBytes(YamlReader.MOST_BYTES + 1));
        } catch (IOException e) {
            throw new ManifestProblem(file.toString(), 0, List.of(), "cannot be read: " + e.getMessage());
        }
    }

    /// `file` is what its mistakes are reported for.
    public static ProjectFile parse(String file, byte[] bytes) throws ManifestProblem {
        var document = YamlReader.read(file, "a name", bytes);
        var reader = new ProjectFileReader(file, document.lines());
        if (!(document.value() instanceof Json.Obj top)) {
            throw reader.problem(List.of(), "must be a mapping: name: …, plugins: …");
        }
        var misfit = SCHEMA.misfit(top);
        if (misfit.isPresent()) {
            throw reader.problem(misfit.get().path(), misfit.get().what());
        }
        return new ProjectFile(
                text(top, "id"),
                text(top, "name"),
                text(top, "description"),
                reader.plugins(top),
                object(top, "assistant"));
    }

    private List<ProjectFile.Wanted> plugins(Json.Obj top) throws ManifestProblem {
        var plugins = new ArrayList<ProjectFile.Wanted>();
        var names = new HashMap<String, Integer>();
        if (top.fields().get("plugins") instanceof Json.Arr(var items)) {
            for (int i = 0; i < items.size(); i++) {
                var entry = items.get(i) instanceof Json.Obj object ? object : Json.EMPTY;
                var path = List.of("plugins", Integer.toString(i), "name");
                var name = text(entry, "name");
                int line = lines.of(path);
                var before = names.putIfAbsent(name, line);
                if (before != null) {
                    throw problem(path, name + " stands here twice, first in line " + before + ": remove one");
                }
                plugins.add(new ProjectFile.Wanted(
                        name, text(entry, "source"), text(entry, "version"), object(entry, "config"), line));
            }
        }
        return plugins;
    }

    private static String text(Json.Obj object, String key) {
        return object.text(key).orElse("");
    }

    private static Json.Obj object(Json.Obj object, String key) {
        return object.fields().get(key) instanceof Json.Obj inner ? inner : Json.EMPTY;
    }

    private ManifestProblem problem(List<String> path, String what) {
        return new ManifestProblem(file, lines.of(path), path, what);
    }
}
