package dev.outrigger.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// A page that names a type or a test names one that there is.
class NamesOnPagesTest {
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    /// Alone or behind its package, perhaps with a method: `ToHost`, `wire.rpc.RpcChannel`, `VisibleText.name`.
    private static final Pattern TYPE =
            Pattern.compile("(?:[a-z]+\\.)*([A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)*)(?:[.#(].*)?");

    private static final Pattern TEST_METHOD = Pattern.compile("([a-z]+(?:[A-Z][a-z]*){3,})…?");

    /// Of the JDK, its JVM, the kernel, JSON and others' programs.
    private static final Set<String> FOREIGN = Set.of("Makefile", "NaN", "ProcessBuilder", "Pss", "VmHWM");

    @Test
    void everyTypeThatAPageNamesIsThere() throws IOException {
        var known = SourceTree.typeNames();
        var missing = new ArrayList<String>();
        int named = 0;
        for (var page : SourceTree.pages()) {
            var codes = CODE.matcher(Files.readString(page));
            while (codes.find()) {
                var type = TYPE.matcher(codes.group(1));
                if (type.matches() && !FOREIGN.contains(type.group(1))) {
                    named++;
                    if (!known.contains(type.group(1))) {
                        missing.add(page + ": " + codes.group(1));
                    }
                }
            }
        }
        assertThat(named).isGreaterThan(100);
        assertThat(missing).isEmpty();
    }

    /// Tests are called by sentences; so a name of four words and more is a test's. `…` stands for its end.
    @Test
    void everyTestThatAPageNamesIsThere() throws IOException {
        var sources = new StringBuilder();
        for (var file : SourceTree.java(true)) {
            sources.append(Files.readString(file));
        }
        var methods = Pattern.compile("\\bvoid (\\w+)\\(")
                .matcher(sources)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
        var missing = new ArrayList<String>();
        int named = 0;
        for (var page : SourceTree.pages()) {
            var codes = CODE.matcher(Files.readString(page));
            while (codes.find()) {
                var method = TEST_METHOD.matcher(codes.group(1));
                if (method.matches()) {
                    named++;
                    var name = method.group(1);
                    boolean there = codes.group(1).endsWith("…")
                            ? methods.stream().anyMatch(each -> each.startsWith(name))
                            : methods.contains(name);
                    if (!there) {
                        missing.add(page + ": " + codes.group(1));
                    }
                }
            }
        }
        assertThat(named).isGreaterThan(50);
        assertThat(missing).isEmpty();
    }
}
