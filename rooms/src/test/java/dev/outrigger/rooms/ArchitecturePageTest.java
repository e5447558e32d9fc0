package dev.outrigger.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// docs/architecture.md shows the rooms as they are: its picture and its table are made from the compiled classes.
/// With `-Doutrigger.pages=renew` they are written into the page instead of compared with it.
class ArchitecturePageTest {
    private static final Path PAGE = SourceTree.ROOT.resolve("docs/architecture.md");
    private static final String ROOT = "dev.outrigger.";
    private static final String BEGIN = "<!-- made from the build: begin -->\n";
    private static final String END = "<!-- made from the build: end -->\n";
    private static final Pattern FILE = Pattern.compile("`([a-z]+)((?:/[a-z]+)*)/([A-Z]\\w*)`");

    @Test
    void theRoomsOnThePageAreThoseOfTheBuild() throws IOException {
        var page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END);
        assertThat(from).isGreaterThan(BEGIN.length()).isLessThanOrEqualTo(to);
        var made = block(arrows());
        if (System.getProperty("outrigger.pages", "").equals("renew")) {
            Files.writeString(PAGE, page.substring(0, from) + made + page.substring(to));
        } else {
            assertThat(page.substring(from, to))
                    .as("docs/architecture.md; -Doutrigger.pages=renew writes it anew")
                    .isEqualTo(made);
        }
    }

    @Test
    void everyFileOnTheWaysIsThere() throws IOException {
        var files = FILE.matcher(Files.readString(PAGE))
                .results()
                .map(found -> SourceTree.room(found.group(1))
                        .resolve("src/main/java/dev/outrigger/" + found.group(1) + found.group(2) + "/" + found.group(3)
                                + ".java"))
                .toList();
        assertThat(files)
                .hasSizeGreaterThan(30)
                .allSatisfy(file -> assertThat(file).isRegularFile());
    }

    /// Which rooms each room's classes know.
    private static Map<String, Set<String>> arrows() {
        var arrows = new TreeMap<String, Set<String>>();
        for (var each : HouseClasses.ALL) {
            var known = arrows.computeIfAbsent(room(each), _ -> new TreeSet<>());
            for (var dependency : each.getDirectDependenciesFromSelf()) {
                var target = dependency.getTargetClass().getBaseComponentType();
                if (target.getPackageName().startsWith(ROOT) && !room(target).equals(room(each))) {
                    known.add(room(target));
                }
            }
        }
        return arrows;
    }

    private static String block(Map<String, Set<String>> arrows) throws IOException {
        var highestFirst = arrows.keySet().stream()
                .sorted(Comparator.comparingInt((String room) -> -height(room, arrows))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        var picture = new StringBuilder("```mermaid\nflowchart TD\n");
        var table = new StringBuilder("| room | what it is | knows |\n|---|---|---|\n");
        for (var room : highestFirst) {
            var known = arrows.getOrDefault(room, Set.of());
            for (var below : known) {
                if (!throughAnother(known, below, arrows)) {
                    picture.append("    ")
                            .append(room)
                            .append(" --> ")
                            .append(below)
                            .append('\n');
                }
            }
            table.append("| `")
                    .append(room)
                    .append("` | ")
                    .append(sentence(room))
                    .append(" | ");
            table.append(
                            known.isEmpty()
                                    ? "nothing of ours"
                                    : known.stream()
                                            .map(each -> "`" + each + "`")
                                            .collect(Collectors.joining(", ")))
                    .append(" |\n");
        }
        return picture + "```\n\n" + table;
    }

    /// How many arrows one can go down from a room.
    private static int height(String room, Map<String, Set<String>> arrows) {
        int highest = 0;
        for (var below : arrows.getOrDefault(room, Set.of())) {
            highest = Math.max(highest, 1 + height(below, arrows));
        }
        return highest;
    }

    /// The picture leaves out an arrow that follows from others.
    private static boolean throughAnother(Set<String> known, String room, Map<String, Set<String>> arrows) {
        return known.stream().anyMatch(between -> !between.equals(room) && reaches(between, room, arrows));
    }

    private static boolean reaches(String from, String room, Map<String, Set<String>> arrows) {
        var below = arrows.getOrDefault(from, Set.of());
        return below.contains(room) || below.stream().anyMatch(each -> reaches(each, room, arrows));
    }

    /// The first of its `package-info`.
    private static String sentence(String room) throws IOException {
        var info = SourceTree.room(room).resolve("src/main/java/dev/outrigger/" + room + "/package-info.java");
        var words = new ArrayList<String>();
        for (var line : Files.readAllLines(info)) {
            if (line.startsWith("/// ")) {
                words.add(line.substring("/// ".length()));
            }
        }
        var text = String.join(" ", words);
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1);
    }

    private static String room(JavaClass each) {
        var below = List.of(each.getPackageName().substring(ROOT.length()).split("\\.", 2));
        return below.getFirst();
    }
}
