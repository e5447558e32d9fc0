package dev.outrigger.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// docs/words.md says of each word once what it means.
class WordsPageTest {
    private static final Pattern BOLD = Pattern.compile("\\*\\*([^*]+)\\*\\*");

    @Test
    void definesEachWordOnce() throws IOException {
        var seen = new HashSet<String>();
        var twice = new ArrayList<String>();
        for (var word : words()) {
            if (!seen.add(word)) {
                twice.add(word);
            }
        }
        assertThat(seen).hasSizeGreaterThan(70);
        assertThat(twice).isEmpty();
    }

    @Test
    void saysOfEachWordWhatItMeans() throws IOException {
        assertThat(rows()).allSatisfy(row -> {
            var cells = row.split("(?<!\\\\)\\|", -1);
            assertThat(cells).hasSize(5);
            assertThat(cells[2]).isNotBlank();
        });
    }

    private static List<String> words() throws IOException {
        var words = new ArrayList<String>();
        for (var row : rows()) {
            var bold = BOLD.matcher(row);
            while (bold.find()) {
                words.addAll(List.of(bold.group(1).split(" / |, ")));
            }
        }
        return words;
    }

    private static List<String> rows() throws IOException {
        return Files.readAllLines(SourceTree.ROOT.resolve("docs/words.md")).stream()
                .filter(line -> line.startsWith("| **"))
                .toList();
    }
}
