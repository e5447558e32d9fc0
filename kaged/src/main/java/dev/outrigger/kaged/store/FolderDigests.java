package dev.outrigger.kaged.store;

import dev.outrigger.system.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The digest of a folder, with every file of it read only when something there was touched since the last time: name,
/// size, mode, number and times of each entry are looked at first. The time of the last change of a file is the
/// kernel's own; no program can set it.
final class FolderDigests {
    /// Clocks of file systems are coarse: what changed just now could change once more without a trace.
    private static final Duration COARSE = Duration.ofSeconds(2);

    private final Clock clock;
    private final Reading reading;
    private final Map<Path, Known> known = new ConcurrentHashMap<>();

    private record Known(String look, String digest) {}

    /// Every byte of a folder.
    interface Reading {
        String digest(Path folder) throws StoreProblem;
    }

    FolderDigests(Clock clock, Reading reading) {
        this.clock = clock;
        this.reading = reading;
    }

    String of(Path folder) throws StoreProblem {
        // Before the files are read: what is changed meanwhile looks different the next time.
        var now = clock.instant();
        var look = Look.at(folder);
        var before = known.get(folder);
        if (before != null && before.look.equals(look.text())) {
            return before.digest;
        }
        var digest = reading.digest(folder);
        if (look.newest().isBefore(now.minus(COARSE))) {
            known.put(folder, new Known(look.text(), digest));
        } else {
            known.remove(folder);
        }
        return digest;
    }

    void forget(Path folder) {
        known.remove(folder);
    }

    /// What the file system says of all entries together, and which of them changed last.
    record Look(String text, String latest, Instant newest) {
        static Look at(Path folder) throws StoreProblem {
            var look = new Looking(folder);
            PluginFolderWalk.walkAll(folder, look);
            return new Look(Sha256.hex(look.digest), look.latest, look.newest);
        }
    }

    private static final class Looking implements PluginFolderWalk.Visitor {
        private final Path root;
        private final MessageDigest digest = Sha256.digest();
        private String latest = ".";
        private Instant newest = Instant.EPOCH;

        Looking(Path root) {
            this.root = root;
        }

        @Override
        public void folder(String name) throws IOException {
            add(name);
        }

        @Override
        public void file(String name, long size, boolean executable, PluginFolderWalk.Opening content)
                throws IOException {
            add(name);
        }

        @Override
        public void link(String name, String target) throws IOException {
            add(name);
        }

        private void add(String name) throws IOException {
            var seen = Files.readAttributes(
                    root.resolve(name), "unix:ino,mode,size,lastModifiedTime,ctime", LinkOption.NOFOLLOW_LINKS);
            digest.update((name + "\0" + seen.get("ino") + " " + seen.get("mode") + " " + seen.get("size") + " "
                            + seen.get("lastModifiedTime") + " " + seen.get("ctime") + "\0")
                    .getBytes(StandardCharsets.UTF_8));
            if (seen.get("ctime") instanceof FileTime changed
                    && changed.toInstant().isAfter(newest)) {
                newest = changed.toInstant();
                latest = name;
            }
        }
    }
}
