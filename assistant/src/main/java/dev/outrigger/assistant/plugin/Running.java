package dev.outrigger.assistant.plugin;

import dev.outrigger.launch.Contained;
import dev.outrigger.launch.Ending;
import dev.outrigger.launch.sandbox.Confined;
import dev.outrigger.launch.sandbox.SandboxEnding;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A plugin that was started, with a sandbox around it or without. Both ways, nothing outlives its end.
sealed interface Running {
    OutputStream stdin();

    InputStream stdout();

    List<String> stderrTail();

    /// Waits for its end.
    End awaitEnd();

    /// False when it would not die in time.
    boolean kill(Duration patience);

    /// How it ended.
    ///
    /// @param status as a shell would tell it
    /// @param notStarted why no line of it ever ran, if the end means that
    record End(int status, Optional<String> notStarted) {
        String words() {
            return Ending.ofStatus(status).words();
        }
    }

    record Unconfined(Contained process) implements Running {
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
        public End awaitEnd() {
            var status = process.ended(Duration.ofDays(1));
            while (status.isEmpty()) {
                status = process.ended(Duration.ofDays(1));
            }
            return new End(status.getAsInt(), process.notStarted(status.getAsInt()));
        }

        @Override
        public boolean kill(Duration patience) {
            return process.kill(patience);
        }
    }

    record InSandbox(Confined process) implements Running {
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
        public End awaitEnd() {
            while (!process.leftWithin(Duration.ofDays(1))) {
                // An interrupt is no reason to leave it alone.
                Thread.interrupted();
            }
            var ending = process.kill();
            process.close();
            return switch (ending) {
                case SandboxEnding.NotMade(var why) -> new End(1, Optional.of(why));
                case SandboxEnding.Ran(Ending.Exited(int status)) -> new End(status, Optional.empty());
                case SandboxEnding.Ran(Ending.Signalled(int number, var _)) -> new End(128 + number, Optional.empty());
                case SandboxEnding.Ran(Ending.NotStarted(var why)) ->
                    new End(1, Optional.of(String.valueOf(why.getMessage())));
            };
        }

        @Override
        public boolean kill(Duration patience) {
            // What it waits for is the kernel's, with limits of its own.
            var _ = process.kill();
            return !process.isAlive();
        }
    }
}
