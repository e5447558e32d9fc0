package dev.outrigger.rooms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The files of this clone, as they are checked out: sources and pages.
final class SourceTree {
    static final Path ROOT = Path.of("..");

    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|interface|record|enum)\\s+([A-Z]\\w*)");

    /// Where a room is, if not in a folder of its own name at the top.
    private static final Map<String, String> BELOW = Map.of("sdk", "sdk/java", "serveweb", "plugins/serve-web");

    private SourceTree() {}

    /// The folder of a room.
    static Path room(String name) {
        return ROOT.resolve(BELOW.getOrDefault(name, name));
    }

    /// The folders that are rooms, wherever they are.
    static List<Path> rooms() throws IOException {
        try (Stream<Path> top = Files.list(ROOT)) {
            return Stream.concat(top, BELOW.values().stream().map(ROOT::resolve))
                    .filter(folder -> Files.isRegularFile(folder.resolve("pom.xml")))
                    .toList();
        }
    }

    /// Of every room, those of `src/main` alone, or the tests' as well.
    static List<Path> java(boolean tests) throws IOException {
        return files(path -> {
            var name = path.toString();
            boolean main = name.contains("/src/main/java/");
            return name.endsWith(".java") && (main || (tests && name.contains("/src/test/java/")));
        });
    }

    /// What people read: the pages in docs/ and those at the root. Not the decisions, which tell of their own time.
    static List<Path> pages() throws IOException {
        return files(path -> path.toString().endsWith(".md")
                && (path.getParent().equals(ROOT.resolve("docs"))
                        || path.startsWith(ROOT.resolve("conformance"))
                        || path.getParent().equals(ROOT)));
    }

    /// Every type that is declared anywhere, also inside of others, by its simple name.
    static Set<String> typeNames() throws IOException {
        var names = new TreeSet<String>();
        for (var file : java(true)) {
            DECLARED.matcher(Files.readString(file))
                    .results()
                    .map((MatchResult found) -> found.group(1))
                    .forEach(names::add);
        }
        return names;
    }

    private static List<Path> files(Predicate<Path> wanted) throws IOException {
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.filter(path -> !path.toString().contains("/target/")
                            && !path.toString().contains("/node_modules/"))
                    .filter(wanted)
                    .sorted()
                    .toList();
        }
    }
}
