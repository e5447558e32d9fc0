package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.manifest.ManifestReader;
import dev.outrigger.kaged.store.Validation;
import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.Refused;
import java.nio.file.Path;

/// A folder validated, and its capabilities read as the sandbox will read them.
final class Checked {
    private Checked() {}

    static Validation of(Path folder) {
        var found = Validation.of(folder);
        if (found instanceof Validation.Valid valid) {
            for (var declared : valid.manifest().capabilities()) {
                try {
                    Capability.parse(declared.text());
                } catch (Refused e) {
                    var where = valid.survey().root().resolve(ManifestReader.FILE) + ":" + declared.line() + ": ";
                    return new Validation.Invalid(where + e.getMessage(), declared.line(), "capabilities");
                }
            }
        }
        return found;
    }
}
