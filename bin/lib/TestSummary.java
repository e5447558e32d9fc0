import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

/// What became of the tests, of one run or of several by different users together: how many there were, and which of them nobody ran, and why.
///
/// That a test was skipped in one run is no loss when another ran it. Where none did, its reason must be one that holds on this machine: `skips` says
/// which do. Any other could have run, and the check fails.
final class TestSummary {
    private enum Outcome {
        PASSED,
        FAILED,
        SKIPPED
    }

    /// `reason` is empty unless it was skipped.
    private record Test(String type, String name, Outcome outcome, String reason) {
        /// A class that was skipped as a whole has no names.
        boolean stoodFor(Test other) {
            return outcome != Outcome.SKIPPED && type.equals(other.type) && (name.equals(other.name) || other.name.isEmpty() || other.name.equals(other.type));
        }
    }

    private record Run(String who, List<Test> tests) {
        long count(Outcome outcome) {
            return tests.stream().filter(test -> test.outcome() == outcome).count();
        }
    }

    private TestSummary() {}

    /// The list of reasons, and for each run `WHO=TREE`.
    public static void main(String[] words) throws Exception {
        var reasons = reasons(Path.of(words[0]));
        var runs = new ArrayList<Run>();
        for (var word : List.of(words).subList(1, words.length)) {
            int split = word.indexOf('=');
            runs.add(new Run(word.substring(0, split), tests(Path.of(word.substring(split + 1)))));
        }
        System.out.println();
        var unexcused = new TreeMap<String, Set<String>>();
        var nobody = new HashSet<String>();
        for (var run : runs) {
            System.out.println(run.who() + ": " + run.count(Outcome.PASSED) + " passed, " + run.count(Outcome.FAILED) + " failed, " + run.count(Outcome.SKIPPED)
                    + " skipped" + (run.tests().isEmpty() ? ": no test ran at all" : ""));
            for (var group : byReason(run).entrySet()) {
                var alone = new ArrayList<String>();
                for (var test : group.getValue()) {
                    if (runs.stream().flatMap(each -> each.tests().stream()).noneMatch(each -> each.stoodFor(test))) {
                        alone.add(test.type() + "." + test.name());
                    }
                }
                boolean excused = alone.isEmpty() || holds(group.getKey(), reasons);
                nobody.addAll(alone);
                System.out.println("  skipped: " + group.getValue().size() + ": " + group.getKey() + (alone.isEmpty() ? " (run by another user)" : ""));
                if (!excused) {
                    unexcused.computeIfAbsent(group.getKey(), _ -> new HashSet<>()).addAll(alone);
                }
            }
        }
        for (var each : unexcused.entrySet()) {
            System.out.println("this machine could have run, or " + words[0] + " does not know why not (" + each.getKey() + "):");
            each.getValue().stream().sorted().forEach(name -> System.out.println("  " + name));
        }
        long passed = runs.stream().mapToLong(run -> run.count(Outcome.PASSED)).sum();
        long failed = runs.stream().mapToLong(run -> run.count(Outcome.FAILED)).sum();
        System.out.println(passed + " passed, " + failed + " failed, " + nobody.size() + " skipped");
        boolean allRan = runs.stream().noneMatch(run -> run.tests().isEmpty());
        System.exit(allRan && failed == 0 && unexcused.isEmpty() ? 0 : 1);
    }

    private static Map<String, List<Test>> byReason(Run run) {
        var groups = new TreeMap<String, List<Test>>();
        for (var test : run.tests()) {
            if (test.outcome() == Outcome.SKIPPED) {
                groups.computeIfAbsent(test.reason(), _ -> new ArrayList<>()).add(test);
            }
        }
        return groups;
    }

    /// Whether the reason is known, and good here.
    private static boolean holds(String reason, Map<String, String> reasons) throws IOException, InterruptedException {
        for (var known : reasons.entrySet()) {
            if (reason.startsWith(known.getKey())) {
                return new ProcessBuilder("sh", "-c", known.getValue())
                                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                .redirectError(ProcessBuilder.Redirect.DISCARD)
                                .start()
                                .waitFor()
                        == 0;
            }
        }
        return false;
    }

    private static Map<String, String> reasons(Path file) throws IOException {
        var reasons = new LinkedHashMap<String, String>();
        for (var line : Files.readAllLines(file)) {
            if (!line.startsWith("#") && !line.isBlank()) {
                int bar = line.indexOf('|');
                reasons.put(line.substring(0, bar).strip(), line.substring(bar + 1).strip());
            }
        }
        return reasons;
    }

    private static List<Test> tests(Path tree) throws Exception {
        var tests = new ArrayList<Test>();
        try (var modules = Files.newDirectoryStream(tree)) {
            for (var module : modules) {
                var reports = module.resolve("target/surefire-reports");
                if (Files.isDirectory(reports)) {
                    try (var files = Files.newDirectoryStream(reports, "TEST-*.xml")) {
                        for (var file : files) {
                            read(file, tests);
                        }
                    }
                }
            }
        }
        return tests;
    }

    private static void read(Path file, List<Test> tests) throws Exception {
        var cases = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()).getElementsByTagName("testcase");
        for (int i = 0; i < cases.getLength(); i++) {
            var test = (Element) cases.item(i);
            var skipped = test.getElementsByTagName("skipped");
            boolean failed = test.getElementsByTagName("failure").getLength() + test.getElementsByTagName("error").getLength() > 0;
            var outcome = failed ? Outcome.FAILED : skipped.getLength() > 0 ? Outcome.SKIPPED : Outcome.PASSED;
            var reason = outcome == Outcome.SKIPPED ? reason((Element) skipped.item(0)) : "";
            tests.add(new Test(test.getAttribute("classname"), test.getAttribute("name"), outcome, reason));
        }
    }

    /// JUnit says `Assumption failed: REASON`, AssertJ `assumption was not met due to:`, and below it `[REASON] …`; a test that is switched off has it as
    /// the message.
    private static String reason(Element skipped) {
        // The message is at times only the first line of the text.
        var words = (skipped.getAttribute("message") + "\n" + skipped.getTextContent()).strip().replaceFirst("^[\\w.]*TestAbortedException:", "").strip();
        if (words.startsWith("assumption was not met")) {
            int from = words.indexOf('[');
            int to = words.indexOf(']', from);
            words = from < 0 || to < 0 ? "" : words.substring(from + 1, to);
        }
        words = words.lines().findFirst().orElse("").replaceFirst("^Assumption failed: ", "").strip();
        return words.isEmpty() || words.startsWith("Assumption failed") ? "no reason given" : words;
    }
}
