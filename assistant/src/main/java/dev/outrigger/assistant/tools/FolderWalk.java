package dev.outrigger.assistant.tools;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.system.SecureFolder;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A walk through everything below a folder, in the order of names. It follows no link, so it ends, and stays inside.
final class FolderWalk {
    private static final int MOST_IN_FOLDER = 20_000;
    private static final int DEEPEST = 64;

    /// Something on the way. Its folder is open while it is looked at.
    record Entry(
            SecureDirectoryStream<Path> folder, Path name, String path, BasicFileAttributes attributes, int depth) {}

    interface Visitor {
        /// Whether to go on at all.
        boolean visit(Entry entry) throws ToolRefused, IOException;
    }

    private final Visitor visitor;
    private final boolean all;
    private final int depth;
    private final Cancellation cancellation;
    private int leftOut;
    private int unreadable;
    private boolean stopped;

    /// @param all also what is hidden and what git ignores
    FolderWalk(Visitor visitor, boolean all, int depth, Cancellation cancellation) {
        this.visitor = visitor;
        this.all = all;
        this.depth = Math.min(depth, DEEPEST);
        this.cancellation = cancellation;
    }

    /// How many entries were not visited since they are hidden or ignored, those below them not counted.
    int leftOut() {
        return leftOut;
    }

    /// How many folders and files the system did not let us see.
    int unreadable() {
        return unreadable;
    }

    void through(PlaceInFolder place) throws ToolRefused, IOException {
        GitIgnoreRules rules = null;
        var path = "";
        var names = place.path().equals(".")
                ? List.<String>of()
                : List.of(place.path().split("/", -1));
        // The last folder's own file is read when it is entered.
        for (int i = 0; !all && i + 1 < place.way().size(); i++) {
            rules = GitIgnoreRules.in(place.way().get(i), path, rules);
            path = path.isEmpty() ? names.get(i) : path + "/" + names.get(i);
        }
        try (var folder = place.look()) {
            enter(folder, String.join("/", names), rules, 1);
        }
    }

    private void enter(SecureDirectoryStream<Path> folder, String path, @Nullable GitIgnoreRules above, int level)
            throws ToolRefused, IOException {
        var rules = all ? null : GitIgnoreRules.in(folder, path, above);
        for (var name : names(folder)) {
            if (stopped) {
                return;
            }
            if (cancellation.isCancelled()) {
                throw new ToolRefused("cancelled by the user");
            }
            var full = path.isEmpty() ? name : path + "/" + name;
            BasicFileAttributes attributes;
            try {
                attributes = ToolFolder.attributes(folder, Path.of(name));
            } catch (IOException _) {
                // Counted, and told at the end.
                unreadable++;
                continue;
            }
            if (!all && (name.startsWith(".") || GitIgnoreRules.leavesOut(rules, full, attributes.isDirectory()))) {
                leftOut++;
                continue;
            }
            stopped = !visitor.visit(new Entry(folder, Path.of(name), full, attributes, level));
            if (!stopped && attributes.isDirectory() && level < depth) {
                below(folder, name, full, rules, level);
            }
        }
    }

    private void below(
            SecureDirectoryStream<Path> folder, String name, String full, @Nullable GitIgnoreRules rules, int level)
            throws ToolRefused, IOException {
        SecureDirectoryStream<Path> inner;
        try {
            inner = SecureFolder.of(folder.newDirectoryStream(Path.of(name), LinkOption.NOFOLLOW_LINKS));
        } catch (IOException _) {
            // Counted, and told at the end.
            unreadable++;
            return;
        }
        try (inner) {
            enter(inner, full, rules, level + 1);
        }
    }

    private static List<String> names(SecureDirectoryStream<Path> folder) throws IOException {
        var names = new ArrayList<String>();
        try {
            for (var entry : folder) {
                var name = String.valueOf(entry.getFileName());
                if (!ToolFolder.isPrivate(name) && !name.equals(".git")) {
                    names.add(name);
                }
                if (names.size() >= MOST_IN_FOLDER) {
                    break;
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        names.sort(null);
        return names;
    }
}
