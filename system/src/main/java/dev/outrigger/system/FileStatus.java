package dev.outrigger.system;

import org.jspecify.annotations.Nullable;

/// What the kernel says of one file, links not followed; [FileSweep] asks. `type` is negative where there is none: then
/// it is the error's number. Times are nanoseconds since 1970.
///
/// Whoever has the same of two moments has the same file with the same content, but for the last moment before the
/// first: see [#isSettled]. The time of change (`ctime`) is what makes it so: nobody can set it, as one can the other
/// time, and a copied or restored file has its own, and its own inode.
///
/// @param type the kind of file and the device that it is on
public record FileStatus(long type, long size, long inode, long mtime, long ctime) {
    /// How many numbers stand for one.
    public static final int LONGS = 5;

    private static final long KINDS = 0170000;
    private static final long REGULAR = 0100000;
    private static final long FOLDER = 0040000;
    private static final int ENOENT = 2;
    private static final long SECOND = 1_000_000_000;
    /// More than two ticks of any kernel, which is how finely it dates changes.
    private static final long TICKS = SECOND / 10;
    /// More than what file systems round to that keep no parts of a second.
    private static final long SECONDS = 3 * SECOND;

    /// By hand, as the other: those of records are made at run time, 8 ms for the first.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FileStatus(var kind, var bytes, var number, var modified, var changed)
                && type == kind
                && size == bytes
                && inode == number
                && mtime == modified
                && ctime == changed;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * (31 * inode + ctime) + size);
    }

    public static FileStatus at(long[] numbers, int from) {
        return new FileStatus(
                numbers[from], numbers[from + 1], numbers[from + 2], numbers[from + 3], numbers[from + 4]);
    }

    public boolean isFile() {
        return type >= 0 && (type & KINDS) == REGULAR;
    }

    public boolean isFolder() {
        return type >= 0 && (type & KINDS) == FOLDER;
    }

    public boolean isMissing() {
        return type == -ENOENT;
    }

    /// Whether a change after `now`, when this was asked or earlier, shows in the status. Not if the file was changed
    /// just before: a second change may get the same time, and leave the same size. A time in the future says
    /// nothing.
    public boolean isSettled(long now) {
        return isMissing() || (type >= 0 && ctime < now - (ctime % SECOND == 0 ? SECONDS : TICKS));
    }
}
