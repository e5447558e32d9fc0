package dev.outrigger.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The workspace of somebody who is in none.
class OwnWorkspaceTest {
    @TempDir
    Path folder;

    private Path data;
    private UserPlaces places;

    @BeforeEach
    void nothingYet() throws IOException {
        folder = folder.toRealPath();
        data = folder.resolve("home/share");
        places = UserPlaces.of(Map.of("HOME", folder.resolve("home").toString(), "XDG_DATA_HOME", data.toString()));
    }

    @Test
    void isNotMadeByLooking() throws Exception {
        assertThat(Workspace.own(places)).isEmpty();
        assertThat(data).doesNotExist();
    }

    @Test
    void isMadeForNobodyElseAndFoundAgain() throws Exception {
        var made = Workspace.makeOwn(places);

        assertThat(made.root()).isEqualTo(data.resolve("jp/personal"));
        assertThat(Files.getPosixFilePermissions(made.root()))
                .doesNotContain(
                        PosixFilePermission.GROUP_READ,
                        PosixFilePermission.GROUP_WRITE,
                        PosixFilePermission.OTHERS_READ,
                        PosixFilePermission.OTHERS_WRITE);
        assertThat(made.isOwn(places)).isTrue();
        assertThat(Workspace.own(places)).map(Workspace::id).contains(made.id());
        assertThat(Workspace.makeOwn(places).id()).isEqualTo(made.id());
        var other = Workspace.init(Files.createDirectory(folder.resolve("other")));
        assertThat(other.isOwn(places)).isFalse();
    }

    @Test
    void isMadeInNobodyElsesFolders() throws Exception {
        var home = Files.createDirectories(folder.resolve("home"));
        assumeTrue(canGiveAway(home), "only root can give a folder away");

        assertThatThrownBy(() -> Workspace.makeOwn(places))
                .hasMessageContaining("belongs to another user")
                .hasMessageContaining(data.resolve("jp/personal").toString());
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void oneThatIsSomebodyElsesIsNotTaken() throws Exception {
        var root = Workspace.makeOwn(places).root();
        assumeTrue(canGiveAway(root), "only root can give a folder away");

        assertThatThrownBy(() -> Workspace.own(places)).hasMessageContaining("belongs to another user");
        assertThatThrownBy(() -> Workspace.makeOwn(places)).hasMessageContaining("belongs to another user");
    }

    @Test
    void aLinkInItsPlaceIsNotFollowed() throws Exception {
        var real = Workspace.init(Files.createDirectory(folder.resolve("real")));
        Files.createDirectories(data.resolve("jp/personal"));
        Files.createSymbolicLink(data.resolve("jp/personal/.jp"), real.storage());

        assertThatThrownBy(() -> Workspace.own(places)).hasMessageContaining("symbolic link");
    }

    @Test
    void whatIsInTheWayIsNamed() throws Exception {
        Files.createDirectories(data);
        Files.writeString(data.resolve("jp"), "");

        assertThatThrownBy(() -> Workspace.makeOwn(places))
                .isInstanceOfSatisfying(
                        WorkspaceProblem.class,
                        problem -> assertThat(problem.hint()).contains("jp init"))
                .hasMessageContaining("cannot make a workspace of your own");
    }

    private static boolean canGiveAway(Path path) {
        try {
            Files.setAttribute(path, "unix:uid", 12345);
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
