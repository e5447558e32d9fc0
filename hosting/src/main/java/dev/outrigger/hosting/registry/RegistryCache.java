package dev.outrigger.hosting.registry;

import dev.outrigger.hosting.web.UrlRules;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.workspace.UserPlaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The registry as it was fetched last, `$XDG_DATA_HOME/jp/registry.json`, and beside it in `registry.meta.json` where
/// it came from.
final class RegistryCache {
    private static final int LONGEST_META = 16 << 10;

    /// @param etag "" when the server gave none
    /// @param fetchedAt RFC 3339; "" when nobody knows
    record Meta(String url, String etag, String fetchedAt) {}

    private static final Meta DAMAGED = new Meta("", "", "");

    private final Path folder;

    RegistryCache(UserPlaces places) {
        this.folder = places.data();
    }

    /// Nothing when there is none of this URL that could be used: then it is as if it was never fetched.
    Optional<PluginRegistry> read(String url) {
        try {
            var meta = meta();
            if (meta.isPresent() && !meta.get().url().equals(url)) {
                return Optional.empty();
            }
            var file = folder.resolve("registry.json");
            if (!Files.isRegularFile(file) || Files.size(file) > RegistryText.MOST_BYTES) {
                return Optional.empty();
            }
            return Optional.of(RegistryText.parse(Files.readAllBytes(file), UrlRules.isLocal(url)));
        } catch (IOException | FieldReader.Mistake _) {
            // Damaged or out of reach: what needs a registry fetches a new one, and says so if it cannot.
            return Optional.empty();
        }
    }

    /// Nothing without a sidecar, which is fine: somebody may have put the registry there by hand. One that is damaged
    /// names no URL, so that the registry beside it counts for none.
    Optional<Meta> meta() {
        var file = folder.resolve("registry.meta.json");
        try {
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            if (!Files.isRegularFile(file)
                    || Files.size(file) > LONGEST_META
                    || !(JsonText.parse(Files.readAllBytes(file)) instanceof Json.Obj object)) {
                return Optional.of(DAMAGED);
            }
            return Optional.of(new Meta(
                    object.text("url").orElse(""),
                    object.text("etag").orElse(""),
                    object.text("fetched_at").orElse("")));
        } catch (IOException | MalformedJson _) {
            // The next fetch writes a new one.
            return Optional.of(DAMAGED);
        }
    }

    /// In an order in which a crash leaves the old registry, the new one, or none: never one under another's name.
    void write(byte[] bytes, Meta meta) throws IOException {
        var registry = folder.resolve("registry.json");
        var sidecar = folder.resolve("registry.meta.json");
        var text = JsonText.bytes(Json.object()
                .put("url", meta.url())
                .put("etag", meta.etag())
                .put("fetched_at", meta.fetchedAt())
                .build());
        var before = meta();
        if (before.isPresent() && before.get().url().equals(meta.url())) {
            RegistryFile.write(registry, bytes);
            RegistryFile.write(sidecar, text);
        } else {
            Files.deleteIfExists(registry);
            RegistryFile.write(sidecar, text);
            RegistryFile.write(registry, bytes);
        }
    }
}
