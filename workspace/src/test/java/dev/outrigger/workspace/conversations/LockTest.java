package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.Sample.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.outrigger.wire.ConversationId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LockTest {
    @TempDir
    Path storage;

    private Conversations conversations;
    private ConversationId id;
    private Path file;

    @BeforeEach
    void create() throws Exception {
        conversations = new Conversations(storage, "jp query", OriginalConversations.NONE, CacheFolder.NONE);
        try (var held = conversations.create(null, NOW)) {
            id = held.id();
        }
        file = storage.resolve("locks/" + id + ".lock");
    }

    @Test
    void excludesASecondHolderInTheSameProcessUntilTheFirstCloses() throws Exception {
        try (var _ = conversations.lock(id)) {
            assertThatThrownBy(() -> conversations.lock(id)).isInstanceOf(LockTaken.class);
        }
        conversations.lock(id).close();
    }

    @Test
    void saysWhoHoldsIt() throws Exception {
        assertThat(conversations.holder(id)).isEmpty();
        try (var _ = conversations.lock(id)) {
            var holder = conversations.holder(id).orElseThrow();
            assertThat(holder.command()).isEqualTo("jp query");
            assertThat(holder.pid()).isEqualTo(ProcessHandle.current().pid());
            var taken = catchThrowableOfType(LockTaken.class, () -> conversations.lock(id));
            assertThat(taken.holder()).contains(holder);
            assertThat(taken).hasMessageMatching("locked by jp query, pid \\d+, since \\d\\d:\\d\\d");
        }
        assertThat(conversations.holder(id)).isEmpty();
        assertThat(new LockHolder(4711, "", "")).hasToString("locked by pid 4711");
    }

    @Test
    void excludesAScriptThatUsesFlockAndIsExcludedByIt() throws Exception {
        try (var _ = conversations.lock(id)) {
            assertThat(run("flock", "-n", file.toString(), "true")).isEqualTo(1);
        }
        var script = new ProcessBuilder("flock", "-n", file.toString(), "sh", "-c", "echo held; read _").start();
        try (var out = script.inputReader()) {
            assertThat(out.readLine()).isEqualTo("held");
            var taken = catchThrowableOfType(LockTaken.class, () -> conversations.lock(id));
            assertThat(taken.holder().orElseThrow().command()).isEmpty();
        } finally {
            script.getOutputStream().close();
            script.waitFor();
        }
        conversations.lock(id).close();
    }

    @Test
    void isNotInheritedByChildren() throws Exception {
        Process child;
        try (var _ = conversations.lock(id)) {
            child = new ProcessBuilder("sh", "-c", "echo up; read _").start();
            assertThat(child.inputReader().readLine()).isEqualTo("up");
        }
        try {
            conversations.lock(id).close();
        } finally {
            child.destroyForcibly().waitFor();
        }
    }

    @Test
    void isReleasedWhenTheHolderIsKilled() throws Exception {
        var worker = Worker.start("hold", storage.toString(), id.digits());
        assertThat(worker.inputReader().readLine()).isEqualTo("held");
        assertThat(catchThrowableOfType(LockTaken.class, () -> conversations.lock(id)))
                .hasMessageContaining("locked by worker, pid " + worker.pid());
        worker.destroyForcibly().waitFor();
        conversations.lock(id).close();
    }

    private static final int TIMES = 150;

    @Test
    void neverHasTwoHoldersAmongProcessesScriptsAndThreads() throws Exception {
        fight(30, """
                i=0; while [ $i -lt 30 ]; do
                    flock "$1" sh -c 'echo begin >> "$1"; echo end >> "$1"' x "$2"
                    i=$((i+1))
                done""");
    }

    /// As a cleaning script might. Who waits with flock(1) meanwhile gets the lock of a file that is gone, and does not
    /// notice; we do.
    @Test
    void neverHasTwoHoldersWhileSomebodyRemovesTheLockFile() throws Exception {
        fight(0, "i=0; while [ $i -lt 40 ]; do flock \"$1\" rm -f \"$1\"; i=$((i+1)); done");
    }

    /// Two processes and two threads, each [#TIMES] times, and a script that holds so many times itself.
    private void fight(int heldByScript, String script) throws Exception {
        var marks = Files.createFile(storage.resolve("marks"));
        var rivals = new ArrayList<Process>();
        for (int i = 0; i < 2; i++) {
            rivals.add(Worker.start("fight", storage.toString(), id.digits(), marks.toString(), "" + TIMES));
        }
        rivals.add(new ProcessBuilder("sh", "-c", script, "x", file.toString(), marks.toString())
                .inheritIO()
                .start());
        try (var threads = Executors.newFixedThreadPool(2)) {
            var fights = new ArrayList<Future<?>>();
            for (int i = 0; i < 2; i++) {
                fights.add(threads.submit(() -> {
                    Worker.fight(conversations, id, marks, TIMES);
                    return null;
                }));
            }
            for (var each : fights) {
                each.get();
            }
        }
        for (var rival : rivals) {
            assertThat(rival.waitFor()).isZero();
        }
        var wanted = Collections.nCopies(4 * TIMES + heldByScript, List.of("begin", "end")).stream()
                .flatMap(List::stream)
                .toList();
        assertThat(Files.readAllLines(marks)).isEqualTo(wanted);
        assertThat(conversations.holder(id)).isEmpty();
    }

    @Test
    void twoProcessesThatCreateAtTheSameInstantNeverGetTheSameId() throws Exception {
        var one = Worker.start("create", storage.toString(), "0", "40");
        var two = Worker.start("create", storage.toString(), "0", "40");
        var ids = new ArrayList<String>();
        ids.addAll(one.inputReader().lines().toList());
        ids.addAll(two.inputReader().lines().toList());
        assertThat(one.waitFor() + two.waitFor()).isZero();
        assertThat(ids).hasSize(80).doesNotHaveDuplicates();
        assertThat(conversations.list()).hasSize(81).allMatch(each -> each.damage() == null);
    }

    @Test
    void tellsRealErrorsFromATakenLock() throws Exception {
        Files.delete(file);
        Files.createDirectory(file);
        assertThatThrownBy(() -> conversations.lock(id)).isInstanceOf(IOException.class);
        Files.delete(file);
        var elsewhere = Files.writeString(storage.resolve("elsewhere"), "precious");
        Files.createSymbolicLink(file, elsewhere);
        assertThatThrownBy(() -> conversations.lock(id))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("symbolic link");
        assertThat(elsewhere).hasContent("precious");
    }

    @Test
    void leavesNoDescriptorBehind() throws Exception {
        conversations.lock(id).close();
        long before = descriptors();
        for (int i = 0; i < 50; i++) {
            try (var _ = conversations.lock(id)) {
                assertThatThrownBy(() -> conversations.lock(id)).isInstanceOf(LockTaken.class);
            }
        }
        assertThat(descriptors()).isEqualTo(before);
    }

    private long descriptors() throws IOException {
        try (var open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(each -> pointsHere(each)).count();
        }
    }

    private boolean pointsHere(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).startsWith(storage);
        } catch (IOException _) {
            return false;
        }
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
