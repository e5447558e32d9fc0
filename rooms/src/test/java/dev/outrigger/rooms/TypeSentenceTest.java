package dev.outrigger.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Whoever meets a type finds a sentence that says what it is.
class TypeSentenceTest {
    private static final Pattern TYPE = Pattern.compile(
            "^(?:(?:public|final|abstract|sealed|non-sealed) )*(?:class|interface|@interface|record|enum) \\w+.*");

    @Test
    void everyTopLevelTypeHasItsSentence() throws IOException {
        int types = 0;
        var without = new ArrayList<String>();
        for (var file : SourceTree.java(false)) {
            var lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (TYPE.matcher(lines.get(i)).matches()) {
                    types++;
                    if (!aboveAnnotations(lines, i).startsWith("/// ")) {
                        without.add(file + ":" + (i + 1));
                    }
                }
            }
        }
        assertThat(types).isGreaterThan(700);
        assertThat(without).isEmpty();
    }

    @Test
    void everyPackageHasItsSentence() throws IOException {
        var infos = SourceTree.java(false).stream()
                .filter(file -> file.endsWith("package-info.java"))
                .toList();
        assertThat(infos)
                .hasSizeGreaterThan(30)
                .allSatisfy(info -> assertThat(info).content().startsWith("/// "));
    }

    private static String aboveAnnotations(List<String> lines, int type) {
        int i = type - 1;
        while (i > 0 && lines.get(i).startsWith("@")) {
            i--;
        }
        return lines.get(Math.max(i, 0));
    }
}
