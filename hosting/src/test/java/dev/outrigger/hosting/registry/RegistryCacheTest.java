package dev.outrigger.hosting.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.workspace.UserPlaces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryCacheTest {
    private static final byte[] JSON =
            "{\"version\":1,\"plugins\":{\"a\":{\"id\":\"a\"}}}".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    private UserPlaces places() {
        return new UserPlaces(folder, folder, folder);
    }

    private Path file(String name) {
        return folder.resolve("jp").resolve(name);
    }

    private void write(String url) throws IOException {
        new RegistryCache(places()).write(JSON, new RegistryCache.Meta(url, "\"e\"", "2026-01-01T00:00:00Z"));
    }

    @Test
    void isThereForTheUrlItCameFromAndNoOther() throws IOException {
        write("https://one/");

        assertThat(new RegistryCache(places()).read("https://one/")).isPresent();
        assertThat(new RegistryCache(places()).read("https://two/")).isEmpty();
    }

    @Test
    void putThereByHandItNeedsNoSidecar() throws IOException {
        Files.createDirectories(file(""));
        Files.write(file("registry.json"), JSON);

        assertThat(new RegistryCache(places()).read("https://any/")).isPresent();
    }

    @Test
    void damagedItIsAsIfItWasNeverFetched() throws IOException {
        write("https://one/");
        Files.writeString(file("registry.json"), "{\"version\":1,\"plug");

        assertThat(new RegistryCache(places()).read("https://one/")).isEmpty();
    }

    @Test
    void isReplacedWholeAndLeavesNoDrafts() throws IOException {
        write("https://one/");
        write("https://two/");

        assertThat(new RegistryCache(places()).read("https://two/")).isPresent();
        try (var files = Files.list(file(""))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("registry.json", "registry.meta.json");
        }
    }
}
