package dev.outrigger.assistant.tools;

import dev.outrigger.system.SecureFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The folder that tools may work in, and the way to anything below it.
///
/// A path is walked name by name, each folder opened inside the one before and never through a link; a link is read,
/// and its text walked under the same rules. So nothing leads out, whoever exchanges a folder for a link meanwhile:
/// what a name means is decided by opening it, not by looking at it first.
final class ToolFolder {
    /// Our settings and approvals; a tool that could change them could approve itself.
    private static final String OURS = ".jp";

    private static final int LONGEST_PATH = 4096;
    private static final int DEEPEST = 128;
    private static final int MOST_LINKS = 40;

    private final Path root;

    /// @param root as `toRealPath` tells it
    ToolFolder(Path root) {
        this.root = root;
    }

    Path root() {
        return root;
    }

    /// Whether a name is left out wherever tools look around.
    static boolean isPrivate(String name) {
        return name.equalsIgnoreCase(OURS);
    }

    /// What is at this path, held open until it is closed. That nothing is there is a [PlaceInFolder], too.
    PlaceInFolder find(String path) throws ToolRefused, IOException {
        var walk = new Walk(path);
        try {
            walk.start();
            var place = walk.go();
            walk.handedOver = true;
            return place;
        } catch (InvalidPathException _) {
            throw new ToolRefused(shown(path) + " is no path on this system");
        } finally {
            if (!walk.handedOver) {
                PlaceInFolder.closeAll(walk.open);
            }
        }
    }

    static String shown(String path) {
        return path.isEmpty() ? "(an empty path)" : PlainWords.line(path);
    }

    private final class Walk {
        private final String asked;
        private final Deque<String> rest = new ArrayDeque<>();
        /// The root, and then each inside the one before.
        private final List<SecureDirectoryStream<Path>> open = new ArrayList<>();

        private final List<String> names = new ArrayList<>();
        private int links;
        private boolean handedOver;

        Walk(String asked) {
            this.asked = asked;
        }

        /// What is opened is closed with the walk, or with the place that it leads to.
        @SuppressWarnings("StreamResourceLeak")
        void start() throws ToolRefused, IOException {
            if (asked.isEmpty() || asked.length() > LONGEST_PATH || asked.indexOf('\0') >= 0) {
                throw new ToolRefused(shown(asked) + " is no path");
            }
            open.add(SecureFolder.of(Files.newDirectoryStream(root)));
            follow(asked);
        }

        PlaceInFolder go() throws ToolRefused, IOException {
            while (!rest.isEmpty()) {
                var name = rest.pop();
                if (name.equals("..")) {
                    up();
                } else if (!name.isEmpty() && !name.equals(".")) {
                    var end = enter(name);
                    if (end != null) {
                        return end;
                    }
                }
            }
            return new PlaceInFolder(ToolFolder.this, open, names, List.of(), PlaceInFolder.Kind.FOLDER, null);
        }

        private void up() throws ToolRefused, IOException {
            if (names.isEmpty()) {
                throw outside();
            }
            names.removeLast();
            open.removeLast().close();
        }

        /// The place, when the way ends here.
        private @Nullable PlaceInFolder enter(String name) throws ToolRefused, IOException {
            if (isPrivate(name)) {
                throw new ToolRefused(shown(asked) + " is in " + OURS + ", which tools neither read nor write");
            }
            if (names.size() >= DEEPEST) {
                throw new ToolRefused(shown(asked) + " is too deep: at most " + DEEPEST + " folders");
            }
            var here = open.getLast();
            BasicFileAttributes found;
            try {
                found = attributes(here, Path.of(name));
            } catch (NoSuchFileException _) {
                return absent(name);
            }
            if (found.isSymbolicLink()) {
                follow(link(name));
                return null;
            }
            if (found.isDirectory()) {
                open.add(SecureFolder.of(here.newDirectoryStream(Path.of(name), LinkOption.NOFOLLOW_LINKS)));
                names.add(name);
                return null;
            }
            if (rest.stream().anyMatch(each -> !each.isEmpty() && !each.equals("."))) {
                throw new ToolRefused(shown(asked) + ": " + shown(name) + " is a file and no folder");
            }
            names.add(name);
            var kind = found.isRegularFile() ? PlaceInFolder.Kind.FILE : PlaceInFolder.Kind.SPECIAL;
            return new PlaceInFolder(ToolFolder.this, open, names, List.of(), kind, found);
        }

        private PlaceInFolder absent(String name) throws ToolRefused {
            var missing = new ArrayList<String>();
            missing.add(name);
            for (var each : rest) {
                if (each.equals("..")) {
                    throw new ToolRefused(shown(asked) + ": there is no folder " + shown(name));
                }
                if (isPrivate(each)) {
                    throw new ToolRefused(shown(asked) + " is in " + OURS + ", which tools neither read nor write");
                }
                if (!each.isEmpty() && !each.equals(".")) {
                    missing.add(each);
                }
            }
            if (names.size() + missing.size() > DEEPEST) {
                throw new ToolRefused(shown(asked) + " is too deep: at most " + DEEPEST + " folders");
            }
            return new PlaceInFolder(ToolFolder.this, open, names, missing, PlaceInFolder.Kind.ABSENT, null);
        }

        /// By its path, unlike all else here: were it another link by now, its text is walked under the same rules.
        private String link(String name) throws ToolRefused, IOException {
            if (++links > MOST_LINKS) {
                throw new ToolRefused(shown(asked) + " goes through more than " + MOST_LINKS + " links");
            }
            var path = root;
            for (var each : names) {
                path = path.resolve(each);
            }
            try {
                return Files.readSymbolicLink(path.resolve(name)).toString();
            } catch (NotLinkException | NoSuchFileException _) {
                throw new ToolRefused(shown(asked) + " was changed by somebody just now; try again");
            }
        }

        /// The text of a link, or of the whole path: before what is left of the way.
        private void follow(String text) throws ToolRefused, IOException {
            var way = text;
            if (text.startsWith("/")) {
                way = below(text);
                while (open.size() > 1) {
                    open.removeLast().close();
                }
                names.clear();
            }
            var parts = way.split("/", -1);
            for (int i = parts.length - 1; i >= 0; i--) {
                rest.push(parts[i]);
            }
            if (rest.size() > LONGEST_PATH) {
                throw new ToolRefused(shown(asked) + " is no path");
            }
        }

        /// An absolute path as one from the root. Another name of the root (it may be reached through links) counts,
        /// too.
        private String below(String text) throws ToolRefused {
            var rooted = root + "/";
            if (text.equals(root.toString()) || text.startsWith(rooted)) {
                return text.substring(root.toString().length());
            }
            try {
                var real = Path.of(text).toRealPath();
                if (real.startsWith(root)) {
                    return root.relativize(real).toString();
                }
            } catch (IOException _) {
                // Nothing is there, or nothing that we may see: outside all the same.
            }
            throw outside();
        }

        private ToolRefused outside() {
            return new ToolRefused(shown(asked) + " is outside the workspace " + root
                    + (links > 0 ? " (a link leads there)" : "") + "; tools only reach what is in it");
        }
    }

    static BasicFileAttributes attributes(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        return folder.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
    }
}
