package dev.outrigger.kaged.store;

import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.wire.Json;
import java.nio.file.Path;

/// What the store has under a name.
public sealed interface StoreStanding {
    String name();

    record Absent(String name) implements StoreStanding {}

    /// Validated just now; by whatever way it came here.
    record Installed(String name, Path folder, Manifest manifest) implements StoreStanding {}

    /// There is something, but it cannot be used; `problem` is one line.
    record Broken(String name, Path folder, String problem) implements StoreStanding {}

    default Json.Obj json() {
        return switch (this) {
            case Absent _ ->
                Json.object().put("name", name()).put("state", "absent").build();
            case Installed it ->
                it.manifest()
                        .json()
                        .with("state", Json.of("installed"))
                        .with("folder", Json.of(it.folder().toString()));
            case Broken it ->
                Json.object()
                        .put("name", name())
                        .put("state", "broken")
                        .put("folder", it.folder().toString())
                        .put("problem", it.problem())
                        .build();
        };
    }
}
