package dev.outrigger.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {
    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void resolveLinksOfTheTemporaryFolder() throws IOException {
        folder = temporary.toRealPath();
    }

    @Test
    void makesAWorkspaceWithEverythingInIt() throws Exception {
        var workspace = Workspace.init(folder);

        assertThat(workspace.id()).matches("[0-9a-z]{5}");
        assertThat(workspace.root()).isEqualTo(folder);
        assertThat(workspace.storage()).isEqualTo(folder.resolve(".jp"));
        assertThat(workspace.storage().resolve("conversations")).isDirectory();
        assertThat(workspace.storage().resolve("locks")).isDirectory();
        assertThat(workspace.storage().resolve("config.toml")).content().startsWith("#");
        assertThat(workspace.storage().resolve(".gitignore")).content().contains("/locks/", "index*", "*.tmp");
        try (var files = Files.list(workspace.storage())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(".id", ".gitignore", "config.toml", "conversations", "locks");
        }
    }

    @Test
    void refusesToMakeASecondOneAndLeavesTheFirstAsItWas() throws Exception {
        var first = Workspace.init(folder);

        assertThatThrownBy(() -> Workspace.init(folder))
                .isInstanceOf(WorkspaceProblem.class)
                .hasMessageContaining("is a workspace already");
        assertThat(Workspace.at(folder).id()).isEqualTo(first.id());
    }

    @Test
    void completesAFolderThatAnEarlierTryLeftWithoutAnId() throws Exception {
        Files.createDirectories(folder.resolve(".jp"));
        Files.writeString(folder.resolve(".jp/config.toml"), "# mine\n");

        Workspace.init(folder);

        assertThat(folder.resolve(".jp/config.toml")).hasContent("# mine\n");
        assertThat(folder.resolve(".jp/conversations")).isDirectory();
    }

    @Test
    void letsExactlyOneOfManyWhoInitAtOnceSucceed() throws Exception {
        for (int round = 0; round < 20; round++) {
            var root = Files.createDirectory(folder.resolve("w" + round));
            Callable<String> init = () -> {
                try {
                    return Workspace.init(root).id();
                } catch (WorkspaceProblem e) {
                    return e.message();
                }
            };
            var outcomes = new ArrayList<String>();
            try (var threads = Executors.newFixedThreadPool(4)) {
                for (Future<String> outcome : threads.invokeAll(Collections.nCopies(4, init))) {
                    outcomes.add(outcome.get());
                }
            }
            assertThat(outcomes).filteredOn(outcome -> outcome.length() == 5).hasSize(1);
            assertThat(outcomes).contains(Workspace.at(root).id());
        }
    }

    @Test
    void findsTheNearestOneAbove() throws Exception {
        Workspace.init(folder);
        var inner = Files.createDirectories(folder.resolve("a/b"));
        var nested = Workspace.init(inner);
        var below = Files.createDirectories(inner.resolve("c/d"));

        assertThat(Workspace.find(below).orElseThrow().id()).isEqualTo(nested.id());
        assertThat(Workspace.find(folder.resolve("a")).orElseThrow().root()).isEqualTo(folder);
    }

    @Test
    void takesAFileNamedDotJpForNoWorkspace() throws Exception {
        Workspace.init(folder);
        var inner = Files.createDirectories(folder.resolve("a"));
        Files.writeString(inner.resolve(".jp"), "no folder");

        assertThat(Workspace.find(inner).orElseThrow().root()).isEqualTo(folder);
    }

    @Test
    void saysThatANamedFolderIsNoWorkspace() {
        assertThatThrownBy(() -> Workspace.at(folder))
                .isInstanceOfSatisfying(
                        WorkspaceProblem.class,
                        problem -> assertThat(problem.hint()).contains("jp init"))
                .hasMessageContaining("holds no .jp folder");
    }

    @Test
    void neverReplacesAMalformedId() throws Exception {
        Workspace.init(folder);
        for (var malformed : new String[] {
            "", "abc", "ABCDE", "abcdef", "../..", "ab cd", "é2345", "a1b2c\nnot an id", "x".repeat(5000) + "\na1b2c\n"
        }) {
            Files.writeString(folder.resolve(".jp/.id"), malformed);

            assertThatThrownBy(() -> Workspace.find(folder))
                    .as(malformed)
                    .isInstanceOf(WorkspaceProblem.class)
                    .hasMessageContaining(".id");
            assertThatThrownBy(() -> Workspace.init(folder)).isInstanceOf(WorkspaceProblem.class);
            assertThat(folder.resolve(".jp/.id")).hasContent(malformed);
        }
    }

    @Test
    void readsAnIdWithOrWithoutALineBreak() throws Exception {
        Workspace.init(folder);
        Files.writeString(folder.resolve(".jp/.id"), "a1b2c");

        assertThat(Workspace.at(folder).id()).isEqualTo("a1b2c");
    }

    @Test
    void readsTheIdBehindTheSentenceOfTheOriginal() throws Exception {
        Workspace.init(folder);
        for (var text : new String[] {
            "DO NOT EDIT THIS FILE! IT IS AUTO-GENERATED BY JP.\na1b2c\n",
            "DO NOT EDIT THIS FILE! IT IS AUTO-GENERATED BY JP.\na1b2c",
            "zzzzz\r\n\r\na1b2c\r\n\r\n \r\n"
        }) {
            Files.writeString(folder.resolve(".jp/.id"), text);

            assertThat(Workspace.at(folder).id()).isEqualTo("a1b2c");
            assertThat(folder.resolve(".jp/.id")).hasContent(text);
        }
    }

    @Test
    void followsNoLinkToAnotherFolder() throws Exception {
        var elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Workspace.init(elsewhere);
        var trap = Files.createDirectory(folder.resolve("clone"));
        Files.createSymbolicLink(trap.resolve(".jp"), elsewhere.resolve(".jp"));

        assertThatThrownBy(() -> Workspace.find(trap)).hasMessageContaining("symbolic link");
        assertThatThrownBy(() -> Workspace.at(trap)).hasMessageContaining("symbolic link");
        assertThatThrownBy(() -> Workspace.init(trap)).hasMessageContaining("symbolic link");
    }

    @Test
    void isLedIntoNobodyElsesWorkspaceButGoesThereWhenTold() throws Exception {
        var workspace = Workspace.init(folder);
        assumeTrue(canGiveAway(workspace.storage()), "only root can give a folder away");
        var below = Files.createDirectory(folder.resolve("below"));

        assertThatThrownBy(() -> Workspace.find(below))
                .isInstanceOfSatisfying(
                        WorkspaceProblem.class,
                        problem -> assertThat(problem.hint()).contains("--workspace " + folder))
                .hasMessageContaining("belongs to another user");
        assertThat(Workspace.at(folder).id()).isEqualTo(workspace.id());
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
