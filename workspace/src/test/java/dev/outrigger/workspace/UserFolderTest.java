package dev.outrigger.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserFolderTest {
    @TempDir
    Path temporary;

    private Path folder;
    private Places places;

    @BeforeEach
    void makeAHome() throws IOException {
        folder = temporary.toRealPath();
        places = Places.of(Map.of("HOME", folder.resolve("home").toString()));
    }

    private Workspace workspace(String name) throws Exception {
        return Workspace.init(Files.createDirectory(folder.resolve(name)));
    }

    @Test
    void isNamedAfterTheWorkspaceAndItsId() throws Exception {
        var workspace = workspace("My Größe  Project!");

        assertThat(workspace.userFolder(places).path())
                .isEqualTo(places.data().resolve("workspace/my-gr-e-project-" + workspace.id()));
        assertThat(UserFolder.slug(Path.of("/"))).isEqualTo("workspace");
        assertThat(UserFolder.slug(Path.of("/" + "x".repeat(200)))).hasSize(40);
    }

    @Test
    void isNotMadeByLooking() throws Exception {
        workspace("w").userFolder(places).current("/dev/pts/1");

        assertThat(places.data()).doesNotExist();
    }

    @Test
    void remembersTheConversationOfEachTerminal() throws Exception {
        var user = workspace("w").userFolder(places);
        user.setCurrent("/dev/pts/1", "17127583920");
        user.setCurrent("/dev/pts/2", "17127583921");
        user.setCurrent("../../etc", "17127583922");

        assertThat(user.current("/dev/pts/1")).contains("17127583920");
        assertThat(user.current("/dev/pts/2")).contains("17127583921");
        assertThat(user.current("../../etc")).contains("17127583922");
        assertThat(user.current("/dev/pts/3")).isEmpty();
        try (var files = Files.list(user.path().resolve("current"))) {
            assertThat(files).hasSize(3);
        }
    }

    @Test
    void takesWhatIsNoConversationIdForNone() throws Exception {
        var user = workspace("w").userFolder(places);
        user.setCurrent("t", "../../../etc/passwd");

        assertThat(user.current("t")).isEmpty();
    }

    @Test
    void isFoundAgainAfterTheWorkspaceWasRenamed() throws Exception {
        var before = workspace("old").userFolder(places);
        before.setCurrent("t", "17127583920");
        Files.move(folder.resolve("old"), folder.resolve("new"));

        var after = Workspace.at(folder.resolve("new")).userFolder(places);

        assertThat(after.path()).isEqualTo(before.path());
        assertThat(after.current("t")).contains("17127583920");
    }

    @Test
    void isNotLentToAnotherWorkspaceThatCopiedTheId() throws Exception {
        var mine = workspace("mine");
        mine.userFolder(places).setCurrent("t", "17127583920");
        var clone = workspace("clone");
        Files.writeString(clone.storage().resolve(".id"), mine.id());
        Files.createDirectories(folder.resolve("deeper"));
        var namesake = Workspace.init(Files.createDirectory(folder.resolve("deeper/mine")));
        Files.writeString(namesake.storage().resolve(".id"), mine.id());

        var ofClone = Workspace.at(clone.root()).userFolder(places);
        ofClone.setCurrent("t", "1");
        var ofNamesake = Workspace.at(namesake.root()).userFolder(places);
        ofNamesake.setCurrent("t", "2");

        assertThat(mine.userFolder(places).current("t")).contains("17127583920");
        assertThat(Workspace.at(clone.root()).userFolder(places).current("t")).contains("1");
        assertThat(Workspace.at(namesake.root()).userFolder(places).current("t"))
                .contains("2");
        assertThat(ofNamesake.path().getFileName()).hasToString("mine-" + mine.id() + "~2");
    }
}
