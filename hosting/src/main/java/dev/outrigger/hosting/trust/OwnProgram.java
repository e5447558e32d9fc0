package dev.outrigger.hosting.trust;

import dev.outrigger.system.EffectiveUser;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.terminal.ShellWord;
import dev.outrigger.terminal.VisibleText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
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
            return Optional.of("it cannot be told whose file it is: " + FileErrorWords.of(e));
        }
    }

    private static Optional<String> objection(Path real, int user) throws IOException {
        var way = new ArrayDeque<Path>();
        for (var folder = real.getParent(); folder != null; folder = folder.getParent()) {
            way.push(folder);
        }
        var open = new ArrayList<Path>();
        for (var folder : way) {
            var entry = Entry.of(folder);
            boolean own = folder.equals(real.getParent());
            if (entry.owner != user && (own || entry.owner != 0)) {
                return Optional.of(
                        "it lies below " + shown(folder) + ", which is another user's: move it to a folder of yours");
            }
            // In a folder like /tmp others cannot take away what is the user's or root's. But next to the program
            // they could put what it loads, and that is theirs to change.
            boolean kept = (entry.mode & STICKY) != 0 && !own;
            if (entry.isWrittenByOthers() && !kept) {
                open.add(folder);
            }
        }
        var file = Entry.of(real);
        if ((file.mode & KIND) != REGULAR) {
            return Optional.of(shown(real) + " is no ordinary file");
        }
        if (file.owner != user) {
            return Optional.of(shown(real) + " is another user's file");
        }
        if (file.isWrittenByOthers()) {
            open.add(real);
        }
        return open.isEmpty() ? Optional.empty() : Optional.of(writable(open));
    }

    /// With an access list, the bits of the group stand for everybody in it: nobody asks who is in a group.
    /// A folder of a clone can have any name: what is to be pasted is one word of a shell for each.
    private static String writable(List<Path> paths) {
        var names = new StringJoiner(", ");
        var words = new StringJoiner(" ");
        for (var path : paths) {
            names.add(shown(path));
            words.add(ShellWord.of(path.toString()));
        }
        return "others than you may write to " + names + ": chmod go-w " + words;
    }

    private static String shown(Path path) {
        return VisibleText.name(path.toString());
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
