package dev.outrigger.kaged.service;

import dev.outrigger.launch.sandbox.DataFolderSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// How much a plugin may keep in its folder: nothing of the system's holds that, so it is counted before each start and
/// from time to time.
final class DataFolderLimit {
    private static final long MOST = 1L << 30;

    /// For one look; one that is stuck in the file system has half as much again.
    private static final Duration LOOK = Duration.ofSeconds(10);

    private final String plugin;
    private final DaemonServices grounds;

    DataFolderLimit(String plugin, DaemonServices grounds) {
        this.plugin = plugin;
        this.grounds = grounds;
    }

    /// Else it would run, and fill the disk further, until the first look.
    void checkBeforeStart() throws ServiceRefusal {
        var data = grounds.home().data(plugin);
        try {
            var excess = Files.isDirectory(data) ? excess(data) : Optional.<String>empty();
            if (excess.isPresent()) {
                throw new ServiceRefusal("it is not started while it keeps " + excess.get());
            }
        } catch (IOException e) {
            throw new ServiceRefusal("cannot tell what " + plugin + " keeps: " + e.getMessage(), e);
        }
    }

    /// Of one that runs. While a look hangs there is no other.
    void look(Consumer<ProcessEnd> end) {
        var limit = LOOK.plus(LOOK.dividedBy(2));
        var _ = grounds.steps().unlessLeft(limit, "a look at what " + plugin + " keeps", () -> count(end));
    }

    private void count(Consumer<ProcessEnd> end) {
        try {
            excess(grounds.home().data(plugin))
                    .ifPresent(excess -> end.accept(new ProcessEnd.Failed("it keeps " + excess)));
        } catch (IOException e) {
            grounds.log().note("cannot tell what " + plugin + " keeps: " + e.getMessage());
        }
    }

    private static Optional<String> excess(Path data) throws IOException {
        return DataFolderSize.excess(data, MOST, LOOK);
    }
}
