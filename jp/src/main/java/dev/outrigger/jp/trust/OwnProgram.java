package dev.outrigger.jp.trust;

import dev.outrigger.launch.EffectiveUser;
import dev.outrigger.workspace.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A file that nobody but the user (and root) can write, exchange or put another one beside: the only kind that may
/// change and run unasked. It is looked at from the root down, so that what is above each step was found safe before.
final class OwnProgram {
    private static final int KIND = 0170000;
    private static final int REGULAR = 0100000;
    private static final int STICKY = 01000;
    private static final int BY_OTHERS = 022;

    private OwnProgram() {}

    /// Where it lies, links followed.
    static Path real(Path file) throws IOException {
        return file.toRealPath();
    }

    /// What is wrong with a file by its real path, in words that say what to do; nothing when it is as it should be.
    static Optional<String> objection(Path real) {
        try {
            return objection(real, EffectiveUser.uid());
        } catch (IOException e) {
            return Optional.of("it cannot be told whose file it is: " + Reason.of(e));
        }
    }

    private static Optional<String> objection(Path real, int user) throws IOException {
        var way = new ArrayDeque<Path>();
        for (var folder = real.getParent(); folder != null; folder = folder.getParent()) {
            way.push(folder);
        }
        for (var folder : way) {
            var objection = objection(folder, Entry.of(folder), folder.equals(real.getParent()), user);
            if (objection.isPresent()) {
                return objection;
            }
        }
        var file = Entry.of(real);
        if ((file.mode & KIND) != REGULAR) {
            return Optional.of(real + " is no ordinary file");
        }
        if (file.owner != user) {
            return Optional.of(real + " is another user's file");
        }
        return file.isWrittenByOthers() ? Optional.of(writable(real)) : Optional.empty();
    }

    private static Optional<String> objection(Path folder, Entry entry, boolean own, int user) {
        if (entry.owner != user && (own || entry.owner != 0)) {
            return Optional.of("it lies below " + folder + ", which is another user's: move it to a folder of yours");
        }
        // In a folder like /tmp others cannot take away what is the user's or root's. But next to the program they
        // could put what it loads, and that is theirs to change.
        boolean kept = (entry.mode & STICKY) != 0 && !own;
        return entry.isWrittenByOthers() && !kept ? Optional.of(writable(folder)) : Optional.empty();
    }

    /// With an access list, the bits of the group stand for everybody in it: nobody asks who is in a group.
    private static String writable(Path path) {
        return "others than you may write to " + path + ": chmod go-w " + path;
    }

    private record Entry(int owner, int mode) {
        static Entry of(Path path) throws IOException {
            var found = Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
            return new Entry(number(found.get("uid")), number(found.get("mode")));
        }

        private static int number(@Nullable Object attribute) throws IOException {
            if (attribute instanceof Integer number) {
                return number;
            }
            throw new IOException("the system does not tell owners and modes");
        }

        boolean isWrittenByOthers() {
            return (mode & BY_OTHERS) != 0;
        }
    }
}
