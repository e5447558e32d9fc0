package dev.outrigger.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.pages.DocsPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// A setting that nothing reads is a promise that nobody keeps.
class SettingsInUseTest {
    private static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");

    /// Where keys are only listed, which is no use of them.
    private static final Set<String> LISTS =
            Set.of("KnownKeys.java", "ModelProviderKeys.java", "OriginalKeys.java", "KeySuggestion.java");

    /// By its whole name, or by the last part of it: of a table that is read by its own code.
    @Test
    void everyKeyIsReadSomewhere() throws IOException {
        var texts = texts();
        var keys = DocsPage.of("docs/configuration.md").section("Every key").rows().stream()
                .map(List::getFirst)
                .toList();
        assertThat(keys).hasSizeGreaterThan(50);
        assertThat(keys)
                .filteredOn(key -> !texts.contains(key) && !texts.contains(last(key)))
                .isEmpty();
    }

    private static String last(String key) {
        var named = key.endsWith(".*") ? key.substring(0, key.length() - 2) : key;
        return named.substring(named.lastIndexOf('.') + 1);
    }

    private static Set<String> texts() throws IOException {
        var texts = new HashSet<String>();
        for (var file : SourceTree.java(false)) {
            if (ofJp(file)) {
                for (var line : Files.readAllLines(file)) {
                    if (!line.strip().startsWith("//")) {
                        TEXT.matcher(line).results().forEach(found -> texts.add(found.group(1)));
                    }
                }
            }
        }
        return texts;
    }

    /// Where the settings of jp are read, and not a manifest of kaged's that has a key of the same name.
    private static boolean ofJp(Path file) {
        return List.of("workspace", "assistant", "hosting", "jp").stream()
                        .anyMatch(room -> file.startsWith(SourceTree.room(room)))
                && !LISTS.contains(file.getFileName().toString());
    }
}
