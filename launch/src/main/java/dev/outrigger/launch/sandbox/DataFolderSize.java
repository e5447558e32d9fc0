package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How much a plugin keeps in its folder that lasts, as far as it was counted: `stopped` says why not to its end.
///
/// A mounted folder has no limit of its own in Linux, unless the file system keeps quotas. So this is a look,
/// not a barrier: whoever supervises looks now and then, and acts. Between two looks a plugin can write
/// whatever the disk takes, each file up to [SandboxLimits#fileBytes]; a file that it deleted and holds open is not
/// seen, nor is what it wrote to folders that it declared. A file counts in whole blocks, once for each of
/// its names, and a hole in it counts as if it were filled: a plugin can only look larger than it is.
public record DataFolderSize(long bytes, long entries, Stop stopped) {
    private static final long BLOCK = 4096;

    /// A look at so many takes a fraction of a second. Whoever has more is over the limit, whatever their size.
    public static final long MOST_ENTRIES = 100_000;

    private static final int DEEPEST = 64;

    /// Why a count came to no end, by what was met first.
    public enum Stop {
        NOT,
        TOO_LARGE,
        TOO_MANY,
        TOO_DEEP,
        TOO_SLOW,
        CLOSED
    }

    /// What is too much in this folder, in words that follow "it keeps"; nothing when all is well. What cannot be
    /// counted within `patience` is too much, too.
    public static Optional<String> excess(Path folder, long limit, Duration patience) throws IOException {
        return switch (upTo(folder, limit, MOST_ENTRIES, patience).stopped()) {
            case NOT -> Optional.empty();
            case TOO_LARGE -> Optional.of("more than " + (limit >> 20) + " MiB in " + folder + ": make room there");
            case TOO_MANY ->
                Optional.of("more than " + MOST_ENTRIES + " files and folders in " + folder + ": make room there");
            case TOO_DEEP ->
                Optional.of("folders nested deeper than " + DEEPEST + " in " + folder + ": remove the deepest");
            case TOO_SLOW ->
                Optional.of("what cannot be counted within " + patience.toSeconds() + " s in " + folder
                        + ": make room there");
            case CLOSED ->
                Optional.of("folders in " + folder + " that cannot be looked into: `chmod -R u+rwX " + folder + "`");
        };
    }

    /// Counts until one of the limits is passed. Links are counted, never followed.
    public static DataFolderSize upTo(Path folder, long limit, long mostEntries, Duration patience) throws IOException {
        var count = new Count(limit, mostEntries, System.nanoTime() + patience.toNanos());
        Files.walkFileTree(folder, Set.of(), DEEPEST, count);
        return new DataFolderSize(count.bytes, count.entries, count.stopped);
    }

    private static final class Count extends SimpleFileVisitor<Path> {
        private final long limit;
        private final long mostEntries;
        private final long until;
        private long bytes;
        private long entries;
        private Stop stopped = Stop.NOT;

        Count(long limit, long mostEntries, long until) {
            this.limit = limit;
            this.mostEntries = mostEntries;
            this.until = until;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return add(attributes.size());
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            // A folder comes here only where the tree is too deep to go on.
            if (attributes.isDirectory()) {
                stop(Stop.TOO_DEEP);
            }
            return add(attributes.size());
        }

        /// Deleted while we look; or closed to us, and then we cannot say that it is small.
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            if (!(e instanceof NoSuchFileException)) {
                stop(Stop.CLOSED);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
            return FileVisitResult.CONTINUE;
        }

        private FileVisitResult add(long size) {
            bytes += (Math.max(size, 1) + BLOCK - 1) / BLOCK * BLOCK;
            entries++;
            if (bytes > limit) {
                stop(Stop.TOO_LARGE);
            }
            if (entries > mostEntries) {
                stop(Stop.TOO_MANY);
            }
            if (System.nanoTime() - until > 0) {
                stop(Stop.TOO_SLOW);
            }
            return stopped == Stop.NOT ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
        }

        private void stop(Stop why) {
            stopped = stopped == Stop.NOT ? why : stopped;
        }
    }
}
