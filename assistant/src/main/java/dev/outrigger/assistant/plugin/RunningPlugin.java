package dev.outrigger.assistant.plugin;

import dev.outrigger.launch.ContainedProgram;
import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.sandbox.ConfinedProgram;
import dev.outrigger.launch.sandbox.SandboxEnding;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A plugin that was started, with a sandbox around it or without. Both ways, nothing outlives its end.
sealed interface RunningPlugin {
    OutputStream stdin();

    InputStream stdout();

    List<String> stderrTail();

    /// Nothing when it has not ended in time.
    Optional<End> ended(Duration patience);

    /// Waits for its end, however long.
    default End awaitEnd() {
        var end = ended(Duration.ofDays(1));
        while (end.isEmpty()) {
            end = ended(Duration.ofDays(1));
        }
        return end.get();
    }

    /// False when it would not die in time. By any thread.
    boolean kill(Duration patience);

    /// Lets go of its pipes, after its end: by the thread that read them.
    void close();

    /// How it ended.
    ///
    /// @param status as a shell would tell it
    /// @param notStarted why no line of it ever ran, if the end means that
    record End(int status, Optional<String> notStarted) {
        String words() {
            return ProgramEnding.ofStatus(status).words();
        }
    }

    record Unconfined(ContainedProgram process) implements RunningPlugin {
        @Override
        public OutputStream stdin() {
            return process.stdin();
        }

        @Override
        public InputStream stdout() {
            return process.stdout();
        }

        @Override
        public List<String> stderrTail() {
            return process.stderrTail();
        }

        @Override
        public Optional<End> ended(Duration patience) {
            var status = process.ended(patience);
            return status.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new End(status.getAsInt(), process.notStarted(status.getAsInt())));
        }

        @Override
        public boolean kill(Duration patience) {
            return process.kill(patience);
        }

        @Override
        public void close() {
            // The JDK does so by itself.
        }
    }

    record InSandbox(ConfinedProgram process) implements RunningPlugin {
        @Override
        public OutputStream stdin() {
            return process.stdin();
        }

        @Override
        public InputStream stdout() {
            return process.stdout();
        }

        @Override
        public List<String> stderrTail() {
            return process.stderrTail();
        }

        @Override
        public Optional<End> ended(Duration patience) {
            return process.leftWithin(patience) ? Optional.of(end(process.kill())) : Optional.empty();
        }

        private static End end(SandboxEnding ending) {
            return switch (ending) {
                case SandboxEnding.NotMade(var why) -> new End(1, Optional.of(why));
                case SandboxEnding.Ran(ProgramEnding.Exited(int status)) -> new End(status, Optional.empty());
                case SandboxEnding.Ran(ProgramEnding.Signalled(int number, var _)) ->
                    new End(128 + number, Optional.empty());
                case SandboxEnding.Ran(ProgramEnding.NotStarted(var why)) ->
                    new End(1, Optional.of(String.valueOf(why.getMessage())));
            };
        }

        @Override
        public boolean kill(Duration patience) {
            // What it waits for is the kernel's, with limits of its own.
            var _ = process.kill();
            return !process.isAlive();
        }

        @Override
        public void close() {
            process.close();
        }
    }
}
