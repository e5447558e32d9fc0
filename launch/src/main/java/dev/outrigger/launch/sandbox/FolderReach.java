package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Whether somebody else gets to a folder: root's sandboxed programs run as users of their own, who must be able to
/// walk to what they are given. Nobody else has this question.
public final class FolderReach {
    /// Of somebody else's folder, which may have been made to be walked through without end.
    private static final int MOST = 100_000;

    private static final int DEEPEST = 64;

    private FolderReach() {}

    /// Whether sandboxed programs run as somebody else here.
    public static boolean matters() throws ConfinementRefused {
        return HostIdentity.here() instanceof HostIdentity.Other;
    }

    /// The folder on the way there that others may not go through, from the top. What is not made yet is not in the
    /// way.
    public static Optional<Path> obstacle(Path path) throws ConfinementRefused {
        try {
            var there = path.toAbsolutePath().normalize();
            while (!Files.exists(there)) {
                there = Optional.ofNullable(there.getParent()).orElseThrow();
            }
            var way = new ArrayDeque<Path>();
            for (var at = there.toRealPath(); at != null; at = at.getParent()) {
                way.push(at);
            }
            for (var at : way) {
                if (Files.isDirectory(at)
                        && !Files.getPosixFilePermissions(at).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                    return Optional.of(at);
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new ConfinementRefused("cannot tell whether others reach " + path + ": " + e);
        }
    }

    /// What in this folder, or on the way to it, others may not read, or not run though its owner may.
    public static Optional<Path> obstacleWithin(Path folder) throws ConfinementRefused {
        var before = obstacle(folder);
        if (before.isPresent()) {
            return before;
        }
        var shut = new ArrayList<Path>();
        try {
            Files.walkFileTree(folder.toRealPath(), Set.of(), DEEPEST, new SimpleFileVisitor<>() {
                private int seen;

                @Override
                public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) throws IOException {
                    return look(path, List.of(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_EXECUTE));
                }

                @Override
                public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) throws IOException {
                    if (attributes.isDirectory()) {
                        throw new IOException("it has folders in folders, more than " + DEEPEST + " deep");
                    }
                    return attributes.isSymbolicLink() ? FileVisitResult.CONTINUE : look(path, neededOf(path));
                }

                private static List<PosixFilePermission> neededOf(Path file) throws IOException {
                    return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OWNER_EXECUTE)
                            ? List.of(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_EXECUTE)
                            : List.of(PosixFilePermission.OTHERS_READ);
                }

                private FileVisitResult look(Path path, List<PosixFilePermission> needed) throws IOException {
                    if (++seen > MOST) {
                        throw new IOException("it has more than " + MOST + " files");
                    }
                    if (needed.isEmpty()) {
                        return FileVisitResult.CONTINUE;
                    }
                    if (Files.getPosixFilePermissions(path).containsAll(needed)) {
                        return FileVisitResult.CONTINUE;
                    }
                    shut.add(path);
                    return FileVisitResult.TERMINATE;
                }
            });
        } catch (IOException e) {
            throw new ConfinementRefused("cannot tell whether others can read " + folder + ": " + e);
        }
        return shut.stream().findFirst();
    }

    /// Makes the folders that are missing on the way, whatever the umask is: others may go through, not look around.
    public static void make(Path folder) throws IOException {
        var missing = new ArrayDeque<Path>();
        for (var at = folder.toAbsolutePath().normalize(); at != null && !Files.exists(at); at = at.getParent()) {
            missing.push(at);
        }
        for (var at : missing) {
            Files.createDirectories(at);
            Files.setPosixFilePermissions(at, PosixFilePermissions.fromString("rwx--x--x"));
        }
    }

    /// Lets others read everything in a folder of ours, and run what its owner may run.
    public static void open(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) throws IOException {
                return widen(path);
            }

            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) throws IOException {
                return attributes.isSymbolicLink() ? FileVisitResult.CONTINUE : widen(path);
            }

            private FileVisitResult widen(Path path) throws IOException {
                var found = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
                var wide = EnumSet.noneOf(PosixFilePermission.class);
                wide.addAll(found);
                wide.add(PosixFilePermission.OTHERS_READ);
                if (found.contains(PosixFilePermission.OWNER_EXECUTE)) {
                    wide.add(PosixFilePermission.OTHERS_EXECUTE);
                }
                Files.setPosixFilePermissions(path, wide);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
