package dev.outrigger.workspace;

import dev.outrigger.system.FileErrorWords;
import dev.outrigger.system.WholeFile;
import dev.outrigger.wire.ConversationId;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What the user keeps about one workspace: `$XDG_DATA_HOME/jp/workspace/<slug>-<id>/`.
///
/// Slug and id are for people, and for the original jp. Since an id travels with a clone, it opens nothing: a folder
/// counts only for the workspace at the path that it was made for ([WorkspaceBinding]). Elsewhere the same id gets a
/// folder of its own (`~2`), and with it none of the trust given to the first; a workspace that was moved is told so,
/// and takes its settings along when the user says it ([#adopt]).
public final class UserFolder {
    private static final int LONGEST_SLUG = 40;
    private static final int LONGEST_CURRENT = 4096;
    private static final String CURRENT = "current";
    private static final String DRAFT = ".new-";

    private final Path all;
    private final String id;
    private final Path root;
    /// Where it is, or would be until somebody else takes that name.
    private volatile Path path;
    private volatile boolean ours;
    private volatile @Nullable Path leftBehind;

    private UserFolder(Path all, Workspace workspace, Path path, boolean ours, @Nullable Path leftBehind) {
        this.all = all;
        this.id = workspace.id();
        this.root = workspace.root();
        this.path = path;
        this.ours = ours;
        this.leftBehind = leftBehind;
    }

    /// Looks only; nothing is made before there is something to keep.
    static UserFolder of(Workspace workspace, UserPlaces places) throws WorkspaceProblem {
        var all = places.data().resolve("workspace");
        var first = all.resolve(slug(workspace.root()) + "-" + workspace.id());
        try {
            var binding = WorkspaceBinding.read(first);
            if (binding.isFor(workspace.root())) {
                return new UserFolder(all, workspace, first, true, left(all, binding, workspace.id()));
            }
            @Nullable Path left = null;
            for (var other : withId(all, workspace.id())) {
                binding = WorkspaceBinding.read(other);
                if (binding.isFor(workspace.root())) {
                    return new UserFolder(all, workspace, other, true, left(all, binding, workspace.id()));
                }
                if (hasSettings(other) && !binding.isAlive(workspace.id())) {
                    left = other;
                }
            }
            return new UserFolder(all, workspace, free(first), false, left);
        } catch (IOException e) {
            throw new WorkspaceProblem("cannot look into " + all + ": " + FileErrorWords.of(e), "", e);
        }
    }

    /// Never one that is somebody's, not even to be looked at.
    private static Path free(Path wanted) {
        var free = wanted;
        for (int i = 2; Files.exists(free); i++) {
            free = numbered(wanted, i);
        }
        return free;
    }

    private static Path numbered(Path wanted, int number) {
        return number == 1 ? wanted : wanted.resolveSibling(wanted.getFileName() + "~" + number);
    }

    private static @Nullable Path left(Path all, WorkspaceBinding binding, String id) throws IOException {
        if (binding.leftBehind().isEmpty()) {
            return null;
        }
        var left = all.resolve(binding.leftBehind());
        return hasSettings(left) && !WorkspaceBinding.read(left).isAlive(id) ? left : null;
    }

    private static boolean hasSettings(Path folder) {
        return Files.exists(folder.resolve("config.toml"));
    }

    /// Those of this id, whoever made them: with any name before it, or none, and a number behind it.
    static List<Path> withId(Path all, String id) throws IOException {
        var found = new ArrayList<Path>();
        try (var folders = Files.newDirectoryStream(all)) {
            for (var folder : folders) {
                var name = folder.getFileName().toString();
                if (!name.startsWith(DRAFT) && (isOfId(name, id) || isOfId(withoutNumber(name), id))) {
                    found.add(folder);
                }
            }
        } catch (NoSuchFileException | NotDirectoryException _) {
            return List.of();
        }
        found.sort(null);
        return found;
    }

    private static boolean isOfId(String name, String id) {
        return name.endsWith(id) && (name.length() == id.length() || name.endsWith("-" + id));
    }

    private static String withoutNumber(String name) {
        int end = name.length();
        while (end > 0 && name.charAt(end - 1) >= '0' && name.charAt(end - 1) <= '9') {
            end--;
        }
        return end > 0 && end < name.length() && name.charAt(end - 1) == '~' ? name.substring(0, end - 1) : name;
    }

