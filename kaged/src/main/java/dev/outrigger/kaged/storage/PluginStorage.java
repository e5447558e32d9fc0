package dev.outrigger.kaged.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.sqlite.SQLiteConfig;

/// The broker between plugins and their files: `<folder>/plugin_<name>.db`, one each. A plugin only ever names
/// statements, never a file; which file is meant follows from who asks.
public final class PluginStorage implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");

    private final Path folder;
    private final StorageLimits limits;
    private final SqlRules rules;
    private final Map<String, PluginSpace> spaces = new HashMap<>();

    private PluginStorage(Path folder, StorageLimits limits, SqlRules rules) {
        this.folder = folder;
        this.limits = limits;
        this.rules = rules;
    }

    /// Makes the folder, for its owner alone. Call [Sqlite#library] before.
    public static PluginStorage open(Path folder, StorageLimits limits) throws IOException {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        try (var connection = new SQLiteConfig().createConnection("jdbc:sqlite::memory:")) {
            return new PluginStorage(folder.toRealPath(), limits, SqlRules.of(connection));
        } catch (SQLException e) {
            throw new IOException("SQLite cannot be used: " + e.getMessage(), e);
        }
    }

    /// A statement that may change things; needs `kaged:storage:write`.
    public StatementAnswer exec(String plugin, StatementRequest request) throws StorageFailure {
        return space(plugin).exec(request);
    }

    /// A statement that only reads; needs `kaged:storage:read`.
    public StatementAnswer query(String plugin, StatementRequest request) throws StorageFailure {
        return space(plugin).query(request);
    }

    /// Closes the plugin's file until it is needed again: a plugin at rest holds neither memory nor descriptors.
    public void rest(String plugin) throws StorageFailure {
        PluginSpace space;
        synchronized (spaces) {
            space = spaces.get(plugin);
        }
        if (space != null) {
            space.close();
        }
    }

    /// Removes what the plugin kept, for good.
    public void purge(String plugin) throws IOException, StorageFailure {
        var file = file(plugin);
        rest(plugin);
        // The log first: one left behind would be read into the next file of that name.
        Files.deleteIfExists(Path.of(file + "-wal"));
        Files.deleteIfExists(Path.of(file + "-shm"));
        Files.deleteIfExists(file);
    }

    /// What the plugin's files take, in bytes.
    public long size(String plugin) throws IOException, StorageFailure {
        long size = 0;
        for (var end : new String[] {"", "-wal"}) {
            var file = Path.of(file(plugin) + end);
            size += Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
        }
        return size;
    }

    @Override
    public void close() throws StorageFailure {
        ArrayList<PluginSpace> open;
        synchronized (spaces) {
            open = new ArrayList<>(spaces.values());
        }
        for (var space : open) {
            space.close();
        }
    }

    private PluginSpace space(String plugin) throws StorageFailure {
        var file = file(plugin);
        synchronized (spaces) {
            return spaces.computeIfAbsent(plugin, _ -> new PluginSpace(file, limits, rules));
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
