package dev.outrigger.hosting.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RememberedServersTest {
    private static final String SERVER = "openai http://localhost:8080/v1";

    @TempDir
    Path state;

    private RememberedServers known() {
        return new RememberedServers(state.resolve("servers"));
    }

    private List<Path> files() throws Exception {
        try (var files = Files.list(state.resolve("servers"))) {
            return files.toList();
        }
    }

    @Test
    void theNextCommandKnowsWhatOneFoundOutByServer() throws Exception {
        assertThat(known().recall(SERVER)).isEmpty();

        known().keep(SERVER, "object");
        known().keep(SERVER, "told");

        assertThat(known().recall(SERVER)).contains("told");
        assertThat(known().recall(SERVER + "/")).isEmpty();
        assertThat(files())
                .singleElement()
                .satisfies(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------"));
    }

    @Test
    void itIsNotBelievedForLongerThanADay() throws Exception {
        known().keep(SERVER, "told");
        var yesterday = FileTime.from(Instant.now().minus(Duration.ofHours(25)));
        Files.setLastModifiedTime(files().getFirst(), yesterday);

        assertThat(known().recall(SERVER)).isEmpty();
        known().keep("another", "told");
        assertThat(files()).as("what is not believed goes").hasSize(1);
    }

    @Test
    void itDoesNotGrowWithoutEnd() throws Exception {
        for (int i = 0; i < 100; i++) {
            known().keep("server " + i, "told");
        }

        assertThat(files()).hasSize(64);
        assertThat(known().recall("server 0")).contains("told");
    }

    @Test
    void whatCannotBeKeptOrReadIsNotKnown() throws Exception {
        known().keep(SERVER, "told");
        var file = files().getFirst();
        Files.delete(file);
        Files.createSymbolicLink(file, Path.of("/dev/zero"));
        assertThat(known().recall(SERVER)).isEmpty();

        var blocked = new RememberedServers(
                Files.writeString(state.resolve("file"), "").resolve("servers"));
        blocked.keep(SERVER, "told");
        assertThat(blocked.recall(SERVER)).isEmpty();
    }
}
