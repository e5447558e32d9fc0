package dev.outrigger.launch.sandbox;

import dev.outrigger.system.FileLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// The numbers of users that are set aside for plugins: nobody else on a system has one of them.
record PluginUsers(int first, int count) {
    /// Above what distributions, containers and directories hand out, and below the largest number that all take.
    static final PluginUsers USUAL = new PluginUsers(1_900_000_000, 65_536);

    /// In a container with a short range: where systemd keeps those it makes up, which does not run there.
    static final PluginUsers SHORT = new PluginUsers(61_184, 4_336);

    private static final Object CHOOSING = new Object();

    static PluginUsers here() throws ConfinementRefused {
        try {
            var lines = Files.readAllLines(Path.of("/proc/self/uid_map"));
            return USUAL.within(lines) ? USUAL : SHORT;
        } catch (IOException e) {
            throw new ConfinementRefused("cannot tell which users there can be: " + e.getMessage());
        }
    }

    /// Lines of `first inside, first outside, how many`.
    boolean within(List<String> uidMap) {
        for (var line : uidMap) {
            var words = line.strip().split("\\s+");
            long from = Long.parseLong(words[0]);
            if (from <= first && from + Long.parseLong(words[2]) >= (long) first + count) {
                return true;
            }
        }
        return false;
    }

    HostIdentity of(Path dataRoot, String name) throws ConfinementRefused {
        var data = dataRoot.resolve(name);
        if (!dataRoot.equals(data.normalize().getParent()) || !data.equals(data.normalize())) {
            throw new ConfinementRefused(name + " is no name for a folder in " + dataRoot);
        }
        synchronized (CHOOSING) {
            // Held by the process that chooses.
            try (var _ = FileLock.awaitOwn(Files.createDirectories(dataRoot).resolve(".users"))) {
                var as = choose(dataRoot, data);
                as.own(data);
                // The other plugins are others on this system, too.
                Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
                return as;
            } catch (IOException e) {
                throw new ConfinementRefused("the folder " + data + " cannot be given to a user of its own: " + e);
            }
        }
    }

    private HostIdentity choose(Path dataRoot, Path data) throws IOException, ConfinementRefused {
        var others = new HashSet<Integer>();
        for (var folder : folders(dataRoot)) {
            if (!folder.equals(data)) {
                others.add(owner(folder));
            }
        }
        if (Files.isDirectory(data, LinkOption.NOFOLLOW_LINKS)) {
            int own = owner(data);
            if (own >= first && own < first + count && !others.contains(own)) {
                return new HostIdentity.Other(own, own);
            }
        }
        for (int uid = first; uid < first + count; uid++) {
            if (!others.contains(uid)) {
                return new HostIdentity.Other(uid, uid);
            }
        }
        throw new ConfinementRefused(
                "all of the " + count + " users set aside for plugins own a folder in " + dataRoot);
    }

    private static List<Path> folders(Path dataRoot) throws IOException {
        var folders = new ArrayList<Path>();
        try (var listing = Files.newDirectoryStream(dataRoot)) {
            listing.forEach(folders::add);
        }
        return folders;
    }

    private static int owner(Path folder) throws IOException {
        return (Integer) Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }
}
