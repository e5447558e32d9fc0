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
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/// The records of this machine: `<n>/project.json` in a folder, and beside it what else is kept of the project.
public record ProjectRecordFiles(Path folder) implements ProjectRecords {
    private static final String FILE = "project.json";
    private static final String NUMBER = "[1-9][0-9]{0,8}";
    private static final String GONE = ".gone-";

    @Override
    public Path place(int number) {
        return folder.resolve(Integer.toString(number));
    }

    @Override
    public List<ProjectRecord> list() throws StoreProblem {
        var records = new ArrayList<ProjectRecord>();
        for (int number : numbers()) {
            var file = place(number).resolve(FILE);
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                records.add(read(number, file));
            }
        }
        return records;
    }

    private List<Integer> numbers() throws StoreProblem {
        var numbers = new ArrayList<Integer>();
        try (var entries = Files.newDirectoryStream(folder)) {
            for (var entry : entries) {
                var name = entry.getFileName().toString();
                if (name.matches(NUMBER)) {
                    numbers.add(Integer.valueOf(name));
                }
            }
        } catch (IOException e) {
            throw new StoreProblem("cannot look into " + folder, e);
        }
        numbers.sort(null);
        return numbers;
    }

    private static ProjectRecord read(int number, Path file) throws StoreProblem {
        try {
            if (JsonText.parse(Files.readString(file)) instanceof Json.Obj json) {
                return ProjectRecord.of(number, json);
            }
            throw new StoreProblem(file + " is not as kaged writes it: move it away, and load the project again");
        } catch (MalformedJson | RecordFields.Unfit | InvalidPathException e) {
            throw new StoreProblem(
                    file + " cannot be read (" + e.getMessage() + "): move it away, and load the project again");
        } catch (IOException e) {
            throw new StoreProblem("cannot read " + file, e);
        }
    }

    @Override
    public ProjectRecord make(Path root, String id) throws StoreProblem {
        var numbers = numbers();
        return new ProjectRecord(numbers.isEmpty() ? 1 : numbers.getLast() + 1, root, id, false, java.util.Map.of());
    }

    @Override
    public void write(ProjectRecord record) throws StoreProblem {
        var place = place(record.number());
        var file = place.resolve(FILE);
        try {
            if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(place);
                // Who fetches for a project as another user must be able to go through.
                Files.setPosixFilePermissions(place, Files.getPosixFilePermissions(folder));
                WholeFile.syncFolder(folder);
            }
            WholeFile.replace(file, JsonText.text(record.json()).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new StoreProblem("cannot write " + file, e);
        }
    }

    @Override
    public void remove(ProjectRecord record) throws StoreProblem {
        var place = place(record.number());
        var gone = folder.resolve(GONE + record.number());
        try {
            TreeDeletion.delete(gone);
            // Out of sight at once: half a project is never found.
            Files.move(place, gone, StandardCopyOption.ATOMIC_MOVE);
            WholeFile.syncFolder(folder);
            TreeDeletion.delete(gone);
        } catch (IOException e) {
            throw new StoreProblem("cannot remove " + place, e);
        }
    }

    @Override
    public List<String> recover() throws StoreProblem {
        var notes = new ArrayList<String>();
        try (var entries = Files.newDirectoryStream(folder)) {
            for (var entry : entries) {
                var name = entry.getFileName().toString();
                if (name.startsWith(GONE)) {
                    TreeDeletion.delete(entry);
                } else if (name.matches(NUMBER)) {
                    FetchedPlugins.tidy(entry);
                }
            }
        } catch (IOException e) {
            notes.add("what was under way with projects cannot be removed: " + e);
        }
        return notes;
    }
}
