package dev.outrigger.kaged.project;

import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.schema.MisfitWords;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Who a project is. An id is one folder's, also while that is not loaded: what plugins keep by it is that project's.
public final class ProjectIds {
    private static final int LONGEST_NAME = 40;
    private static final SecureRandom RANDOM = new SecureRandom();

    private ProjectIds() {}

    /// The one that the folder has from now on. `wanted` is what its file says, or empty.
    public static String of(Path root, String wanted, List<ProjectRecord> records) throws StoreProblem {
        var known = at(root, records);
        if (wanted.isEmpty()) {
            return known.map(ProjectRecord::id).orElseGet(() -> made(root));
        }
        for (var other : records) {
            if (other.id().equals(wanted) && !other.root().equals(root)) {
                throw new StoreProblem("the id " + wanted + " is that of the project in " + other.root()
                        + ", and a copy is another project: change the id in this one, or `kaged project unload"
                        + " --forget " + other.root() + "`");
            }
        }
        return wanted;
    }

    public static Optional<ProjectRecord> at(Path root, List<ProjectRecord> records) {
        return records.stream().filter(each -> each.root().equals(root)).findFirst();
    }

    /// By its id or by its folder.
    public static ProjectRecord named(String name, List<ProjectRecord> records) throws StoreProblem {
        return records.stream()
                .filter(each -> each.id().equals(name) || each.root().toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new StoreProblem(
                        "there is no project " + MisfitWords.plain(name) + ": kaged project load DIR"));
    }

    /// One that nobody else can have in a file already.
    private static String made(Path root) {
        var name = String.valueOf(root.getFileName())
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^[^a-z]+|-+$", "");
        var bytes = new byte[6];
        RANDOM.nextBytes(bytes);
        var head = name.substring(0, Math.min(name.length(), LONGEST_NAME));
        return (head.isEmpty() ? "project" : head) + "-" + HexFormat.of().formatHex(bytes);
    }
}
