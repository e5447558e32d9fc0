package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.Problem;
import dev.outrigger.kaged.store.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;

/// The folders of a home, and who may enter them. An ordinary user's are for nobody else. Root's plugins run as other
/// users, who must be able to go through to their own folders, and can see nothing on the way.
final class Premises {
    private static final String PRIVATE = "rwx------";
    private static final String PASSAGE = "rwx--x--x";

    private Premises() {}

    static void prepare(Home home, int uid) throws Problem {
        var passage = uid == 0 ? PASSAGE : PRIVATE;
        try {
            make(home.root(), passage);
            reachable(home.root(), uid);
            make(home.plugins(), passage);
            make(home.data(), passage);
            make(home.sandboxes(), passage);
            make(home.logs(), PRIVATE);
            make(home.disabled(), PRIVATE);
            make(home.storage(), PRIVATE);
            keep(home.database());
        } catch (IOException e) {
            throw new Problem(
                    "the home of kaged cannot be made ready: " + e,
                    "KAGED_HOME says where it is: " + home.root() + " now.");
        }
    }

    /// The one folder that a plugin may write to, before anybody else makes it with looser rights.
    static void dataOf(Home home, String plugin) throws IOException {
        var data = home.data(plugin);
        if (!Files.exists(data)) {
            Files.createDirectory(data, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE)));
        }
    }

    private static void make(Path folder, String mode) throws IOException {
        Files.createDirectories(folder);
        var wanted = PosixFilePermissions.fromString(mode);
        if (!Files.getPosixFilePermissions(folder).equals(wanted)) {
            Files.setPosixFilePermissions(folder, wanted);
        }
    }

    /// SQLite gives the files it keeps beside a database the mode that this one has.
    private static void keep(Path database) throws IOException {
        var mode = PosixFilePermissions.fromString("rw-------");
        if (!Files.exists(database)) {
            Files.createFile(database, PosixFilePermissions.asFileAttribute(mode));
        }
        for (var end : new String[] {"", "-wal", "-shm"}) {
            var file = Path.of(database + end);
            if (Files.exists(file)) {
                Files.setPosixFilePermissions(file, mode);
            }
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
