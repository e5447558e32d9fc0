package dev.outrigger.serveweb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// The pages in real browsers, with their sandbox, on a real `jp`: what they do is in `src/test/browser`.
class BrowserTest {
    private static final Path CLONE = Path.of(System.getProperty("outrigger.home"));
    private static final boolean LONG = Boolean.getBoolean("outrigger.long");
    private static final long PATIENCE_MINUTES = LONG ? 60 : 15;
    private static final String KILLS = LONG ? "200" : "10";
    private static final Pattern RESULT = Pattern.compile("(not )?ok \\d+ - (.*)");

    @TempDir
    private Path folder;

    @TestFactory
    List<DynamicTest> thePages() throws Exception {
        var results = results("pages.test.mjs");
        assertThat(results).hasSizeGreaterThan(10);
        return results;
    }

    @TestFactory
    List<DynamicTest> whatIsReadOnThem() throws Exception {
        return results("reading.test.mjs");
    }

    @TestFactory
    List<DynamicTest> whatIsSentFromThem() throws Exception {
        return results("writing.test.mjs");
    }

    @TestFactory
    List<DynamicTest> theyAreForEverybody() throws Exception {
        return results("everyone.test.mjs");
    }

    @TestFactory
    List<DynamicTest> everythingIsThereOnceWhoeverIsKilled() throws Exception {
        return results("storm.test.mjs");
    }

    private List<DynamicTest> results(String script) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/chromium")), "there is no chromium");
        assumeFalse(System.getProperty("user.name").equals("root"), "a browser refuses root");
        npmPackages();
        var out = folder.resolve("results");
        var node = new ProcessBuilder(
                        "node",
                        "--test",
                        "--test-reporter=tap",
                        CLONE.resolve("plugins/serve-web/src/test/browser/" + script)
                                .toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        node.environment().put("TMPDIR", folder.toString());
        node.environment().put("STORM_KILLS", KILLS);
        var running = node.start();
        try {
            assertThat(running.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)).isTrue();
        } finally {
            running.destroyForcibly();
        }
        var results = told(Files.readString(out));
        assertThat(results).as(Files.readString(out)).isNotEmpty();
        return results;
    }

    private static void npmPackages() throws IOException, InterruptedException {
        var install = new ProcessBuilder(
                        CLONE.resolve("bin/lib/npm-packages").toString(),
                        "plugins/serve-web/src/test/npm",
                        "target/browser")
                .redirectErrorStream(true)
                .start();
        var said = new String(install.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(install.waitFor()).as(said).isZero();
    }

    /// What a test that failed says stands behind its line.
    private static List<DynamicTest> told(String tap) {
        var tests = new ArrayList<DynamicTest>();
        var lines = tap.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            var result = RESULT.matcher(lines.get(i));
            if (result.matches()) {
                int end = i + 1;
                while (end < lines.size() && lines.get(end).startsWith("  ")) {
                    end++;
                }
                var why = String.join("\n", lines.subList(i, end));
                tests.add(DynamicTest.dynamicTest(result.group(2), () -> {
                    if (why.startsWith("not ok")) {
                        fail(why);
                    }
                }));
            }
        }
        return tests;
    }
}
