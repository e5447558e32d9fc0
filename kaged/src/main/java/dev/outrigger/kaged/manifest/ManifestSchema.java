package dev.outrigger.kaged.manifest;

import dev.outrigger.wire.Json;
import java.util.Optional;
import java.util.Set;

/// The JSON Schema of `kaged-plugin.yaml` that we ship.
final class ManifestSchema {
    private static final FileSchema SCHEMA = FileSchema.shipped("kaged-plugin.schema.json");

    private ManifestSchema() {}

    static Optional<FileSchema.Misfit> misfit(Json manifest) {
        return SCHEMA.misfit(manifest);
    }

    /// As it is shipped.
    static Json.Obj json() {
        return SCHEMA.json();
    }

    /// The keys that a manifest can have at its top.
    static Set<String> keys() {
        return SCHEMA.keys();
    }

    static String unknown(String key, Set<String> known) {
        return FileSchema.unknown(key, known);
    }
}
