package dev.outrigger.launch.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DetectionTest {
    private static final Rules NOTHING = new Rules(Set.of(), Set.of(), Set.of(), Map.of(), Net.NONE, List.of());

    private static Watcher watcher() {
        var here = Detection.here();
        assumeTrue(here instanceof Detection.Available, here.words());
        return ((Detection.Available) here).watcher();
    }

    @Test
    void isFoundOutOnceAndSaidInWords() {
        assertThat(Detection.here()).isSameAs(Detection.here());
        assertThat(Detection.here().words()).startsWith("violations are ");
        // This kernel lists what its filters can do.
        var list = Path.of("/proc/sys/kernel/seccomp/actions_avail");
        if (Files.exists(list)) {
            assertThat(list).content().contains("user_notif");
            assertThat(Detection.here()).isInstanceOf(Detection.Available.class);
        }
    }

    /// Else a thread of ours would stand still for ever, or fail in whatever it does next.
    @Test
    void answersForTheThreadsOfTheHostAndLetsGoWhenTheyAreGone() throws Exception {
        var watcher = watcher();
        var heard = new CompletableFuture<Violation>();
        var done = new CompletableFuture<String>();
        var watch = watcher.watch(NOTHING, heard::complete);
        var thread = Thread.ofPlatform().unstarted(() -> {
            try {
                watch.install();
                var child = new ProcessBuilder("cat", "/etc/hostname").start();
                child.waitFor();
                var inheriting = Thread.ofPlatform().start(() -> new java.io.File("/etc/hostname").exists());
                inheriting.join();
                done.complete(Files.readString(Path.of("/etc/passwd")));
            } catch (IOException | InterruptedException | RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        thread.start();
        assertThat(done.get(30, TimeUnit.SECONDS)).contains("root");
        assertThat(heard).isNotDone();
        assertThat(watch.asked()).isPositive();
        assertThat(watch.total()).isZero();
    }

    @Test
    void watchesOneThreadOnlyOnce() throws Exception {
        var watcher = watcher();
        var inherited = new CompletableFuture<String>();
        Thread.ofPlatform().start(() -> {
            install(watcher, new CompletableFuture<>());
            Thread.ofPlatform().start(() -> install(watcher, inherited));
        });
        assertThat(inherited.get(30, TimeUnit.SECONDS)).contains("was itself started by one that is watched");
    }

    private static void install(Watcher watcher, CompletableFuture<String> done) {
        try {
            watcher.watch(NOTHING, _ -> {}).install();
            done.complete("installed");
        } catch (IOException e) {
            done.complete(String.valueOf(e.getMessage()));
        }
    }

    @Test
    void closesTheDescriptorsOfTheDead() throws Exception {
        var watcher = watcher();
        for (int i = 0; i < 20; i++) {
            var done = new CompletableFuture<String>();
            Thread.ofPlatform().start(() -> install(watcher, done));
            assertThat(done.get(30, TimeUnit.SECONDS)).isEqualTo("installed");
        }
        // One or two may be left of other tests: a thread of the JDK that waits for processes was started by theirs.
        await().atMost(Duration.ofSeconds(30)).until(() -> watcher.size() < 10);
    }
}
