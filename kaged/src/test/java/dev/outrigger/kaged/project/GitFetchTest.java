package dev.outrigger.kaged.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.kaged.GitRepository;
import dev.outrigger.kaged.manifest.ProjectFile.Wanted;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.launch.sandbox.Sandbox;
import dev.outrigger.system.TreeDeletion;
import dev.outrigger.wire.Json;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What comes in too large, too slowly, or not at all; with limits as small as the test.
class GitFetchTest {
    private static final GitHosts HOSTS = new GitHosts(List.of("file:", "localhost"));
    private static final Duration LONG = Duration.ofMinutes(2);

    private Path top;
    private FetchedPlugins into;

    @BeforeEach
    void folders() throws Exception {
        top = Files.createTempDirectory("git-fetch-test");
        Files.setPosixFilePermissions(top, PosixFilePermissions.fromString("rwxr-xr-x"));
        var place = Files.createDirectory(top.resolve("1"));
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwx--x--x"));
        into = FetchedPlugins.of(place);
    }

    @AfterEach
    void remove() throws Exception {
        TreeDeletion.delete(top);
    }

    private GitFetch fetching(long bytes, int files, Duration time) throws Exception {
        var state = Files.createDirectories(top.resolve("sandbox"));
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwx--x--x"));
        return new GitFetch(new Sandbox(state), List.of(), new GitFetch.Bounds(bytes, files, time));
    }

    private static Wanted wanted(String url) {
        return new Wanted("it", url, "1", Json.EMPTY, 1);
    }

    private void nothingIsLeft() throws Exception {
        try (var left = Files.list(into.folder())) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void bringsOneCommitAsItIs() throws Exception {
        var repository = GitRepository.at(top.resolve("r"));
        Files.writeString(repository.folder().resolve("a.txt"), "a\r\n");
        repository.commit("0.9");
        Files.writeString(repository.folder().resolve("b.txt"), "b");
        repository.commit("v1");
        fetching(1 << 20, 10, LONG).fetch(wanted(repository.url()), HOSTS, into, _ -> {}, () -> true);
        var fetched = into.find("it").orElseThrow();
        assertThat(fetched.commit()).isEqualTo(repository.git("rev-parse", "v1"));
        assertThat(fetched.files().resolve("a.txt")).hasContent("a\r\n");
        assertThat(fetched.files().resolve(".git")).doesNotExist();
    }

    @Test
    void whatSaysThatItIsTooLargeIsNotWritten() throws Exception {
        var repository = GitRepository.at(top.resolve("r"));
        // Compressed it is a thousandth of this.
        Files.write(repository.folder().resolve("zeros"), new byte[8 << 20]);
        repository.commit("1");
        assertThatThrownBy(() ->
                        fetching(1 << 20, 10, LONG).fetch(wanted(repository.url()), HOSTS, into, _ -> {}, () -> true))
                .isInstanceOf(StoreProblem.class)
                .hasMessageContaining("too large: more than 1 MiB");
        nothingIsLeft();
    }

    @Test
    void tooManyFilesAreTooLarge() throws Exception {
        var repository = GitRepository.at(top.resolve("r"));
        for (int i = 0; i < 11; i++) {
            Files.writeString(repository.folder().resolve("f" + i), "x");
        }
        repository.commit("1");
        assertThatThrownBy(() ->
                        fetching(1 << 20, 10, LONG).fetch(wanted(repository.url()), HOSTS, into, _ -> {}, () -> true))
                .hasMessageContaining("or than 10 files");
        nothingIsLeft();
    }

    @Test
    void whatDripsIsEnded() throws Exception {
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> fetching(1 << 20, 10, Duration.ofSeconds(1))
                            .fetch(
                                    wanted("https://localhost:" + server.getLocalPort() + "/x"),
                                    HOSTS,
                                    into,
                                    _ -> {},
                                    () -> true))
                    .isInstanceOf(StoreProblem.class)
                    .hasMessageContaining("it takes longer than 1 s");
        }
        nothingIsLeft();
    }

    @Test
    void whoeverLeavesTakesItBack() throws Exception {
        var looks = new AtomicInteger();
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> fetching(1 << 20, 10, LONG)
                            .fetch(
                                    wanted("https://localhost:" + server.getLocalPort() + "/x"),
                                    HOSTS,
                                    into,
                                    _ -> {},
                                    () -> looks.incrementAndGet() < 2))
                    .hasMessageContaining("it was taken back");
        }
        nothingIsLeft();
    }

    @Test
    void aTagThatIsNotThereIsSaid() throws Exception {
        var repository = GitRepository.at(top.resolve("r"));
        Files.writeString(repository.folder().resolve("a"), "x");
        repository.commit("2");
        assertThatThrownBy(() ->
                        fetching(1 << 20, 10, LONG).fetch(wanted(repository.url()), HOSTS, into, _ -> {}, () -> true))
                .hasMessageContaining("has none of: refs/tags/1 refs/tags/v1");
        nothingIsLeft();
    }
}
