package dev.outrigger.kaged.project;

import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.system.TreeDeletion;
import dev.outrigger.system.WholeFile;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/// What was fetched for a project and waits for the operator's word: beside the project's record, a folder for each
/// plugin, with its files and a note of where they came from.
public record FetchedPlugins(Path folder) {
    private static final String FETCHED = "fetched";
    private static final String NEW = ".new-";
    private static final String FILES = "files";
    private static final String NOTE = "from.json";

    /// Of the project that is kept here.
    public static FetchedPlugins of(Path place) {
        return new FetchedPlugins(place.resolve(FETCHED));
    }

    /// `files` is the plugin as it came.
    public record Fetched(Path files, String source, String commit) {}

    public Optional<Fetched> find(String plugin) throws StoreProblem {
        var place = folder.resolve(plugin);
        var note = place.resolve(NOTE);
        try {
            if (!(JsonText.parse(Files.readString(note)) instanceof Json.Obj json)) {
                return Optional.empty();
            }
            var fields = new RecordFields(json);
            return Optional.of(new Fetched(place.resolve(FILES), fields.text("source"), fields.text("commit")));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (MalformedJson | RecordFields.Unfit e) {
            throw new StoreProblem(note + " is not as kaged writes it (" + e.getMessage() + "): remove " + place);
        } catch (IOException e) {
            throw new StoreProblem("cannot read " + note, e);
        }
    }

    /// An empty folder, for what is about to come.
    Path draft() throws IOException {
        Files.createDirectories(folder);
        var mode = PosixFilePermissions.fromString("rwx--x--x");
        Files.setPosixFilePermissions(folder, mode);
        var draft = Files.createTempDirectory(folder, NEW);
        Files.setPosixFilePermissions(draft, mode);
        return draft;
    }

    /// From now on it is found; `files` lies in a draft.
    void put(String plugin, Path draft, Path files, String source, String commit) throws IOException {
        Files.move(files, draft.resolve(FILES), StandardCopyOption.ATOMIC_MOVE);
        var note = Json.object().put("source", source).put("commit", commit).build();
        WholeFile.replace(draft.resolve(NOTE), JsonText.text(note).getBytes(StandardCharsets.UTF_8));
        TreeDeletion.delete(folder.resolve(plugin));
        Files.move(draft, folder.resolve(plugin), StandardCopyOption.ATOMIC_MOVE);
        WholeFile.syncFolder(folder);
    }

    /// When it is decided about.
    public void forget(String plugin) throws StoreProblem {
        try {
            TreeDeletion.delete(folder.resolve(plugin));
        } catch (IOException e) {
            throw new StoreProblem("cannot remove what was fetched for " + plugin + " in " + folder, e);
        }
    }

    /// What a crash left half fetched, of the project that is kept here.
    static void tidy(Path place) throws IOException {
        var fetched = place.resolve(FETCHED);
        if (!Files.isDirectory(fetched, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (var left = Files.newDirectoryStream(fetched, NEW + "*")) {
            for (var each : left) {
                TreeDeletion.delete(each);
            }
        }
    }
}
