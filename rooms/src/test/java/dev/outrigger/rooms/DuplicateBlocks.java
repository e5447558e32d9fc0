package dev.outrigger.rooms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.regex.Pattern;

/// Runs of six lines that stand twice: the same to the letter, but for white space. Blank lines, comments, imports and
/// lone punctuation count for nothing.
///
/// Where a run must stand twice, a comment in one of the two places, before its first line or within it, says so:
/// `// The same stands in <Type>: <why>`.
final class DuplicateBlocks {
    private static final int RUN = 6;

    private static final Pattern PASSED_OVER = Pattern.compile("(?://|/\\*|\\*|import |package ).*|[^\\p{L}\\p{N}]*");

    private record Line(int number, String text, String excuses) {}

    private record Place(Path file, List<Line> lines, int first) {
        int number() {
            return lines.get(first).number();
        }

        boolean excuses(Place other) {
            var type = other.file.getFileName().toString().replace(".java", "");
            return lines.subList(first, first + RUN).stream()
                    .anyMatch(line -> line.excuses().contains("// The same stands in " + type + ": "));
        }

        boolean overlaps(Place other) {
            return file.equals(other.file) && Math.abs(first - other.first) < RUN;
        }

        @Override
        public String toString() {
            return file + ":" + number() + "-" + lines.get(first + RUN - 1).number();
        }
    }

    private DuplicateBlocks() {}

    /// A row for each, `A.java:3-8 again in B.java:20-27`; of a longer one, its first six lines.
    static List<String> in(List<Path> files) throws IOException {
        var seen = new HashMap<List<String>, Place>();
        var rows = new ArrayList<String>();
        for (var file : files) {
            var lines = lines(file);
            int reportedUpTo = 0;
            for (int i = 0; i + RUN <= lines.size(); i++) {
                var here = new Place(file, lines, i);
                var run = lines.subList(i, i + RUN).stream().map(Line::text).toList();
                var before = seen.putIfAbsent(run, here);
                boolean twice = before != null && !before.overlaps(here);
                if (twice && i >= reportedUpTo && !before.excuses(here) && !here.excuses(before)) {
                    rows.add(before + " again in " + here);
                    reportedUpTo = i + RUN;
                }
            }
        }
        return rows;
    }

    private static List<Line> lines(Path file) throws IOException {
        var lines = new ArrayList<Line>();
        var comments = new StringBuilder();
        int number = 0;
        for (var each : Files.readAllLines(file)) {
            number++;
            var text = each.strip().replaceAll("\\s+", " ");
            if (PASSED_OVER.matcher(text).matches()) {
                comments.append(text).append('\n');
            } else {
                lines.add(new Line(number, text, comments.toString()));
                comments.setLength(0);
            }
        }
        return lines;
    }
}
