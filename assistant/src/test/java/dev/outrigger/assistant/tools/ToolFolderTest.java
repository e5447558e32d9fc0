package dev.outrigger.assistant.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Ways in, and ways out that must not be.
class ToolFolderTest {
    @TempDir
    Path folder;

    private Path root;
    private Path outside;
    private ToolFolder ground;

    @BeforeEach
    void aWorkspaceAndItsNeighbour() throws IOException {
        folder = folder.toRealPath();
        root = Files.createDirectories(folder.resolve("workspace"));
        outside = Files.createDirectories(folder.resolve("workspace-2"));
        Files.createDirectories(root.resolve("a/b"));
        Files.createDirectories(root.resolve(".jp"));
        Files.writeString(root.resolve("a/b/inside.txt"), "inside");
        Files.writeString(root.resolve(".jp/config.toml"), "settings");
        Files.writeString(outside.resolve("secret.txt"), "secret");
        ground = new ToolFolder(root);
    }

    @Test
    void anInnerPathIsFoundInEverySpelling() throws Exception {
        Files.createSymbolicLink(root.resolve("link"), Path.of("a/b"));
        Files.createSymbolicLink(root.resolve("a/up"), Path.of("../a/b/inside.txt"));
        Files.createSymbolicLink(root.resolve("absolute"), root.resolve("a"));
        Files.createSymbolicLink(folder.resolve("alias"), root);
        for (var path : List.of(
                "a/b/inside.txt",
                "./a//b/./inside.txt",
                "a/../a/b/inside.txt",
                "link/inside.txt",
                "a/up",
                "link/../up",
                "absolute/b/inside.txt",
                root + "/a/b/inside.txt",
                folder + "/alias/a/b/inside.txt")) {
            assertThat(read(path)).as(path).isEqualTo("inside");
        }
    }

    @Test
    void whatLeadsOutIsRefusedInOneLine() throws Exception {
        Files.createSymbolicLink(root.resolve("file"), outside.resolve("secret.txt"));
        Files.createSymbolicLink(root.resolve("folder"), outside);
        Files.createSymbolicLink(root.resolve("relative"), Path.of("../workspace-2"));
        Files.createSymbolicLink(root.resolve("a/chain"), Path.of("../relative/secret.txt"));
        Files.createSymbolicLink(root.resolve("dangling"), outside.resolve("not-there"));
        Files.createSymbolicLink(root.resolve("proc"), Path.of("/proc/self/root/" + outside + "/secret.txt"));
        for (var path : List.of(
                "../workspace-2/secret.txt",
                "a/../../workspace-2/secret.txt",
                "..",
                "/",
                "/etc/passwd",
                outside + "/secret.txt",
                root + "/../workspace-2/secret.txt",
                "file",
                "folder/secret.txt",
                "folder/new.txt",
                "relative/secret.txt",
                "a/chain",
                "dangling",
                "proc")) {
            assertThatThrownBy(() -> ground.find(path))
                    .as(path)
                    .isInstanceOf(ToolRefused.class)
                    .hasMessageContaining("outside the workspace")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void oursIsNeitherReadNorWrittenNorReachedThroughALink() throws Exception {
        Files.createSymbolicLink(root.resolve("ours"), Path.of(".jp"));
        Files.createSymbolicLink(root.resolve("settings"), root.resolve(".jp/config.toml"));
        for (var path : List.of(
                ".jp",
                ".jp/config.toml",
                "a/../.jp/x",
                ".JP/x",
                "ours/config.toml",
                "settings",
                "a/.jp/x",
                "n/.jp/x")) {
            assertThatThrownBy(() -> ground.find(path))
                    .as(path)
                    .isInstanceOf(ToolRefused.class)
                    .hasMessageContaining(".jp");
        }
    }

    @Test
    void linksInCirclesAndPathsWithoutEndAreRefused() throws Exception {
        Files.createSymbolicLink(root.resolve("x"), Path.of("y"));
        Files.createSymbolicLink(root.resolve("y"), Path.of("x"));
        for (var path : List.of("x", "", "a\0b", "n/".repeat(3000), "n/".repeat(500), "new/../a")) {
            assertThatThrownBy(() -> ground.find(path)).isInstanceOf(ToolRefused.class);
        }
    }

    @Test
    void aPipeIsSpecialAndNobodyWaitsForIt() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", root.resolve("pipe").toString())
                        .start()
                        .waitFor(30, TimeUnit.SECONDS))
                .isTrue();
        try (var place = ground.find("pipe")) {
            assertThat(place.kind()).isEqualTo(PlaceInFolder.Kind.SPECIAL);
        }
    }

