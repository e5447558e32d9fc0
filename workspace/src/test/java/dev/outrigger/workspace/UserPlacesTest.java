package dev.outrigger.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UserPlacesTest {
    @Test
    void takesTheFoldersThatTheEnvironmentNames() {
        var places = UserPlaces.of(
                Map.of("HOME", "/home/me", "XDG_CONFIG_HOME", "/c", "XDG_DATA_HOME", "/d", "XDG_STATE_HOME", "/s"));

        assertThat(places.userConfig()).isEqualTo(Path.of("/c/jp/config.toml"));
        assertThat(places.data()).isEqualTo(Path.of("/d/jp"));
        assertThat(places.state()).isEqualTo(Path.of("/s/jp"));
    }

    @Test
    void fallsBackToTheHomeFolderWhenTheyAreMissingEmptyOrRelative() {
        var places = UserPlaces.of(Map.of("HOME", "/home/me", "XDG_CONFIG_HOME", "", "XDG_DATA_HOME", "data"));

        assertThat(places.userConfig()).isEqualTo(Path.of("/home/me/.config/jp/config.toml"));
        assertThat(places.data()).isEqualTo(Path.of("/home/me/.local/share/jp"));
        assertThat(places.state()).isEqualTo(Path.of("/home/me/.local/state/jp"));
    }
}
