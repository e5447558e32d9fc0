package dev.outrigger.kaged.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.sqlite.SQLiteConfig;

/// What plugins keep, in a file of SQLite's for each: `<folder>/plugin_<name>.db`.
public final class SqliteStorage implements PluginStorage, AutoCloseable {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");

    private final Path folder;
    private final StorageLimits limits;
    private final SqlRules rules;
    private final Map<String, PluginDatabase> spaces = new HashMap<>();

    private SqliteStorage(Path folder, StorageLimits limits, SqlRules rules) {
        this.folder = folder;
        this.limits = limits;
        this.rules = rules;
    }

    /// Makes the folder, for its owner alone. Call [Sqlite#library] before.
    public static SqliteStorage open(Path folder, StorageLimits limits) throws IOException {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        try (var connection = new SQLiteConfig().createConnection("jdbc:sqlite::memory:")) {
            return new SqliteStorage(folder.toRealPath(), limits, SqlRules.of(connection));
        } catch (SQLException e) {
            throw new IOException("SQLite cannot be used: " + e.getMessage(), e);
        }
    }

    @Override
    public StatementAnswer exec(String plugin, StatementRequest request) throws StorageFailure {
        return space(plugin).exec(request);
    }

    @Override
    public StatementAnswer query(String plugin, StatementRequest request) throws StorageFailure {
        return space(plugin).query(request);
    }

    @Override
    public void rest(String plugin) throws StorageFailure {
        PluginDatabase space;
        synchronized (spaces) {
            space = spaces.get(plugin);
        }
        if (space != null) {
            space.close();
        }
    }

    @Override
    public void purge(String plugin) throws StorageFailure {
        var file = file(plugin);
        rest(plugin);
        try {
            // The log first: one left behind would be read into the next file of that name.
            Files.deleteIfExists(Path.of(file + "-wal"));
            Files.deleteIfExists(Path.of(file + "-shm"));
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new StorageFailure(StorageFailure.Kind.BROKEN, "what " + plugin + " kept cannot be removed: " + e, e);
        }
    }

    @Override
    public void close() throws StorageFailure {
        ArrayList<PluginDatabase> open;
        synchronized (spaces) {
            open = new ArrayList<>(spaces.values());
        }
        for (var space : open) {
            space.close();
        }
    }

    private PluginDatabase space(String plugin) throws StorageFailure {
        var file = file(plugin);
        synchronized (spaces) {
            return spaces.computeIfAbsent(plugin, _ -> new PluginDatabase(file, limits, rules));
        }
    }

    private Path file(String plugin) throws StorageFailure {
        if (!NAME.matcher(plugin).matches()) {
            throw new StorageFailure(StorageFailure.Kind.REFUSED, "no plugin can have the name `" + plugin + "`");
        }
        var file = folder.resolve("plugin_" + plugin.replace('-', '_') + ".db");
        if (Files.isSymbolicLink(file)) {
            throw new StorageFailure(StorageFailure.Kind.BROKEN, file + " is a link: storage never follows one");
        }
        return file;
    }
}
