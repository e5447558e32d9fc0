package dev.outrigger.kaged.service;

import dev.outrigger.launch.sandbox.ConfinedProgram;
import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.wire.rpc.RpcChannel;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/// A process and its pipe, from the first line that is read to the last. A thread of the system's reads as long as the
/// process says something or owes an answer; when it falls silent a virtual thread waits for it to speak again.
final class ProcessPipe {
    /// So long a thread of the system's waits for a process that has nothing to answer; poll takes it as it is.
    private static final int MOMENT_MILLIS = 1000;

    private static final int NO_LIMIT = -1;

    /// More messages than this in a row, each so soon after the last, are many.
    private static final int MANY = 100;

    private static final long SOON_NANOS = 10_000_000L;
    private static final Duration AFTER_TERM = Duration.ofSeconds(2);

    /// What becomes of it. One of the two is told, once, by the thread that read.
    interface Reader {
        /// It says nothing any more: its stdout is at its end, or its pipe was closed.
        void silent();

        void failed(Throwable mistake);
    }

    private final String name;
    private final ConfinedProgram process;
    private final PluginRequestDesk desk;
    private final ServiceDialogue dialogue;
    private final RpcChannel channel;

    // Of the one thread that reads at any time.
    private int inARow;
    private long lastAsked;

    ProcessPipe(String name, ConfinedProgram process, PluginRequestDesk desk, ServiceDialogue dialogue) {
        this.name = name;
        this.process = process;
        this.desk = desk;
        this.dialogue = dialogue;
        this.channel = dialogue.channel();
    }

    ConfinedProgram process() {
        return process;
    }

    PluginRequestDesk desk() {
        return desk;
    }

    ServiceDialogue dialogue() {
        return dialogue;
    }

    RpcChannel channel() {
        return channel;
    }

    /// With a small stack: it reads lines and hands them on.
    static Thread thread(String named, Runnable work) {
        var thread = new Thread(null, work, named, 512 << 10);
        thread.setDaemon(true);
        return thread;
    }

    /// By a thread of the system's. Returns when the process has fallen silent for now, or for good.
    void read(Reader reader) {
        guarded(reader, () -> {
            if (channel.run(this::speaks)) {
                Thread.ofVirtual()
                        .name("plugin " + name)
                        .start(() -> guarded(reader, () -> {
                            var _ = process.saysWithin(NO_LIMIT);
                            thread("plugin " + name, () -> read(reader)).start();
                        }));
            } else {
                reader.silent();
            }
        });
    }

    private interface Stage {
        void act() throws IOException;
    }

    private static void guarded(Reader reader, Stage stage) {
        try {
            stage.act();
        } catch (IOException | RuntimeException | Error e) {
            reader.failed(e);
        }
    }

    /// Whether whoever reads stays at it: while a call is open, an answer will come. To wait for longer than a moment,
    /// no thread of the system's is needed. To ask the system costs something, so one that says much is waited for
    /// without; the answer to a ping, at the latest, ends that.
    private boolean speaks() throws IOException {
        long now = System.nanoTime();
        inARow = now - lastAsked < SOON_NANOS ? inARow + 1 : 0;
        lastAsked = now;
        return inARow > MANY || channel.openCalls() > 0 || process.saysWithin(MOMENT_MILLIS);
    }

    /// Asks it to leave, within `patience`, and waits; then with TERM, then it is killed. The end of its input says the
    /// same as `shutdown`, to who does not understand that; one that was never ready is not asked by a call.
    void leave(Duration patience, boolean ready, Consumer<String> note) {
        long start = System.nanoTime();
        if (ready && dialogue.knowsShutdown()) {
            askToShutDown(patience);
        }
        channel.closeInput();
        var left = patience.minusNanos(System.nanoTime() - start);
        if (!process.leftWithin(left.isNegative() ? Duration.ZERO : left)
                && !(process.terminate() && process.leftWithin(AFTER_TERM))) {
            note.accept(name + " did not leave when asked, and was killed");
        }
        process.kill();
    }

    private void askToShutDown(Duration patience) {
        try {
            var _ = channel.callAndWait("shutdown", null, CallDeadlines.of(patience));
        } catch (InterruptedException _) {
            // Nobody knows this thread; if somebody is in a hurry all the same, the plugin is not asked any longer.
            Thread.currentThread().interrupt();
        }
    }

    /// The last thing that is done for it.
    void close(ProcessEnd why) {
        try (desk;
                process) {
            channel.close(why.words());
        }
    }
}
