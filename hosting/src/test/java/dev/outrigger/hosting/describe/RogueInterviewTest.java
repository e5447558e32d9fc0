package dev.outrigger.hosting.describe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.terminal.StreamLook;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever `jp-rogue` does when it is asked about itself, the row of `conformance/rogue/outcomes.md` holds, and nobody
/// is left.
@Timeout(120)
class RogueInterviewTest {
    private static final Path ROGUE = InterviewFixture.CLONE.resolve("conformance/rogue/jp-rogue");

    /// `words` are how the reply begins, behind the name of the question; empty for an answer.
    record Case(String flag, Class<? extends InterviewReply> reply, Duration limit, String words) {
        @Override
        public String toString() {
            return flag;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case(
                        "asked-silent",
                        InterviewReply.TooLate.class,
                        InterviewFixture.BRIEF,
                        "did not answer `?` within 0.5 s"),
                new Case(
                        "asked-late",
                        InterviewReply.TooLate.class,
                        InterviewFixture.BRIEF,
                        "did not answer `?` within 0.5 s"),
                new Case(
                        "asked-endless-line",
                        InterviewReply.TooLate.class,
                        InterviewFixture.BRIEF,
                        "did not answer `?` within 0.5 s"),
                new Case(
                        "asked-dies",
                        InterviewReply.Broke.class,
                        InterviewFixture.PATIENT,
                        "ended without an answer to `?`: exit status 3; the last it wrote on stderr: last words"),
                new Case(
                        "asked-daemon-dies",
                        InterviewReply.Broke.class,
                        InterviewFixture.PATIENT,
                        "ended without an answer to `?`: exit status 3"),
                new Case(
                        "asked-takes-for-init",
                        InterviewReply.Otherwise.class,
                        InterviewFixture.PATIENT,
                        "answered `?` with `ready`"),
                new Case(
                        "asked-floods",
                        InterviewReply.Otherwise.class,
                        InterviewFixture.PATIENT,
                        "answered `?` with 20 lines that are no messages"),
                new Case(
                        "asked-long-line",
                        InterviewReply.Otherwise.class,
                        InterviewFixture.PATIENT,
                        "answered `?` with a line of more than 1048576 bytes"),
                new Case("asked-stderr-flood", InterviewReply.class, InterviewFixture.PATIENT, ""),
                new Case("asked-daemon", InterviewReply.class, InterviewFixture.PATIENT, ""),
                new Case("asked-lives-on", InterviewReply.class, InterviewFixture.PATIENT, ""),
                new Case("asked-escapes", InterviewReply.class, InterviewFixture.PATIENT, ""),
                new Case("asked-huge", InterviewReply.class, InterviewFixture.PATIENT, ""));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void givesTheDocumentedReplyAndLeavesNobody(Case one, @TempDir Path folder) throws IOException {
        var fixture = fixture(folder, one.flag);
        for (var question : InterviewQuestion.values()) {
            var reply = fixture.ask(fixture.plugin("rogue", ROGUE), question, one.limit);

            if (one.words.isEmpty()) {
                assertThat(reply)
                        .isInstanceOf(
                                question == InterviewQuestion.DESCRIBE
                                        ? InterviewReply.Described.class
                                        : InterviewReply.Helped.class);
            } else {
                assertThat(reply)
                        .isInstanceOf(one.reply)
                        .extracting(other -> ((InterviewReply.NoAnswer) other).words())
                        .isEqualTo(one.words.replace("?", question.word()));
            }
            // One that had no time may not even have got as far as to note its pid.
            var pids = folder.resolve("pids");
            assertThat(Files.exists(pids) ? Files.readAllLines(pids) : List.<String>of())
                    .noneMatch(InterviewFixture::alive);
        }
    }

    @Test
    void everyFlagIsAsked() throws Exception {
        var list = new ProcessBuilder(ROGUE.toString(), "--list").start();
        var flags = new TreeSet<String>();
        list.inputReader(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith("asked-"))
                .forEach(line -> flags.add(line.split(" ", 2)[0]));

        assertThat(list.waitFor()).isZero();
        assertThat(cases().map(Case::flag)).containsExactlyInAnyOrderElementsOf(flags);
    }

    @Test
    void escapesAreGoneFromWhatIsShown(@TempDir Path folder) throws Exception {
        var text = help(folder, "asked-escapes");

        assertThat(text)
                .contains("--web <red>", "start  ", "[default: red]", "the command path that it declares")
                .contains("… and 2 more arguments, 1 more sub-command")
                .doesNotContain("owned", "\u001b", "\u009b", "\u202e", "\r");
    }

    @Test
    void whatIsHugeIsCutAndSaysSo(@TempDir Path folder) throws Exception {
        assertThat(help(folder, "asked-huge"))
                .hasSizeLessThan(100_000)
                .contains("--arg255", "… and 9,744 more arguments, 3 more sub-commands not shown; 1 text was cut")
                .doesNotContain("--arg256");
    }

    private static String help(Path folder, String flag) throws Exception {
        var fixture = fixture(folder, flag);
        return PluginHelp.text(
                PluginDescriptions.open(fixture.state())
                        .learn(fixture.plugin("rogue", ROGUE), fixture.interviewer(InterviewFixture.PATIENT)),
                List.of("rogue"),
                new PluginHelp.Asked(false, List.of()),
                List.of(),
                StreamLook.PLAIN);
    }

    private static InterviewFixture fixture(Path folder, String flag) {
        return new InterviewFixture(folder)
                .with("JP_ROGUE", flag)
                .with("JP_ROGUE_PIDS", folder.resolve("pids").toString());
    }
}
