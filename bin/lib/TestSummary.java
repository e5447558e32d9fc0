import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

/// What became of the tests, of one run or of several by different users together: how many there were, and which of them nobody ran, and why.
///
/// And which classes took longest: where they run side by side, the times of all are more than that of the run.
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

    /// And how long the tests of each class took, in seconds.
    private record Run(String who, List<Test> tests, Map<String, Double> seconds) {
        long count(Outcome outcome) {
            return tests.stream().filter(test -> test.outcome() == outcome).count();
        }
    }

    private static final int SLOWEST = 20;

    private TestSummary() {}

    /// The list of reasons, and for each run `WHO=TREE`.
    public static void main(String[] words) throws Exception {
        var reasons = reasons(Path.of(words[0]));
        var runs = new ArrayList<Run>();
        for (var word : List.of(words).subList(1, words.length)) {
            int split = word.indexOf('=');
            runs.add(run(word.substring(0, split), Path.of(word.substring(split + 1))));
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
        slowest(runs);
        long passed = runs.stream().mapToLong(run -> run.count(Outcome.PASSED)).sum();
        long failed = runs.stream().mapToLong(run -> run.count(Outcome.FAILED)).sum();
        System.out.println(passed + " passed, " + failed + " failed, " + nobody.size() + " skipped");
        boolean allRan = runs.stream().noneMatch(run -> run.tests().isEmpty());
        System.exit(allRan && failed == 0 && unexcused.isEmpty() ? 0 : 1);
    }

    private record Took(String type, String who, double seconds) {}

    private static void slowest(List<Run> runs) {
        var all = new ArrayList<Took>();
        for (var run : runs) {
            run.seconds().forEach((type, seconds) -> all.add(new Took(type, run.who(), seconds)));
        }
        all.sort(Comparator.comparingDouble(Took::seconds).reversed());
        System.out.println("the slowest:");
        for (var each : all.subList(0, Math.min(SLOWEST, all.size()))) {
            System.out.printf(Locale.ROOT, "  %7.1f s  %s, %s%n", each.seconds(), each.type(), each.who());
        }
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

    private static Run run(String who, Path tree) throws Exception {
        var run = new Run(who, new ArrayList<>(), new TreeMap<>());
        // Rooms are at the top or one below.
        try (var files = Files.find(tree, 5, (file, _) -> file.getFileName().toString().matches("TEST-.*\\.xml")
                && file.getParent().endsWith("target/surefire-reports"))) {
            for (var file : files.sorted().toList()) {
                read(file, run);
            }
        }
        return run;
    }

    private static void read(Path file, Run run) throws Exception {
        var suite = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()).getDocumentElement();
        var cases = suite.getElementsByTagName("testcase");
        for (int i = 0; i < cases.getLength(); i++) {
            var test = (Element) cases.item(i);
            var skipped = test.getElementsByTagName("skipped");
            boolean failed = test.getElementsByTagName("failure").getLength() + test.getElementsByTagName("error").getLength() > 0;
            var outcome = failed ? Outcome.FAILED : skipped.getLength() > 0 ? Outcome.SKIPPED : Outcome.PASSED;
            var reason = outcome == Outcome.SKIPPED ? reason((Element) skipped.item(0)) : "";
            var type = test.getAttribute("classname");
            run.tests().add(new Test(type, test.getAttribute("name"), outcome, reason));
            // Of the tests, not of the suite: side by side, that one counts what its neighbours took.
            run.seconds().merge(type, Double.parseDouble(test.getAttribute("time").replace(",", "")), Double::sum);
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
