package dev.outrigger.kaged.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;

/// Copies what a plugin keeps, while the plugin may be at work in it: files, folders and links, with their modes, and
/// nothing else. Whatever it builds or swaps meanwhile, nothing outside of its folder is read, and nobody waits for it.
final class DataCopy {
    private static final int MOST_DEPTH = 64;
    /// What takes the copy over walks it by whole paths.
    private static final int LONGEST_PATH = 2000;

    private final Path from;
    private final long mostBytes;
    private final int mostEntries;
    private long bytes;
    private int entries;

    private DataCopy(Path from, long mostBytes, int mostEntries) {
        this.from = from;
        this.mostBytes = mostBytes;
        this.mostEntries = mostEntries;
    }

    /// Into an empty folder of ours.
    static void make(Path from, Path to, long mostBytes, int mostEntries) throws IOException, StoreProblem {
        try (var top = FileBelow.top(from)) {
            new DataCopy(from, mostBytes, mostEntries).folder(top, to, "", 0);
        }
    }

    private void folder(FileBelow open, Path to, String name, int depth) throws IOException, StoreProblem {
        if (depth > MOST_DEPTH || name.length() > LONGEST_PATH) {
            throw tooMuch("folders nested deeper than a copy can be");
        }
        for (var leaf : leaves(open)) {
            var target = to.resolve(leaf);
            try (var entry = open.entry(leaf)) {
                entry(entry, target, name + "/" + leaf, depth);
            } catch (FileBelow.Failed e) {
                if (e.isLink()) {
                    Files.createSymbolicLink(
                            target, Files.readSymbolicLink(open.path().resolve(leaf)));
                } else if (!e.isNothing()) {
                    throw new StoreProblem(from + name + "/" + leaf + " cannot be read, so it cannot be copied");
                }
            }
        }
    }

    private void entry(FileBelow entry, Path to, String name, int depth) throws IOException, StoreProblem {
        var seen = Files.readAttributes(entry.path(), PosixFileAttributes.class);
        if (seen.isDirectory()) {
            Files.createDirectory(
                    to, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            folder(entry, to, name, depth + 1);
            Files.setPosixFilePermissions(to, seen.permissions());
        } else if (seen.isRegularFile()) {
            file(entry, to);
            Files.setPosixFilePermissions(to, seen.permissions());
        }
    }

    private void file(FileBelow entry, Path to) throws IOException, StoreProblem {
        var chunk = new byte[64 << 10];
        try (var in = Files.newInputStream(entry.path());
                var out = Files.newOutputStream(to, StandardOpenOption.CREATE_NEW)) {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                bytes += read;
                if (bytes > mostBytes) {
                    throw tooMuch("more than " + (mostBytes >> 20) + " MiB");
                }
                out.write(chunk, 0, read);
            }
        }
    }

    private Iterable<Path> leaves(FileBelow open) throws IOException, StoreProblem {
        var leaves = new ArrayList<Path>();
        try (var listed = Files.newDirectoryStream(open.path())) {
            for (var path : listed) {
                if (++entries > mostEntries) {
                    throw tooMuch("more than " + mostEntries + " files");
                }
                leaves.add(path.getFileName());
            }
        }
        return leaves;
    }

    private StoreProblem tooMuch(String what) {
        return new StoreProblem("a replay works on a copy, and there is " + what + " in " + from
                + ": `--without-data` plays without it");
    }
}
