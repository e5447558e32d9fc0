package dev.outrigger.kaged.store;

import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.kaged.manifest.ManifestProblem;
import dev.outrigger.kaged.manifest.ManifestReader;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Whether a folder is a plugin that could be installed. Looks only.
public sealed interface FolderValidation {
    /// `notes` are what its author may want to know.
    record Valid(Manifest manifest, FolderSurvey survey, List<String> notes) implements FolderValidation {}

    /// `line` is 0 and `field` empty where the problem has none.
    record Invalid(String problem, int line, String field) implements FolderValidation {}

    static FolderValidation of(Path folder) {
        try {
            var root = root(folder);
            // Whoever named the wrong folder is told that, not what its files look like.
            var manifest = ManifestReader.read(root);
            var survey = FolderSurvey.of(root);
            return CommandCheck.problem(manifest, survey)
                    .<FolderValidation>map(
                            what -> new Invalid(root.resolve(ManifestReader.FILE) + ": command: " + what, 0, "command"))
                    .orElseGet(() -> new Valid(manifest, survey, notes(manifest, survey)));
        } catch (ManifestProblem e) {
            return new Invalid(String.valueOf(e.getMessage()), e.line(), e.field());
        } catch (StoreProblem e) {
            return new Invalid(String.valueOf(e.getMessage()), 0, "");
        }
    }

    private static List<String> notes(Manifest manifest, FolderSurvey survey) {
        var notes = new ArrayList<>(CommandCheck.notes(manifest, survey));
        var offer = manifest.offer();
        if (!offer.hooks().isEmpty()) {
            notes.add("hooks are not called yet: there are no sessions in this kaged");
        }
        if (!offer.notifications().isEmpty()) {
            notes.add("notifications are taken and dropped: nobody can listen to them yet in this kaged");
        }
        if (!offer.roles().isEmpty()) {
            notes.add("roles do nothing yet: there are no sessions in this kaged");
        }
        notes.addAll(RuntimeMemory.notes(manifest));
        survey.privileged().forEach(name -> notes.add(name + " loses its set-user or set-group bit when installed"));
        return List.copyOf(notes);
    }

    private static Path root(Path folder) throws StoreProblem {
        try {
            var root = folder.toRealPath();
            if (Files.isDirectory(root)) {
                return root;
            }
        } catch (IOException e) {
            throw new StoreProblem("cannot look into " + folder, e);
        }
        throw new StoreProblem(folder + " is no folder: name the one with the " + ManifestReader.FILE + " in it");
    }

    default String text() {
        return switch (this) {
            case Valid valid ->
                valid.manifest().text()
                        + String.join(
                                "",
                                valid.notes().stream()
                                        .map(each -> "  note: " + each + "\n")
                                        .toList());
            case Invalid invalid -> invalid.problem() + "\n";
        };
    }

    default Json.Obj json() {
        return switch (this) {
            case Valid(var manifest, var survey, var notes) ->
                Json.object()
                        .put("valid", true)
                        .put("manifest", manifest.json())
                        .put("files", survey.files())
                        .put("bytes", survey.bytes())
                        .put("notes", Json.texts(notes))
                        .build();
            case Invalid(var problem, int line, var field) ->
                Json.object()
                        .put("valid", false)
                        .put("problem", problem)
                        .put("line", line)
                        .put("field", field)
                        .build();
        };
    }
}
