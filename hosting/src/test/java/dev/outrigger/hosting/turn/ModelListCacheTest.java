package dev.outrigger.hosting.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.hosting.context.RunLog;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.workspace.UserPlaces;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelListCacheTest {
    @TempDir
    Path folder;

    private ModelListCache models() {
        var places = UserPlaces.of(Map.of("HOME", folder.toString()));
        return new ModelListCache(
                places, new RunLog(places.state().resolve("log"), LogLevel.of(0), OutputStream.nullOutputStream()));
    }

    @Test
    void whatAProviderSaysReplacesOnlyWhatItSaidBefore() {
        models().keep(Map.of("ollama", List.of("a", "b"), "openai", List.of("c")));
        models().keep(Map.of("ollama", List.of("d")));

        assertThat(models().all()).isEqualTo(Map.of("ollama", List.of("d"), "openai", List.of("c")));
    }

    @Test
    void whatCannotBeReadIsForgotten() throws Exception {
        models().keep(Map.of("ollama", List.of("a")));
        Files.writeString(folder.resolve(".local/state/jp/models.json"), "{\"ollama\":3}");

        assertThat(models().all()).isEmpty();
        models().keep(Map.of("ollama", List.of("b")));
        assertThat(models().all()).isEqualTo(Map.of("ollama", List.of("b")));
    }
}
