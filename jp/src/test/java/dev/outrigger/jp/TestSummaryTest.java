package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `bin/check` makes of skipped tests: `bin/lib/TestSummary.java`.
class TestSummaryTest {
    private static final String PASSED = "";
    private static final String FAILED = "<failure>no</failure>";

    @TempDir
    Path folder;

    private record Said(int code, String text) {}

    @Test
    void countsWhatIsSkippedByItsReasonAndAcceptsWhatAnotherUserRan() throws Exception {
        report("ordinary", "a", PASSED, "b", skipped("Assumption failed: only root can do it"));
        report("root", "b", PASSED);
        var said = summary("only root | false\n", "ordinary", "root");
        assertThat(said.text())
                .contains("as ordinary: 1 passed, 0 failed, 1 skipped")
                .contains("skipped: 1: only root can do it (run by another user)")
                .contains("the slowest:\n   2000.5 s  Some, as ordinary\n   1000.3 s  Some, as root\n")
                .endsWith("\n2 passed, 0 failed, 0 skipped\n");
        assertThat(said.code()).isZero();
    }

    @Test
    void acceptsAReasonOnlyWhereItHolds() throws Exception {
        report("ordinary", "a", PASSED, "b", skipped("assumption was not met due to: \n[no moon]\nExpecting …"));
        assertThat(summary("no moon | true\n", "ordinary").code()).isZero();
        var said = summary("no moon | false\n", "ordinary");
        assertThat(said.text())
                .contains("could have run")
                .contains("Some.b")
                .endsWith("\n1 passed, 0 failed, 1 skipped\n");
        assertThat(said.code()).isEqualTo(1);
    }

    @Test
    void refusesWhatNobodyThoughtOf() throws Exception {
        report("unknown", "a", PASSED, "b", skipped("Assumption failed: not today"));
        report("silent", "a", PASSED, "b", skipped("Assumption failed: assumption is not true"));
        report("failed", "a", FAILED);
        report("passed", "a", PASSED);
        Files.createDirectories(folder.resolve("empty"));
        assertThat(summary("no moon | true\n", "unknown").code()).isEqualTo(1);
        assertThat(summary("no moon | true\n", "silent").code()).isEqualTo(1);
        assertThat(summary("no moon | true\n", "failed").code()).isEqualTo(1);
        assertThat(summary("no moon | true\n", "passed", "empty").text()).contains("no test ran at all");
        assertThat(summary("no moon | true\n", "passed", "empty").code()).isEqualTo(1);
        assertThat(summary("no moon | true\n", "passed").code()).isZero();
    }

    private static String skipped(String why) {
        return "<skipped type=\"x\"><![CDATA[org.opentest4j.TestAbortedException: " + why
                + "\n\tat x.Y(Y.java:1)]]></skipped>";
    }

    private void report(String tree, String... namesAndOutcomes) throws IOException {
        var text = new StringBuilder("<testsuite>");
        for (int i = 0; i < namesAndOutcomes.length; i += 2) {
            text.append("<testcase classname=\"Some\" name=\"")
                    .append(namesAndOutcomes[i])
                    .append("\" time=\"1,000.25\">")
                    .append(namesAndOutcomes[i + 1])
                    .append("</testcase>");
        }
        var reports = Files.createDirectories(folder.resolve(tree).resolve("module/target/surefire-reports"));
        Files.writeString(reports.resolve("TEST-Some.xml"), text + "</testsuite>");
    }

    private Said summary(String reasons, String... trees) throws Exception {
        var file = Files.writeString(folder.resolve("skips"), "# Why\n" + reasons);
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                Jail.CLONE.resolve("bin/lib/TestSummary.java").toString(),
                file.toString()));
        for (var tree : trees) {
            command.add("as " + tree + "=" + folder.resolve(tree));
        }
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), text);
    }
}
