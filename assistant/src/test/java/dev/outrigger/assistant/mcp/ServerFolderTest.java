package dev.outrigger.assistant.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.outrigger.assistant.mcp.client.McpProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerFolderTest {
    @TempDir
    Path folder;

    private ServerFolder make(Path... places) throws McpProblem {
        return ServerFolder.make("files", List.of(places), List.of(folder.resolve("workspace")));
    }

    @Test
    void isEmptyTheUsersAloneAndAnotherEachTime() throws Exception {
        var place = folder.resolve("state/jp");
        var first = make(place);
        var second = make(place);

        assertThat(first.path()).isEmptyDirectory().isNotEqualTo(second.path()).startsWith(place.toRealPath());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(first.path())))
                .isEqualTo("rwx------");
    }

    @Test
    void isGoneAfterwardsWithAllThatIsInItButNotWhatALinkLeadsTo() throws Exception {
        var precious = Files.writeString(folder.resolve("precious"), "kept");
        var made = make(folder.resolve("state"));
        Files.createDirectories(made.path().resolve("a/b"));
        Files.createSymbolicLink(made.path().resolve("a/link"), folder);
        Files.createSymbolicLink(made.path().resolve("file"), precious);

        assertThat(made.remove()).isEmpty();

        assertThat(made.path()).doesNotExist();
        assertThat(precious).hasContent("kept");
    }

    @Test
    void isInNoWorkspaceWhetherItIsThisOneOrAnother() throws Exception {
        var other = folder.resolve("other");
        Files.createDirectories(other.resolve(".jp"));
        var within = Files.createDirectories(folder.resolve("workspace"));
        Files.createSymbolicLink(folder.resolve("link"), within);

        for (var place : List.of(within, within.resolve("a/b"), other.resolve("state"), folder.resolve("link/x"))) {
            assertThatThrownBy(() -> make(place))
                    .hasMessageContaining("lies in the workspace")
                    .hasMessageContaining("XDG_STATE_HOME");
        }
        assertThat(make(within, folder.resolve("state")).path())
                .startsWith(folder.toRealPath().resolve("state"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"node_modules", ".npmrc", "package.json", "pyproject.toml"})
    void isNotBelowWhatAnotherUserPutThere(String name) throws Exception {
        var file = Files.writeString(folder.resolve(name), "");
        assertThat(make(folder.resolve("state")).path()).as("one's own").exists();
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can give a file away");
        Files.setAttribute(file, "unix:uid", 12345);

        assertThatThrownBy(() -> make(folder.resolve("state")))
                .hasMessageContaining(name + ", which belongs to another user");
    }

    @Test
    void whatAKilledHostLeftGoesWhenItIsOldAndNotBefore() throws Exception {
        var place = folder.resolve("state");
        var old = make(place).path();
        Files.writeString(old.resolve("left"), "");
        var recent = make(place).path();
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(31))));

        make(place);

        assertThat(old).doesNotExist();
        assertThat(recent).exists();
    }

    /// A server may leave folders that not even their owner may enter. They stay, for anybody but root.
    @Test
    void whatWasLeftClosedKeepsNoServerFromStarting() throws Exception {
        var place = folder.resolve("state");
        var old = make(place).path();
        var closed = Files.createDirectories(old.resolve("a/b"));
        Files.writeString(closed.resolve("left"), "");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(31))));
        for (var each : List.of(closed, closed.resolveSibling(""), old)) {
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("---------"));
        }

        assertThat(make(place).path()).isEmptyDirectory();
    }
}