    @Test
    void whatIsWrittenIsBelowTheRootOrNowhere() throws Exception {
        for (int seed = 0; seed < 400; seed++) {
            var random = new Random(seed);
            randomLink(random);
            var path = randomPath(random);
            try (var place = ground.find(path)) {
                if (place.kind() == PlaceInFolder.Kind.ABSENT || place.kind() == PlaceInFolder.Kind.FILE) {
                    place.replace(("written " + seed).getBytes(StandardCharsets.UTF_8));
                    assertThat(root.resolve(place.path()).toRealPath())
                            .as("seed %d: %s", seed, path)
                            .startsWith(root)
                            .hasContent("written " + seed);
                }
            } catch (ToolRefused | IOException e) {
                assertThat(e.getMessage()).isNotEmpty();
            }
            assertThat(names(outside)).as("seed %d: %s", seed, path).containsExactly("secret.txt");
            assertThat(outside.resolve("secret.txt")).hasContent("secret");
            assertThat(names(root.resolve(".jp"))).containsExactly("config.toml");
            assertThat(root.resolve(".jp/config.toml")).hasContent("settings");
        }
    }

    /// A folder that is exchanged for a link all the time: sometimes the write fails, never is it outside. Tried until
    /// a write was seen, and the very thing that this is about: a link where, when it was looked at, was a folder.
    @Test
    @Timeout(240)
    void aRaceWithALinkIsNeverWonByTheLink() throws Exception {
        var swap = root.resolve("swap");
        Files.createDirectories(swap);
        Files.writeString(swap.resolve("secret.txt"), "ours");
        var link = root.resolve("link");
        Files.createSymbolicLink(link, outside);
        var done = new AtomicBoolean();
        var failures = new CopyOnWriteArrayList<Throwable>();
        var swapper = Thread.ofPlatform().start(() -> {
            try {
                while (!done.get()) {
                    exchange(swap, root.resolve("real"), link);
                }
            } catch (IOException e) {
                failures.add(e);
            }
        });
        try {
            boolean written = false;
            boolean metTheLink = false;
            for (int i = 0; i < 400 || !written || !metTheLink; i++) {
                try (var place = ground.find("swap/secret.txt")) {
                    written |= place.kind() == PlaceInFolder.Kind.FILE && overwritten(place);
                } catch (FileSystemException e) {
                    metTheLink |= String.valueOf(e.getReason()).contains("symbolic link");
                } catch (ToolRefused | IOException e) {
                    assertThat(e.getMessage()).isNotEmpty();
                }
                assertThat(outside.resolve("secret.txt")).hasContent("secret");
                assertThat(failures).isEmpty();
            }
        } finally {
            done.set(true);
            swapper.join();
        }
        assertThat(names(outside)).containsExactly("secret.txt");
    }

    private static void exchange(Path swap, Path real, Path link) throws IOException {
        Files.move(swap, real);
        Files.move(link, swap);
        Files.move(swap, link);
        Files.move(real, swap);
    }

    private static boolean overwritten(PlaceInFolder place) throws Exception {
        try (var channel = place.read()) {
            var first = ByteBuffer.allocate(1);
            assertThat(channel.read(first)).isEqualTo(1);
            assertThat(first.get(0)).as("the first letter of `ours`").isEqualTo((byte) 'o');
        }
        place.replace("ours".getBytes(StandardCharsets.UTF_8));
        return true;
    }

    @Test
    void keepsTheModeAndBreaksHardLinksInsteadOfWritingThroughThem() throws Exception {
        var script = root.resolve("run.sh");
        Files.writeString(script, "old");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Files.createLink(outside.resolve("twin"), script);
        var mode = Files.getPosixFilePermissions(script);

        try (var place = ground.find("run.sh")) {
            place.replace("new".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(Files.getPosixFilePermissions(script)).isEqualTo(mode);
        assertThat(script).hasContent("new");
        assertThat(outside.resolve("twin")).hasContent("old");
        assertThat(names(root)).noneMatch(name -> name.contains("draft"));
    }

    private String read(String path) throws Exception {
        try (var place = ground.find(path);
                var channel = place.read()) {
            var buffer = ByteBuffer.allocate(100);
            int n = channel.read(buffer);
            return new String(buffer.array(), 0, n, StandardCharsets.UTF_8);
        }
    }

    private void randomLink(Random random) throws IOException {
        var names = List.of("l0", "l1", "l2", "a/l3", "a/b/l4");
        var targets = List.of(
                "..", "../workspace-2", ".jp", "a", "a/b", "l1", "../..", outside.toString(), root + "/a", "l2/x", ".");
        var link = root.resolve(names.get(random.nextInt(names.size())));
        if (Files.exists(link, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(link)) {
            return;
        }
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, Path.of(targets.get(random.nextInt(targets.size()))));
    }

    private String randomPath(Random random) {
        var parts = List.of("a", "b", "..", ".", "l0", "l1", "l2", "l3", "l4", "new", "x.txt", ".jp", "secret.txt", "");
        var path = new StringBuilder(random.nextInt(8) == 0 ? root + "/" : random.nextInt(10) == 0 ? "/" : "");
        for (int i = random.nextInt(6); i >= 0; i--) {
            path.append(parts.get(random.nextInt(parts.size()))).append(i == 0 ? "" : "/");
        }
        return path.toString();
    }

    private static List<String> names(Path folder) throws IOException {
        try (var entries = Files.list(folder)) {
            return entries.map(each -> String.valueOf(each.getFileName()))
                    .sorted()
                    .toList();
        }
    }
}
