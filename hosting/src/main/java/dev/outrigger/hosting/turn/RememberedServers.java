package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.providers.ServerMemory;
import dev.outrigger.workspace.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.UUID;

/// What one command found out about a server of models, for the next: `$XDG_STATE_HOME/jp/servers/`, a file of one word
/// for each. For a day, since servers learn, and what one refused may have been that one request; and for as many
/// servers as anybody has.
record RememberedServers(Path folder) implements ServerMemory {
    private static final Duration REMEMBERED = Duration.ofDays(1);
    private static final int MOST = 64;
    private static final int LONGEST = 32;

    @Override
    public Optional<String> recall(String server) {
        var file = file(server);
        try {
            if (!isCurrent(file)) {
                return Optional.empty();
            }
            try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                return Optional.of(new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8).strip());
            }
        } catch (IOException _) {
            // Not known, then.
            return Optional.empty();
        }
    }

    @Override
    public void keep(String server, String word) {
        try {
            PrivateFiles.folders(folder);
            var file = file(server);
            if (room(file)) {
                try (var out = PrivateFiles.output(file)) {
                    out.write((word + "\n").getBytes(StandardCharsets.UTF_8));
                }
            }
        } catch (IOException _) {
            // The answer is there; the next command finds out again.
        }
    }

    /// Makes some, by what is no longer believed.
    private boolean room(Path file) throws IOException {
        var all = new ArrayList<Path>();
        try (var files = Files.newDirectoryStream(folder)) {
            files.forEach(all::add);
        }
        int left = 0;
        for (var each : all) {
            if (isCurrent(each)) {
                left += each.equals(file) ? 0 : 1;
            } else {
                Files.deleteIfExists(each);
            }
        }
        return left < MOST;
    }

    private static boolean isCurrent(Path file) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && Files.getLastModifiedTime(file)
                        .toInstant()
                        .isAfter(Instant.now().minus(REMEMBERED));
    }

    private Path file(String server) {
        return folder.resolve(
                UUID.nameUUIDFromBytes(server.getBytes(StandardCharsets.UTF_8)).toString());
    }
}
