package dev.outrigger.kaged.wrap;

import dev.outrigger.wire.Json;
import java.util.List;

/// What is known of a server that was fetched: what its manifest says of it. All texts are its author's.
///
/// @param command how it is started, in the plugin's folder
/// @param origin what it was made from, with versions and hashes; for `wrapped.json`
record ServerFacts(
        String version,
        String description,
        String author,
        String license,
        String homepage,
        List<String> command,
        Json.Obj origin) {
    ServerFacts {
        command = List.copyOf(command);
    }
}
