package dev.outrigger.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Whoever catches what may mean anything, and lets it go, says why nobody needs to know. An exception that says by its
/// type what happened, such as that there is no such file, needs no words.
class SwallowedExceptionsTest {
    private static final Pattern CATCH = Pattern.compile("catch \\(([^)]*?)_\\) \\{");

    private static final Pattern ANYTHING =
            Pattern.compile("\\b(IOException|UncheckedIOException|RuntimeException|Exception|Error|Throwable)\\b");

    @Test
    void whatIsCaughtAndForgottenHasItsReason() throws IOException {
        var without = new ArrayList<String>();
        int seen = 0;
        for (var file : SourceTree.java(false)) {
            var source = Files.readString(file);
            var found = CATCH.matcher(source);
            while (found.find()) {
                var block = block(source, found.end());
                if (ANYTHING.matcher(found.group(1)).find() && !block.contains("throw ")) {
                    seen++;
                    if (!block.contains("//")) {
                        long line = source.substring(0, found.start())
                                        .chars()
                                        .filter(c -> c == '\n')
                                        .count()
                                + 1;
                        without.add(file + ":" + line);
                    }
                }
            }
        }
        assertThat(seen).isGreaterThan(50);
        assertThat(without).isEmpty();
    }

    /// Up to the brace that closes it. A brace in a text would mislead this; there, the test says so.
    private static String block(String source, int from) {
        int depth = 1;
        int to = from;
        while (depth > 0) {
            char c = source.charAt(to++);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        }
        return source.substring(from, to);
    }
}