    static String slug(Path root) {
        var name = root.getFileName() == null ? "" : root.getFileName().toString();
        var slug = new StringBuilder();
        for (int i = 0; i < name.length() && slug.length() < LONGEST_SLUG; i++) {
            char c = Character.toLowerCase(name.charAt(i));
            if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
                slug.append(c);
            } else if (!slug.isEmpty() && slug.charAt(slug.length() - 1) != '-') {
                slug.append('-');
            }
        }
        while (!slug.isEmpty() && slug.charAt(slug.length() - 1) == '-') {
            slug.setLength(slug.length() - 1);
        }
        return slug.isEmpty() ? "workspace" : slug.toString();
    }

    boolean isIn(UserPlaces places) {
        return path.startsWith(places.data());
    }

    /// Where it is. Before it was claimed, where it would be: not to be read from, another may come first.
    public Path path() {
        return path;
    }

    /// The user's own settings for this workspace; there are none before it was claimed.
    public Path config() {
        return path.resolve("config.toml");
    }

    /// Whether there is a folder for this workspace.
    public boolean exists() {
        return ours;
    }

    /// A folder with settings for a workspace of this id that was elsewhere, and is there no more.
    public Optional<Path> leftBehind() {
        return ours && hasSettings(path) ? Optional.empty() : Optional.ofNullable(leftBehind);
    }

    /// Makes the folder, with the workspace's name on it. Before anything is written into it. It appears with its
    /// name or not at all, and under a name that nobody else has: two that come at once never share one.
    public Path claim() throws WorkspaceProblem {
        try {
            if (ours && WorkspaceBinding.read(path).isFor(root)) {
                return path;
            }
            PrivateFiles.folders(all);
            var draft = PrivateFiles.temporaryFolder(all, DRAFT);
            try {
                WorkspaceBinding.of(root).leaving(leftBehind).write(draft);
                path = place(draft);
                ours = true;
                return path;
            } finally {
                Files.deleteIfExists(draft.resolve("root"));
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw new WorkspaceProblem("cannot write to " + all + ": " + FileErrorWords.of(e), "", e);
        }
    }

    private Path place(Path draft) throws IOException {
        var wanted = all.resolve(slug(root) + "-" + id);
        for (int i = 1; ; i++) {
            var free = numbered(wanted, i);
            if (!Files.exists(free)) {
                try {
                    return Files.move(draft, free, StandardCopyOption.ATOMIC_MOVE);
                } catch (FileSystemException e) {
                    // Somebody was quicker: perhaps another process, for the same workspace.
                    if (!Files.exists(free)) {
                        throw e;
                    }
                }
            }
            if (WorkspaceBinding.read(free).isFor(root)) {
                return free;
            }
        }
    }

    /// Takes along what was left behind when the workspace was moved, because the user says that it was. Answers
    /// where it was. There it is noted where it went, for a workspace that is moved back.
    public Path adopt() throws WorkspaceProblem {
        var from = leftBehind();
        if (from.isEmpty()) {
            throw new WorkspaceProblem(
                    ours && hasSettings(path)
                            ? "your settings for this workspace are in " + config() + " already"
                            : "there are no settings that a workspace with the id " + id + " left behind",
                    "");
        }
        try {
            claim();
            Files.move(from.get().resolve("config.toml"), config(), StandardCopyOption.ATOMIC_MOVE);
            WorkspaceBinding.of(root).write(path);
            var before = WorkspaceBinding.read(from.get());
            if (!before.root().isEmpty()) {
                before.leaving(path).write(from.get());
            }
            leftBehind = null;
            return from.get();
        } catch (IOException e) {
            throw new WorkspaceProblem("cannot take along " + from.get() + ": " + FileErrorWords.of(e), "", e);
        }
    }

    /// The conversation last used by whoever sits at a terminal.
    public Optional<String> current(String session) throws WorkspaceProblem {
        if (!ours) {
            return Optional.empty();
        }
        var file = path.resolve(CURRENT).resolve(fileName(session));
        try {
            var lines = lines(file);
            return lines.size() > 1 && lines.get(1).equals(session)
                    ? ConversationId.parse(lines.getFirst()).map(ConversationId::digits)
                    : Optional.empty();
        } catch (IOException e) {
            throw new WorkspaceProblem("cannot read " + file + ": " + FileErrorWords.of(e), "", e);
        }
    }

    /// What those used who are gone (`isHere` says who is not) is forgotten with that.
    public void setCurrent(String session, String conversation, Predicate<String> isHere) throws WorkspaceProblem {
        var folder = claim().resolve(CURRENT);
        var file = folder.resolve(fileName(session));
        try {
            PrivateFiles.folders(folder);
            // At worst one has to say again which conversation it is.
            WholeFile.replaceUnsynced(file, (conversation + "\n" + session + "\n").getBytes(StandardCharsets.UTF_8));
            forget(folder, isHere);
        } catch (IOException | DirectoryIteratorException e) {
            throw new WorkspaceProblem("cannot write " + file + ": " + e.getMessage(), "", e);
        }
    }

    private static void forget(Path folder, Predicate<String> isHere) throws IOException {
        try (var files = Files.newDirectoryStream(folder, "tty*")) {
            for (var file : files) {
                var lines = lines(file);
                if (lines.size() < 2 || !isHere.test(lines.get(1))) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /// None when there is no such file.
    private static List<String> lines(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return List.of();
        }
        // Not through a channel: 1 ms of every start.
        try (var in = new FileInputStream(file.toFile())) {
            return new String(in.readNBytes(LONGEST_CURRENT), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (FileNotFoundException e) {
            if (Files.exists(file)) {
                throw e;
            }
            // Forgotten by somebody else meanwhile.
            return List.of();
        }
    }

    /// `/dev/pts/3 4711` as one name. Two that are very long may share one; then the later one has it.
    private static String fileName(String session) {
        var name = new StringBuilder("tty");
        for (byte b : session.getBytes(StandardCharsets.UTF_8)) {
            if ((b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9') || b == '-') {
                name.append((char) b);
            } else {
                name.append('_').append(Integer.toHexString((b & 0xFF) | 0x100), 1, 3);
            }
        }
        return name.length() > 200
                ? name.substring(0, 180) + Integer.toHexString(name.toString().hashCode())
                : name.toString();
    }
}
