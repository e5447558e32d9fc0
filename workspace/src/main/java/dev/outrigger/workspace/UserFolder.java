package dev.outrigger.workspace;

import dev.outrigger.wire.ConversationId;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the user keeps about one workspace: `$XDG_DATA_HOME/jp/workspace/<slug>-<id>/`.
///
/// The slug is for people, the id finds it again after the workspace was renamed. Since an id travels with a clone, a
/// `root` file in here says whose folder it is: while the workspace at that path is alive, another with the same id
/// gets a folder of its own, and so not the trust given to the first.
public final class UserFolder {
    private static final int LONGEST_SLUG = 40;
    private static final int LONGEST_PATH = 8192;

    private final Path path;
    private final Path root;

    private UserFolder(Path path, Path root) {
        this.path = path;
        this.root = root;
    }

    /// Looks only; nothing is made before there is something to keep.
    static UserFolder of(Workspace workspace, Places places) throws WorkspaceProblem {
        var all = places.data().resolve("workspace");
        var wanted = slug(workspace.root()) + "-" + workspace.id();
        try {
            var first = all.resolve(wanted);
            if (Files.isDirectory(first) && isFor(first, workspace)) {
                return new UserFolder(first, workspace.root());
            }
            for (var other : withId(all, workspace.id())) {
                if (isFor(other, workspace)) {
                    return new UserFolder(other, workspace.root());
                }
            }
            var free = first;
            for (int i = 2; Files.exists(free); i++) {
                free = all.resolve(wanted + "~" + i);
            }
            return new UserFolder(free, workspace.root());
        } catch (IOException e) {
            throw new WorkspaceProblem("cannot look into " + all + ": " + Reason.of(e), "", e);
        }
    }

    private static List<Path> withId(Path all, String id) throws IOException {
        var found = new ArrayList<Path>();
        try (var folders = Files.newDirectoryStream(all)) {
            for (var folder : folders) {
                var name = folder.getFileName().toString();
                int copy = name.lastIndexOf('~');
                if ((copy < 0 ? name : name.substring(0, copy)).endsWith("-" + id)) {
                    found.add(folder);
                }
            }
        } catch (NoSuchFileException | NotDirectoryException _) {
            return List.of();
        }
        found.sort(null);
        return found;
    }

    /// Ours, or of nobody any more: then the workspace was moved here.
    private static boolean isFor(Path folder, Workspace workspace) throws IOException {
        var text = firstLine(folder.resolve("root"), LONGEST_PATH);
        if (text.isEmpty() || text.equals(workspace.root().toString())) {
            return true;
        }
        try {
            var other = Path.of(text).resolve(Workspace.STORAGE);
            return !Files.isDirectory(other) || !WorkspaceId.read(other).equals(workspace.id());
        } catch (WorkspaceProblem | InvalidPathException _) {
            return false;
        }
    }

    /// The empty string when there is no such file.
    private static String firstLine(Path file, int most) throws IOException {
        if (!Files.isRegularFile(file)) {
            return "";
        }
        // Not through a channel: 1 ms of every start.
        try (var in = new FileInputStream(file.toFile())) {
            var text = new String(in.readNBytes(most), StandardCharsets.UTF_8);
            int end = text.indexOf('\n');
            return end < 0 ? text : text.substring(0, end);
        }
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

    boolean isIn(Places places) {
        return path.startsWith(places.data());
    }

    /// Where it is, or would be.
    public Path path() {
        return path;
    }

    /// The user's own settings for this workspace.
    public Path config() {
        return path.resolve("config.toml");
    }

    /// Makes the folder and puts the workspace's name on it. Before anything is written into it.
    public Path claim() throws WorkspaceProblem {
        try {
            Files.createDirectories(path);
            if (!firstLine(path.resolve("root"), LONGEST_PATH).equals(root.toString())) {
                replace(path.resolve("root"), root + "\n");
            }
            return path;
        } catch (IOException e) {
            throw new WorkspaceProblem("cannot write to " + path + ": " + Reason.of(e), "", e);
        }
    }

    /// The conversation last used in this terminal.
    public Optional<String> current(String terminal) throws WorkspaceProblem {
        var file = path.resolve("current").resolve(fileName(terminal));
        try {
            return ConversationId.parse(firstLine(file, 64)).map(ConversationId::digits);
        } catch (IOException e) {
            throw new WorkspaceProblem("cannot read " + file + ": " + Reason.of(e), "", e);
        }
    }

    public void setCurrent(String terminal, String conversation) throws WorkspaceProblem {
        var file = claim().resolve("current").resolve(fileName(terminal));
        try {
            Files.createDirectories(path.resolve("current"));
            replace(file, conversation + "\n");
        } catch (IOException e) {
            throw new WorkspaceProblem("cannot write " + file + ": " + Reason.of(e), "", e);
        }
    }

    private static void replace(Path file, String content) throws IOException {
        var draft = Files.createTempFile(file.getParent(), ".", ".tmp");
        try {
            Files.writeString(draft, content);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /// `/dev/pts/3` as one name, two terminals never as the same.
    private static String fileName(String terminal) {
        var name = new StringBuilder("tty");
        for (byte b : terminal.getBytes(StandardCharsets.UTF_8)) {
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
