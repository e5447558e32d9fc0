package dev.outrigger.kaged.store;

import dev.outrigger.kaged.manifest.Manifest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Whether the files that a command names in the plugin's own folder are there. Programs of the system are looked for
/// when the plugin is started.
final class CommandCheck {
    private static final Set<String> SCRIPTS = Set.of("sh", "bash", "py", "js", "mjs", "ts", "rb", "pl", "jar");

    private CommandCheck() {}

    static Optional<String> problem(Manifest manifest, FolderSurvey survey) {
        var program = manifest.startup().command().getFirst();
        var own = ownFile(manifest, program);
        if (own.isEmpty() || (own.get().equals(program) && !program.contains("/"))) {
            return Optional.empty();
        }
        if (!survey.has(own.get())) {
            return Optional.of(program + " is not in the plugin's folder: add the file, or mend the path");
        }
        return survey.executable(own.get())
                ? Optional.empty()
                : Optional.of(program + " is not executable: chmod +x it, or name its interpreter in front");
    }

    static List<String> notes(Manifest manifest, FolderSurvey survey) {
        var notes = new ArrayList<String>();
        var command = manifest.startup().command();
        for (var word : command.subList(1, command.size())) {
            var own = ownFile(manifest, word);
            boolean names = word.startsWith("/") || SCRIPTS.contains(word.substring(word.lastIndexOf('.') + 1));
            if (own.isPresent() && names && !survey.has(own.get())) {
                notes.add("command names " + word + ", which is not in the plugin's folder");
            }
        }
        return notes;
    }

    /// Its name in the folder, if the word can mean one: the folder is the working folder, and is also found at the
    /// place where the contract's example expects it.
    private static Optional<String> ownFile(Manifest manifest, String word) {
        var installed = "/opt/kaged/plugins/" + manifest.name() + "/";
        if (word.startsWith(installed)) {
            return Optional.of(
                    Path.of(word.substring(installed.length())).normalize().toString());
        }
        return word.startsWith("/") || word.isEmpty()
                ? Optional.empty()
                : Optional.of(Path.of(word).normalize().toString());
    }
}
