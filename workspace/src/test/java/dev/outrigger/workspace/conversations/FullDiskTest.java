package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.Sample.NOW;
import static dev.outrigger.workspace.conversations.Sample.all;
import static dev.outrigger.workspace.conversations.Sample.events;
import static dev.outrigger.workspace.conversations.Sample.message;
import static dev.outrigger.workspace.conversations.Sample.toolRequest;
import static dev.outrigger.workspace.conversations.Sample.toolResponse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FullDiskTest {
    @TempDir
    Path mountPoint;

    private boolean mounted;

    @BeforeEach
    void mount() throws Exception {
        mounted = run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", mountPoint.toString()) == 0;
        assumeTrue(mounted, "only root may mount a small tmpfs");
    }

    @AfterEach
    void unmount() throws Exception {
        if (mounted) {
            run("mount", "-o", "remount,rw", mountPoint.toString());
            run("umount", mountPoint.toString());
        }
    }

    @Test
    void aFullDiskLeavesEverythingAsItWasAndTheHolderUsable() throws Exception {
        var conversations = new Conversations(mountPoint);
        try (var held = conversations.create(null, NOW)) {
            held.push(events(toolRequest("a"), message("1")), NOW);
            var before = all(conversations, held.id());
            var file = mountPoint.resolve("conversations/.outrigger/" + held.id() + "/events.jsonl");
            var bytes = Files.readAllBytes(file);

            assertThatThrownBy(() -> held.push(events(message("x".repeat(400_000))), NOW))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("No space left");

            assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
            assertThat(all(conversations, held.id())).isEqualTo(before);
            held.push(events(toolResponse("a")), NOW);
            assertThat(conversations.summary(held.id()).eventsCount()).isEqualTo(3);
        }
    }

    @Test
    void aPushThatFitsCountsEvenWhenNothingElseDoes() throws Exception {
        var conversations = new Conversations(mountPoint);
        var id = conversations.create(null, NOW);
        id.push(events(message("1")), NOW);
        id.close();
        Files.writeString(mountPoint.resolve("room"), "x".repeat(20));
        fill(mountPoint.resolve("filler"));
        try (var held = conversations.lock(id.id())) {
            // The page of the events' tail has room; metadata and a new index do not find any.
            held.push(events(message("2")), NOW.plusSeconds(9));
        }
        assertThatThrownBy(() -> conversations.create(null, NOW)).isInstanceOf(IOException.class);
        assertThat(all(conversations, id.id())).hasSize(2);
        conversations.remove(id.id());
        try (Stream<Path> left = Files.list(mountPoint.resolve("conversations/.outrigger"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void aReadOnlyWorkspaceCanBeReadAndRefusesWritingInOneLine() throws Exception {
        var conversations = new Conversations(mountPoint);
        var held = conversations.create("kept", NOW);
        held.push(events(toolRequest("a"), toolResponse("a")), NOW);
        held.close();
        var id = held.id();
        var before = all(conversations, id);
        Files.delete(mountPoint.resolve("conversations/.outrigger/" + id + "/index"));
        assertThat(run("mount", "-o", "remount,ro", mountPoint.toString())).isZero();

        assertThat(all(conversations, id)).isEqualTo(before);
        assertThat(conversations.list()).hasSize(1).allMatch(each -> each.eventsCount() == 2 && each.damage() == null);
        assertThatThrownBy(() -> conversations.lock(id))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("read-only file system")
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> conversations.create(null, NOW)).isInstanceOf(IOException.class);
    }

    private static void fill(Path file) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            while (true) {
                out.write(new byte[4096]);
            }
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains("No space left")) {
                throw e;
            }
        }
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
