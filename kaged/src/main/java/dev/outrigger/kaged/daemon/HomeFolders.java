package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.sqlite.Sqlite;
import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.terminal.program.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The folders of a home, and who may enter them. An ordinary user's are for nobody else. Root's plugins run as other
/// users, who must be able to go through to their own folders, and can see nothing on the way.
final class HomeFolders {
    private static final String PRIVATE = "rwx------";
    private static final String PASSAGE = "rwx--x--x";

    private HomeFolders() {}

    static void prepare(KagedHome home, int uid) throws Problem {
        var passage = uid == 0 ? PASSAGE : PRIVATE;
        try {
            Files.createDirectories(Objects.requireNonNullElse(home.root().getParent(), home.root()));
            make(home.root(), passage, uid);
            reachable(home.root(), uid);
            make(home.plugins(), passage, uid);
            make(home.data(), passage, uid);
            make(home.sandboxes(), passage, uid);
            make(home.replays(), passage, uid);
            make(home.wraps(), passage, uid);
            make(home.projects(), passage, uid);
            make(home.logs(), PRIVATE, uid);
            make(home.disabled(), PRIVATE, uid);
            make(home.agreed(), PRIVATE, uid);
            make(home.tools(), PRIVATE, uid);
            make(home.storage(), PRIVATE, uid);
            Sqlite.makePrivate(home.database());
        } catch (IOException e) {
            throw new Problem(
                    "the home of kaged cannot be made ready: " + e,
                    "KAGED_HOME says where it is: " + home.root() + " now.");
        }
    }

    /// The one folder that a plugin may write to, before anybody else makes it with looser rights.
    static void dataOf(KagedHome home, String plugin) throws IOException {
        var data = home.data(plugin);
        if (!Files.exists(data, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(data, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE)));
        }
    }

    /// Something that only a daemon makes, and only where plugins are, if it was there before this one.
    static Optional<Path> tracesOfPlugins(KagedHome home) throws IOException {
        for (var folder : List.of(home.agreed(), home.data(), home.storage())) {
            try (var entries = Files.list(folder)) {
                var found = entries.min(Comparator.naturalOrder());
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    /// What somebody else made, or could have changed, is not repaired: nobody knows what is in it by now.
    private static void make(Path folder, String mode, int uid) throws IOException, Problem {
        var wanted = PosixFilePermissions.fromString(mode);
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(wanted));
        }
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new Problem(folder + " is no folder, or a link", "Put a folder there, or set KAGED_HOME elsewhere.");
        }
        var owner = Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        if (!owner.equals(uid)) {
            throw new Problem(
                    folder + " belongs to the user " + owner + ", and kaged runs as " + uid,
                    "Set KAGED_HOME to a folder of your own.");
        }
        var found = Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
        if (found.contains(PosixFilePermission.GROUP_WRITE) || found.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new Problem(
                    "others can write to " + folder + " (" + PosixFilePermissions.toString(found) + ")",
                    "Look at what is in it; then `chmod go-w " + folder + "`.");
        }
        if (!found.equals(wanted)) {
            Files.setPosixFilePermissions(folder, wanted);
        }
    }

    private static void reachable(Path home, int uid) throws IOException, Problem {
        if (uid != 0) {
            return;
        }
        for (var folder = home.toRealPath().getParent(); folder != null; folder = folder.getParent()) {
            if (!Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                throw new Problem(
                        "plugins of root run as other users, who cannot go through " + folder + " to reach " + home,
                        "Set KAGED_HOME to a folder that they can reach, or `chmod o+x " + folder + "`.");
            }
        }
    }
}
