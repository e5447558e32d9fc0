package dev.outrigger.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserFolderTest {
    @TempDir
    Path temporary;

    private Path folder;
    private UserPlaces places;

    @BeforeEach
    void makeAHome() throws IOException {
        folder = temporary.toRealPath();
        places = UserPlaces.of(Map.of("HOME", folder.resolve("home").toString()));
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
        user.setCurrent("/dev/pts/1", "17127583920", _ -> true);
        user.setCurrent("/dev/pts/2", "17127583921", _ -> true);
        user.setCurrent("../../etc", "17127583922", _ -> true);

        assertThat(user.current("/dev/pts/1")).contains("17127583920");
        assertThat(user.current("/dev/pts/2")).contains("17127583921");
        assertThat(user.current("../../etc")).contains("17127583922");
        assertThat(user.current("/dev/pts/3")).isEmpty();
        try (var files = Files.list(user.path().resolve("current"))) {
            assertThat(files).hasSize(3);
        }
    }

    @Test
    void forgetsWhatThoseUsedWhoAreGone() throws Exception {
        var user = workspace("w").userFolder(places);
        user.setCurrent("/dev/pts/1 1", "17127583920", _ -> true);
        user.setCurrent("/dev/pts/2 2", "17127583921", _ -> true);

        user.setCurrent("/dev/pts/1 3", "17127583922", session -> !session.endsWith(" 1"));

        assertThat(user.current("/dev/pts/1 1")).isEmpty();
        assertThat(user.current("/dev/pts/2 2")).contains("17127583921");
        assertThat(user.current("/dev/pts/1 3")).contains("17127583922");
        try (var files = Files.list(user.path().resolve("current"))) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void takesWhatIsNoConversationIdForNone() throws Exception {
        var user = workspace("w").userFolder(places);
        user.setCurrent("t", "../../../etc/passwd", _ -> true);

        assertThat(user.current("t")).isEmpty();
    }

    private Workspace move(String from, String to) throws Exception {
        Files.move(folder.resolve(from), folder.resolve(to));
        return Workspace.at(folder.resolve(to));
    }

    /// Somebody else's folder with the id of ours in it.
    private Workspace copyOf(Workspace workspace, String name) throws Exception {
        var copy = Workspace.init(Files.createDirectories(folder.resolve(name)));
        Files.writeString(copy.storage().resolve(".id"), workspace.id());
        return Workspace.at(copy.root());
    }

    @Test
    void isNotLentToAnotherWorkspaceThatCopiedTheId() throws Exception {
        var mine = workspace("mine");
        mine.userFolder(places).setCurrent("t", "17127583920", _ -> true);
        var clone = copyOf(mine, "clone");
        var namesake = copyOf(mine, "deeper/mine");

        var ofClone = clone.userFolder(places);
        ofClone.setCurrent("t", "1", _ -> true);
        var ofNamesake = namesake.userFolder(places);
        ofNamesake.setCurrent("t", "2", _ -> true);

        assertThat(mine.userFolder(places).current("t")).contains("17127583920");
        assertThat(Workspace.at(clone.root()).userFolder(places).current("t")).contains("1");
        assertThat(Workspace.at(namesake.root()).userFolder(places).current("t"))
                .contains("2");
        assertThat(ofNamesake.path().getFileName()).hasToString("mine-" + mine.id() + "~2");
    }

    /// Ours was removed, or its disk is not there today: that makes no copy of it ours.
    @Test
    void isNotLentToACopyWhenTheWorkspaceItselfIsGone() throws Exception {
        var mine = workspace("mine");
        Files.writeString(mine.userFolder(places).claim().resolve("config.toml"), "assistant.name = 'trusted'");
        mine.userFolder(places).setCurrent("t", "17127583920", _ -> true);
        var clone = copyOf(mine, "clone");
        Files.move(mine.root(), folder.resolve("elsewhere"));
        Files.delete(folder.resolve("elsewhere/.jp/.id"));

        var ofClone = clone.userFolder(places);

        assertThat(ofClone.exists()).isFalse();
        assertThat(ofClone.current("t")).isEmpty();
        assertThat(ofClone.claim()).isNotEqualTo(mine.userFolder(places).path());
        assertThat(ofClone.config()).doesNotExist();
    }

    /// Such a one is the original jp's, or made by hand: which workspace it was meant for, nobody knows.
    @Test
    void isNotAFolderThatNobodyPutANameOn() throws Exception {
        var workspace = workspace("w");
        var unnamed = Files.createDirectories(places.data().resolve("workspace/w-" + workspace.id()));
        Files.writeString(unnamed.resolve("config.toml"), "assistant.name = 'whose?'");

        var user = workspace.userFolder(places);

        assertThat(user.exists()).isFalse();
        assertThat(user.leftBehind()).contains(unnamed);
        assertThat(user.claim()).isNotEqualTo(unnamed);
        assertThat(user.adopt()).isEqualTo(unnamed);
        assertThat(user.config()).hasContent("assistant.name = 'whose?'");
    }

    @Test
    void isTakenAlongAfterAMoveWhenTheUserSaysSo() throws Exception {
        var before = workspace("old").userFolder(places);
        Files.writeString(before.claim().resolve("config.toml"), "assistant.name = 'x'");

        var after = move("old", "new").userFolder(places);
        assertThat(after.leftBehind()).contains(before.path());
        // Also when something else was kept here meanwhile, and by another process.
        after.setCurrent("t", "17127583920", _ -> true);
        var later = Workspace.at(folder.resolve("new")).userFolder(places);
        assertThat(later.leftBehind()).contains(before.path());
        assertThat(later.config()).doesNotExist();

        assertThat(later.adopt()).isEqualTo(before.path());

        assertThat(later.config()).hasContent("assistant.name = 'x'");
        assertThat(Workspace.at(folder.resolve("new")).userFolder(places).leftBehind())
                .isEmpty();
        assertThatThrownBy(later::adopt).isInstanceOf(WorkspaceProblem.class).hasMessageContaining("already");
    }

    @Test
    void isTakenAlongWhenTheWorkspaceIsMovedBack() throws Exception {
        Files.writeString(workspace("old").userFolder(places).claim().resolve("config.toml"), "assistant.name = 'x'");
        move("old", "new").userFolder(places).adopt();
        var there = Workspace.at(folder.resolve("new")).userFolder(places);

        var back = move("new", "old").userFolder(places);
        assertThat(back.leftBehind()).contains(there.path());
        assertThat(back.adopt()).isEqualTo(there.path());
        assertThat(back.config()).hasContent("assistant.name = 'x'");
    }

    @Test
    void isNotTakenFromWhereItWasMovedToWhileItIsStillThere() throws Exception {
        Files.writeString(workspace("old").userFolder(places).claim().resolve("config.toml"), "assistant.name = 'x'");
        var moved = move("old", "new");
        moved.userFolder(places).adopt();

        var copy = copyOf(moved, "old").userFolder(places);
        assertThat(copy.leftBehind()).isEmpty();
        assertThatThrownBy(copy::adopt).isInstanceOf(WorkspaceProblem.class).hasMessageContaining("no settings");
    }

    @Test
    void isNotTakenAwayFromAWorkspaceThatIsStillThere() throws Exception {
        var mine = workspace("mine");
        Files.writeString(mine.userFolder(places).claim().resolve("config.toml"), "assistant.name = 'x'");
        var clone = copyOf(mine, "clone").userFolder(places);

        assertThat(clone.leftBehind()).isEmpty();
        assertThatThrownBy(clone::adopt).isInstanceOf(WorkspaceProblem.class).hasMessageContaining("no settings");
        assertThat(mine.userFolder(places).config()).exists();
    }

    @Test
    void isTheSameThroughALink() throws Exception {
        var mine = workspace("mine");
        var path = mine.userFolder(places).claim();
        Files.createSymbolicLink(folder.resolve("link"), mine.root());

        assertThat(Workspace.at(folder.resolve("link")).userFolder(places).path())
                .isEqualTo(path);
        assertThat(Workspace.at(folder.resolve("link")).userFolder(places).exists())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "Größe", "two\nlines", "back\\slash", "file:", " "})
    void isFoundAgainWhateverTheFolderIsCalled(String name) throws Exception {
        var path = workspace(name).userFolder(places).claim();

        var again = Workspace.at(folder.resolve(name)).userFolder(places);

        assertThat(again.exists()).isTrue();
        assertThat(again.path()).isEqualTo(path);
        assertThat(again.claim()).isEqualTo(path);
        assertThat(workspace("x" + name).userFolder(places).exists()).isFalse();
    }

    /// Many that have one name and one id, at once: each gets its own, and every process of one workspace the same.
    @Test
    void isNeverSharedByTwoThatComeAtOnce() throws Exception {
        var first = workspace("w");
        var all = new ArrayList<Workspace>(List.of(first));
        for (int i = 0; i < 7; i++) {
            all.add(copyOf(first, i + "/w"));
        }
        var claimed = new ConcurrentHashMap<Path, Set<Path>>();
        var failures = new ConcurrentLinkedQueue<Exception>();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 24; i++) {
            var root = all.get(i % 8).root();
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    var path = Workspace.at(root).userFolder(places).claim();
                    claimed.computeIfAbsent(root, _ -> ConcurrentHashMap.newKeySet())
                            .add(path);
                } catch (WorkspaceProblem e) {
                    failures.add(e);
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }

        assertThat(failures).isEmpty();
        assertThat(claimed.values())
                .hasSize(8)
                .allSatisfy(paths -> assertThat(paths).hasSize(1));
        assertThat(claimed.values().stream().flatMap(Set::stream)).doesNotHaveDuplicates();
        try (var left = Files.list(places.data().resolve("workspace"))) {
            assertThat(left).hasSize(8);
        }
    }
}
