package dev.outrigger.assistant.tools;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the `.gitignore` files of a folder and of those above it leave out. They are hints about what is worth looking
/// at, and nothing depends on them but that: one that cannot be read leaves nothing out.
record GitIgnoreRules(@Nullable GitIgnoreRules above, String folder, List<Rule> rules) {
    private static final Path FILE = Path.of(".gitignore");
    private static final int LONGEST_FILE = 64 * 1024;
    private static final int MOST_RULES = 500;
    private static final int LONGEST_RULE = 200;

    /// @param anchored the pattern is about the path from the file's folder, and not about the last name
    record Rule(GlobPattern glob, boolean not, boolean foldersOnly, boolean anchored) {}

    /// @param path of this folder, from the root, "" for the root itself
    static @Nullable GitIgnoreRules in(
            SecureDirectoryStream<Path> folder, String path, @Nullable GitIgnoreRules above) {
        var rules = new ArrayList<Rule>();
        for (var line : text(folder).split("\n", -1)) {
            var rule = line.strip();
            if (!rule.isEmpty()
                    && rule.charAt(0) != '#'
                    && rule.length() <= LONGEST_RULE
                    && rules.size() < MOST_RULES) {
                rules.add(rule(rule));
            }
        }
        return rules.isEmpty() ? above : new GitIgnoreRules(above, path, rules);
    }

    private static Rule rule(String text) {
        boolean not = text.startsWith("!");
        var pattern = not ? text.substring(1) : text;
        boolean foldersOnly = pattern.endsWith("/");
        pattern = foldersOnly ? pattern.substring(0, pattern.length() - 1) : pattern;
        boolean anchored = pattern.indexOf('/') >= 0;
        pattern = pattern.startsWith("/") ? pattern.substring(1) : pattern;
        return new Rule(GlobPattern.of(pattern), not, foldersOnly, anchored);
    }

    private static String text(SecureDirectoryStream<Path> folder) {
        try {
            var seen = ToolFolder.attributes(folder, FILE);
            if (!seen.isRegularFile() || seen.size() > LONGEST_FILE) {
                return "";
            }
            try (var channel = PlaceInFolder.read(folder, FILE, seen)) {
                var buffer = ByteBuffer.allocate(LONGEST_FILE);
                while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                    // Until the end, or as much as there may be.
                }
                return FileExcerpts.decoded(buffer.array(), buffer.position()).text();
            }
        } catch (IOException | ToolRefused _) {
            // Rules that cannot be read leave nothing out.
            return "";
        }
    }

    /// The nearest file that speaks of it decides, and in it the last rule.
    static boolean leavesOut(@Nullable GitIgnoreRules rules, String path, boolean isFolder) {
        for (var each = rules; each != null; each = each.above) {
            var below = each.folder.isEmpty() ? path : path.substring(each.folder.length() + 1);
            var name = path.substring(path.lastIndexOf('/') + 1);
            for (int i = each.rules.size() - 1; i >= 0; i--) {
                var rule = each.rules.get(i);
                if ((isFolder || !rule.foldersOnly) && rule.glob.matches(rule.anchored ? below : name)) {
                    return !rule.not;
                }
            }
        }
        return false;
    }
}
