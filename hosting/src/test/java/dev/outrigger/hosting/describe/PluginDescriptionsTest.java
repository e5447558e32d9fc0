package dev.outrigger.hosting.describe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.terminal.program.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whoever has described itself is not started for it again, until its content changes.
@Timeout(120)
class PluginDescriptionsTest {
    private static final String DESCRIBE = "{\"type\":\"describe\",\"name\":\"web\",\"version\":\"1.2\","
            + "\"description\":\"A web UI\",\"command\":[\"serve\",\"http-api\"],\"help\":\"Own words\","
            + "\"options_schema\":{\"type\":\"object\"}}";
    private static final String HELP =
            "{\"type\":\"help\",\"command\":{\"about\":\"Serve\",\"args\":[{\"long\":\"port\",\"help\":\"Port\"}]}}";

    @TempDir
    Path folder;

    private InterviewFixture fixture;
    private Interviewer interviewer;

    @BeforeEach
    void make() {
        fixture = new InterviewFixture(folder);
        interviewer = fixture.interviewer(InterviewFixture.PATIENT);
    }

    private PluginDescriptions open() {
        return PluginDescriptions.open(fixture.state());
    }

    @Test
    void theSecondTimeNothingIsStarted() throws IOException {
        var plugin = fixture.counted("web", DESCRIBE, HELP);

        assertThat(open().describe(List.of(plugin), interviewer)).isEmpty();
        assertThat(open().describe(List.of(plugin), interviewer)).isEmpty();

        assertThat(fixture.started("web")).isEqualTo(1);
        var known = open().known(plugin).orElseThrow();
        assertThat(known.description()).isEqualTo("A web UI");
        assertThat(known.help()).isEqualTo("Own words");
        assertThat(known.optionsSchema()).isNotNull();
        assertThat(known.structured()).isNull();
    }

    @Test
    void theShortOfItIsKnownWithoutTheLong() throws IOException {
        var plugin = fixture.counted("web", DESCRIBE, HELP);
        open().describe(List.of(plugin), interviewer);
        said().forEach(file -> assertThat(file.toFile().delete()).isTrue());

        var shown = new RememberedDescription(
                plugin.file().toString(), "web", List.of("serve", "http-api"), "web", "1.2", "A web UI", true, "");
        assertThat(open().all()).containsExactly(shown);
        assertThat(open().remembered(plugin)).contains(shown);
        assertThat(open().known(plugin)).isEmpty();
    }

    @Test
    void helpIsAskedOnceAndBesideWhatIsKnown() throws Exception {
        var plugin = fixture.counted("web", DESCRIBE, HELP);
        open().describe(List.of(plugin), interviewer);

        var learnt = open().learn(plugin, interviewer);
        var again = open().learn(plugin, interviewer);

        assertThat(learnt).isEqualTo(again);
        assertThat(Objects.requireNonNull(learnt.structured()).name()).isEqualTo("http-api");
        assertThat(learnt.description()).isEqualTo("A web UI");
        assertThat(fixture.started("web")).isEqualTo(2);
    }

    @Test
    void onePluginThatKnowsNoHelpIsNotAskedForItTwice() throws Exception {
        var plugin = fixture.counted("web", DESCRIBE, "{\"type\":\"ready\"}");

        assertThat(open().learn(plugin, interviewer).help()).isEqualTo("Own words");
        assertThat(open().learn(plugin, interviewer).structured()).isNull();

        assertThat(fixture.started("web")).isEqualTo(2);
    }

    @Test
    void aTouchedFileWithTheSameContentIsNotAskedAgain() throws IOException {
        var plugin = fixture.counted("web", DESCRIBE, HELP);
        open().describe(List.of(plugin), interviewer);
        Files.setLastModifiedTime(plugin.file(), FileTime.from(Instant.parse("2001-02-03T04:05:06Z")));

        assertThat(open().known(plugin)).isPresent();
        open().describe(List.of(plugin), interviewer);

        assertThat(fixture.started("web")).isEqualTo(1);
        assertThat(Files.readString(fixture.state().resolve("described/index.jsonl")))
                .contains("\"time\":981173106000000000");
    }

    @Test
    void aChangedFileIsAskedAgain() throws IOException {
        open().describe(List.of(fixture.counted("web", DESCRIBE, HELP)), interviewer);
        var plugin = fixture.counted("web", DESCRIBE.replace("A web UI", "A new UI"), HELP);

        assertThat(open().known(plugin)).isEmpty();
        assertThat(open().remembered(plugin)).isEmpty();
        open().describe(List.of(plugin), interviewer);

        assertThat(fixture.started("web")).isEqualTo(2);
        assertThat(open().known(plugin).orElseThrow().description()).isEqualTo("A new UI");
        assertThat(said()).hasSize(1);
    }

    @Test
    void oneThatDoesNotAnswerIsNotAskedByEveryListing() throws Exception {
        var plugin = fixture.counted("mute", "", "");

        open().describe(List.of(plugin), interviewer);
        open().describe(List.of(plugin), interviewer);

        assertThat(fixture.started("mute")).isEqualTo(1);
        assertThat(open().remembered(plugin).orElseThrow().failure())
                .isEqualTo("ended without an answer to `describe`: exit status 0");
        assertThat(open().known(plugin)).isEmpty();
        assertThat(open().learn(plugin, interviewer).notes())
                .containsExactly("jp-mute does not say what it does: it ended without an answer to `describe`: exit"
                        + " status 0");
        assertThat(fixture.started("mute"))
                .as("asked for by name, it is tried again")
                .isEqualTo(3);
    }

