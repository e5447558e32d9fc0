package dev.outrigger.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/// A page of this project, or one section of it, for tests that hold it against the programs. What a test looks for
/// and does not find fails it: a page that was written anew must not pass for one that was checked.
public final class DocsPage {
    private static final String FENCE = "```";

    private final String name;
    private final List<String> lines;

    private DocsPage(String name, List<String> lines) {
        this.name = name;
        this.lines = lines;
    }

    /// By its path from the top of the clone, such as `docs/tools.md`.
    public static DocsPage of(String path) throws IOException {
        return of(path, Files.readString(SourceRoot.path().resolve(path)));
    }

    static DocsPage of(String name, String text) {
        return new DocsPage(name, text.lines().toList());
    }

    /// What follows `## heading`, up to the next of its kind. What looks like a heading between fences is none.
    public DocsPage section(String heading) {
        var within = new ArrayList<String>();
        boolean inside = false;
        boolean code = false;
        for (var line : lines) {
            code ^= line.startsWith(FENCE);
            if (!code && line.startsWith("## ")) {
                inside = line.equals("## " + heading);
            } else if (inside) {
                within.add(line);
            }
        }
        var section = new DocsPage(name + ", " + heading, within);
        var _ = section.found(within, "nothing below this heading");
        return section;
    }

    public String text() {
        return String.join("\n", lines);
    }

    /// The rows of its tables that begin with code, cell by cell, without the backquotes around a whole cell.
    public List<List<String>> rows() {
        var rows = new ArrayList<List<String>>();
        for (var line : lines) {
            if (line.startsWith("| `")) {
                var cells = new ArrayList<String>();
                for (var cell : line.substring(1, line.length() - 1).split(" \\| | \\|$")) {
                    cells.add(withoutQuotes(cell.strip()));
                }
                rows.add(cells);
            }
        }
        return found(rows, "no row of a table that begins with code");
    }

    /// The row whose first cell is this.
    public List<String> row(String first) {
        var matching =
                rows().stream().filter(row -> row.getFirst().equals(first)).toList();
        return found(matching, "no row of " + first).getFirst();
    }

    private static String withoutQuotes(String text) {
        boolean whole = text.length() > 1 && text.startsWith("`") && text.indexOf('`', 1) == text.length() - 1;
        return whole ? text.substring(1, text.length() - 1) : text;
    }

    /// Each block that is fenced as this language.
    public List<String> blocks(String language) {
        var blocks = new ArrayList<String>();
        StringBuilder block = null;
        boolean wanted = false;
        for (var line : lines) {
            if (block == null && line.startsWith(FENCE)) {
                block = new StringBuilder();
                wanted = line.equals(FENCE + language);
            } else if (block != null && line.equals(FENCE)) {
                if (wanted) {
                    blocks.add(block.toString());
                }
                block = null;
            } else if (block != null) {
                block.append(line).append('\n');
            }
        }
        return found(blocks, "no block of " + language);
    }

    /// Line by line, what is in such blocks.
    public List<String> blockLines(String language) {
        return blocks(language).stream().flatMap(String::lines).toList();
    }

    /// What its blocks are fenced as, one entry for each.
    public List<String> languages() {
        var languages = new ArrayList<String>();
        boolean inside = false;
        for (var line : lines) {
            if (line.startsWith(FENCE)) {
                if (!inside) {
                    languages.add(line.substring(FENCE.length()));
                }
                inside = !inside;
            }
        }
        return languages;
    }

    /// The first block that is fenced as this language.
    public String block(String language) {
        return blocks(language).getFirst();
    }

    /// The first lines that are indented.
    public String indented() {
        var block = new ArrayList<String>();
        for (var line : lines) {
            if (line.startsWith("    ")) {
                block.add(line.strip());
            } else if (!block.isEmpty()) {
                break;
            }
        }
        return String.join("\n", found(block, "nothing that is indented")) + "\n";
    }

    private <T> List<T> found(List<T> what, String missing) {
        if (what.isEmpty()) {
            throw new AssertionError(name + ": " + missing);
        }
        return what;
    }
}
