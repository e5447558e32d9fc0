package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.workspace.UserPlaces;
import dev.outrigger.workspace.Workspace;
import dev.outrigger.workspace.WorkspaceProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A home, a workspace in it, and files for every layer.
final class SettingsFixture {
    final Path home;
    final UserPlaces places;
    final Workspace workspace;
    final Map<String, String> environment = new HashMap<>();
    Path folder;
    Json.Obj conversation = Json.EMPTY;
    List<String> options = List.of();

    SettingsFixture(Path temporary) throws IOException, WorkspaceProblem {
        home = Files.createDirectories(temporary).toRealPath();
        environment.put("HOME", home.toString());
        places = UserPlaces.of(environment);
        workspace = Workspace.init(Files.createDirectories(home.resolve("project")));
        folder = workspace.root();
    }

    SettingsFixture user(String toml) throws IOException {
        return write(places.userConfig(), toml);
    }

    SettingsFixture workspace(String toml) throws IOException {
        return write(workspace.storage().resolve("config.toml"), toml);
    }

    SettingsFixture folder(String relative, String toml) throws IOException {
        return write(workspace.root().resolve(relative).resolve(".jp.toml"), toml);
    }

    SettingsFixture userWorkspace(String toml) throws IOException, WorkspaceProblem {
        return write(workspace.userFolder(places).claim().resolve("config.toml"), toml);
    }

    SettingsFixture conversation(String json) throws MalformedJson {
        conversation = (Json.Obj) JsonText.parse(json);
        return this;
    }

    SettingsFixture variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    SettingsFixture options(String... options) {
        this.options = List.of(options);
        return this;
    }

    private SettingsFixture write(Path file, String content) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, content);
        return this;
    }

    Settings load() throws WorkspaceProblem {
        return Settings.load(sources());
    }

    SettingsSources sources() {
        return new SettingsSources(places, workspace, folder, environment, conversation, options);
    }
}