    @Test
    void aFailureIsForgottenAfterADay() throws IOException {
        var plugin = fixture.counted("mute", "", "");
        open().describe(List.of(plugin), interviewer);
        var index = fixture.state().resolve("described/index.jsonl");
        var old = Instant.now().getEpochSecond() - 25 * 60 * 60;
        Files.writeString(index, Files.readString(index).replaceAll("\"asked\":\\d+", "\"asked\":" + old));

        open().describe(List.of(plugin), interviewer);

        assertThat(fixture.started("mute")).isEqualTo(2);
    }

    @Test
    void fiftyAreDescribedInOneGoAndThenNeverAgain() throws IOException {
        var plugins = new ArrayList<PluginProgram>();
        for (int i = 0; i < 50; i++) {
            plugins.add(fixture.counted("p" + i, DESCRIBE.replace("http-api", "p" + i), HELP));
        }

        open().describe(plugins, interviewer);
        open().describe(plugins, interviewer);

        assertThat(open().all()).hasSize(50);
        for (int i = 0; i < 50; i++) {
            assertThat(fixture.started("p" + i)).isEqualTo(1);
            assertThat(open().known(plugins.get(i)).orElseThrow().command()).containsExactly("serve", "p" + i);
        }
    }

    @Test
    void oneThatMayNotBeAskedDoesNotHinderTheOthers() throws IOException {
        var good = fixture.counted("good", DESCRIBE, HELP);
        var bad = fixture.counted("bad", DESCRIBE, HELP);

        var refusals = open().describe(List.of(bad, good), (plugin, question) -> {
            if (plugin.equals(bad)) {
                throw new Problem("jp-bad is not the program that was pinned", "");
            }
            return interviewer.ask(plugin, question);
        });

        assertThat(refusals).containsExactly("jp-bad is not the program that was pinned");
        assertThat(open().known(good)).isPresent();
        assertThat(open().remembered(bad)).isEmpty();
        assertThat(fixture.started("bad")).isZero();
    }

    @Test
    void whatAnotherProcessLearntMeanwhileIsKept() throws IOException {
        var one = fixture.counted("one", DESCRIBE, HELP);
        var two = fixture.counted("two", DESCRIBE, HELP);
        var first = open();
        assertThat(first.all()).isEmpty();
        open().describe(List.of(two), interviewer);

        first.describe(List.of(one), interviewer);

        assertThat(open().all()).extracting(RememberedDescription::id).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void aProgramThatIsGoneIsDropped() throws IOException {
        var one = fixture.counted("one", DESCRIBE, HELP);
        var two = fixture.counted("two", DESCRIBE, HELP);
        open().describe(List.of(one), interviewer);
        Files.delete(one.file());

        assertThat(open().known(one)).isEmpty();
        open().describe(List.of(two), interviewer);

        assertThat(open().all()).extracting(RememberedDescription::id).containsExactly("two");
    }

    @Test
    void aFileThatChangesWhileItSpeaksIsNotRemembered() throws IOException {
        var plugin = fixture.plugin("changing", """
                #!/bin/bash
                read -r question
                echo '# more' >> "$0"
                echo '%s'
                """.formatted(DESCRIBE));

        open().describe(List.of(plugin), interviewer);

        assertThat(open().all()).isEmpty();
    }

    @Test
    void aDamagedCacheIsRebuilt() throws IOException {
        var one = fixture.counted("one", DESCRIBE, HELP);
        var two = fixture.counted("two", DESCRIBE, HELP);
        open().describe(List.of(one, two), interviewer);
        var index = fixture.state().resolve("described/index.jsonl");
        var good = Files.readString(index);
        for (var damaged : List.of(
                "",
                "garbage",
                "{\"format\":99}\n",
                good.substring(0, good.length() - 30),
                good.replace("\"size\":", "\"size\":\"x\",\"y\":"),
                good.replace("http-api", "../../etc"),
                good.replace("\"sha256\":\"", "\"sha256\":\"\\u0000"),
                good.replaceAll("\"sha256\":\"[^\"]*", "\"sha256\":\"../../x"),
                good.replace('{', '[') + "\0\0\0")) {
            Files.writeString(index, damaged);

            open().describe(List.of(one, two), interviewer);

            assertThat(open().known(one)).isPresent();
            assertThat(open().known(two)).isPresent();
        }
        for (var file : said()) {
            Files.writeString(file, Files.readString(file).substring(20));
        }
        assertThat(open().known(one)).isEmpty();
    }

    @Test
    void aCacheThatCannotBeWrittenIsNoReasonToFail() throws Exception {
        Files.writeString(Files.createDirectories(fixture.state()).resolve("described"), "a file, no folder");
        var plugin = fixture.counted("web", DESCRIBE, HELP);
        var descriptions = open();

        assertThat(descriptions.learn(plugin, interviewer).description()).isEqualTo("A web UI");

        assertThat(descriptions.troubles()).isNotEmpty();
    }

    private List<Path> said() throws IOException {
        try (var files = Files.list(fixture.state().resolve("described"))) {
            return files.filter(file -> file.toString().endsWith(".said")).toList();
        }
    }
}
