package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import dev.outrigger.workspace.UserPlaces;
import dev.outrigger.workspace.Workspace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Everything that may set something for one run of jp.
///
/// @param workspace null outside of any
/// @param folder the current one
/// @param conversation the conversation's `config_delta`s, merged; empty when there is none
/// @param options what stood behind each `--cfg`, in order
public record SettingsSources(
        UserPlaces places,
        @Nullable Workspace workspace,
        Path folder,
        Map<String, String> environment,
        Json.Obj conversation,
        List<String> options) {}
