package dev.outrigger.kaged.sqlite;

import dev.outrigger.system.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.OSInfo;

/// The native library, put once into a folder of the caller's: the driver would otherwise unpack it into the shared
/// temporary folder at every start, which is slow, and a place where others may write.
public final class Sqlite {
    private static final Object ONCE = new Object();

    private Sqlite() {}

    /// Call it before the first connection; after that it changes nothing.
    public static void library(Path folder) throws IOException {
        synchronized (ONCE) {
            if (System.getProperty("org.sqlite.lib.path") != null) {
                return;
            }
            String name = System.mapLibraryName("sqlitejdbc");
            // A folder per version: an older daemon that still runs keeps its own.
            var home = Files.createDirectories(folder.resolve("sqlite-" + SQLiteJDBCLoader.getVersion()));
            String source = "/org/sqlite/native/" + OSInfo.getNativeLibFolderPathForCurrentOS() + "/" + name;
            byte[] library;
            try (var in = SQLiteJDBCLoader.class.getResourceAsStream(source)) {
                if (in == null) {
                    throw new IOException("SQLite has no native library for this machine (looked for " + source + ")");
                }
                library = in.readAllBytes();
            }
            var file = home.resolve(name);
            if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), library)) {
                // Compared at every start, so it need not last.
                WholeFile.replaceUnsynced(file, library);
            }
            System.setProperty("org.sqlite.lib.path", home.toString());
        }
    }

    /// There afterwards, for its owner alone, whatever the umask; and so is what SQLite keeps beside it, which it gives
    /// the same mode when it makes it.
    public static void makePrivate(Path database) throws IOException {
        var mode = PosixFilePermissions.fromString("rw-------");
        if (!Files.exists(database)) {
            Files.createFile(database, PosixFilePermissions.asFileAttribute(mode));
        }
        for (var end : new String[] {"", "-wal", "-shm"}) {
            var file = Path.of(database + end);
            if (Files.exists(file) && !Files.getPosixFilePermissions(file).equals(mode)) {
                Files.setPosixFilePermissions(file, mode);
            }
        }
    }

    /// Without the driver manager, which would look for every other driver first.
    public static Connection open(Path file, SQLiteConfig config) throws SQLException {
        String path = file.toAbsolutePath().toString();
        if (path.indexOf('?') >= 0) {
            throw new SQLException("the path " + path + " has a `?`, which SQLite's driver would read as settings");
        }
        return config.createConnection("jdbc:sqlite:" + path);
    }
}
