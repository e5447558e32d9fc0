package dev.outrigger.hosting.describe;

import dev.outrigger.terminal.Command;
import dev.outrigger.wire.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a plugin said of itself, harmless to show: lengths are bounded, escapes are gone.
///
/// @param command the path it declares; empty when it declares none
/// @param help its own words for `-h`; "" when it has none
/// @param structured the answer to `help`; null when it knows no such message, or was not asked yet
/// @param notes what was left out of its words, one line each
public record Description(
        String name,
        String version,
        String description,
        List<String> command,
        String author,
        String help,
        String repository,
        Json.@Nullable Obj optionsSchema,
        @Nullable Command structured,
        List<String> notes) {}
