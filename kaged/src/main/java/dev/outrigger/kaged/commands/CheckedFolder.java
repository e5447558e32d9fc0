package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.manifest.ManifestReader;
import dev.outrigger.kaged.store.FolderValidation;
import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import java.nio.file.Path;

/// A folder validated, and its capabilities read as the sandbox will read them.
final class CheckedFolder {
    private CheckedFolder() {}

    static FolderValidation of(Path folder) {
        var found = FolderValidation.of(folder);
        if (found instanceof FolderValidation.Valid valid) {
            for (var declared : valid.manifest().capabilities()) {
                try {
                    Capability.parse(declared.text());
                } catch (ConfinementRefused e) {
                    var where = valid.survey().root().resolve(ManifestReader.FILE) + ":" + declared.line() + ": ";
                    return new FolderValidation.Invalid(where + e.getMessage(), declared.line(), "capabilities");
                }
            }
        }
        return found;
    }
}
