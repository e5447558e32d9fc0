package dev.outrigger.hosting.describe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.command.ToHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// One question to one real program: whatever it does, there is a reply, and nothing of it is left.
@Timeout(120)
class InterviewTest {
    private static final String TITLES =
            "{\"type\":\"describe\",\"name\":\"titles\",\"version\":\"0.1.0\",\"description\":\"d\"}";

    @TempDir
    Path folder;

    private InterviewFixture fixture;

    @BeforeEach
    void make() {
        fixture = new InterviewFixture(folder);
    }

    @Test
    void thePluginOfTheSeedDescribesItself() {
        var titles = fixture.plugin("titles", InterviewFixture.CLONE.resolve("examples/titles/jp-titles"));

        var reply = fixture.ask(titles, InterviewQuestion.DESCRIBE, InterviewFixture.PATIENT);

        assertThat(reply)
                .isEqualTo(new InterviewReply.Described(new ToHost.Describe(
                        "titles", "0.1.0", "List conversation titles", List.of("titles"), null, null, null, null)));
    }

    @Test
    void thePluginOfTheSeedTakesHelpForInitAndIsEndedAtItsFirstWord() {
        var titles = fixture.plugin("titles", InterviewFixture.CLONE.resolve("examples/titles/jp-titles"));

        assertThat(fixture.ask(titles, InterviewQuestion.HELP, InterviewFixture.PATIENT))
                .isEqualTo(new InterviewReply.Otherwise("answered `help` with `ready`"));
    }

    @Test
    void aPluginInPythonTellsItsHelp() throws IOException {
        var plugin = fixture.plugin("serve", """
                #!/usr/bin/env python3
                import json, sys
                assert json.loads(sys.stdin.readline()) == {"type": "help"}
                print(json.dumps({"type": "help", "command": {"about": "Serve", "args": [
                    {"long": "port", "short": "p", "help": "Port", "value_name": "PORT"}]}}), flush=True)
                assert sys.stdin.readline() == ""
                """);

        var reply = fixture.ask(plugin, InterviewQuestion.HELP, InterviewFixture.PATIENT);

        assertThat(reply).isInstanceOfSatisfying(InterviewReply.Helped.class, helped -> {
            assertThat(helped.answer().about()).isEqualTo("Serve");
            assertThat(helped.answer().args()).extracting(arg -> arg.longName()).containsExactly("port");
        });
    }

    @Test
    void linesThatAreNoMessagesAndLogsArePassedOver() throws IOException {
        var plugin = fixture.plugin("chatty", """
                #!/bin/bash
                read -r question
                echo loading plugins
                echo
                echo '{"type":"log","level":"info","message":"here"}'
                echo '%s'
                """.formatted(TITLES));

        assertThat(fixture.ask(plugin, InterviewQuestion.DESCRIBE, InterviewFixture.PATIENT))
                .isInstanceOf(InterviewReply.Described.class);
    }

    @Test
    void itsInputStaysOpenUntilItHasAnswered() throws IOException {
        var plugin = fixture.plugin("reader", """
                #!/bin/bash
                read -r question
                if read -r -t 0.3 more || [ $? -le 128 ]; then exit 3; fi
                echo '%s'
                read -r more || touch '%s'
                """.formatted(TITLES, folder.resolve("closed")));

        assertThat(fixture.ask(plugin, InterviewQuestion.DESCRIBE, InterviewFixture.PATIENT))
                .isInstanceOf(InterviewReply.Described.class);
        assertThat(folder.resolve("closed")).exists();
    }

    @Test
    void oneThatSaysNothingIsEndedInTime() throws IOException {
        var plugin = fixture.plugin("silent", "#!/bin/bash\ntrap '' TERM INT HUP\nread -r question\nsleep 3600\n");

        assertThat(fixture.ask(plugin, InterviewQuestion.DESCRIBE, InterviewFixture.BRIEF))
                .isEqualTo(new InterviewReply.TooLate("did not answer `describe` within 0.5 s"));
    }

    @Test
    void oneThatAnswersTooLateHasNotAnswered() throws IOException {
        // Its answer comes when it is ended, which is later than the limit by any clock.
        var plugin = fixture.plugin("late", """
                #!/bin/bash
                read -r question
                read -r more
                echo '%s'
                """.formatted(TITLES));

        assertThat(fixture.ask(plugin, InterviewQuestion.DESCRIBE, InterviewFixture.BRIEF))
                .isInstanceOf(InterviewReply.TooLate.class);
    }

    @Test
    void oneThatDiesSaysHow() throws IOException {
        var plugin = fixture.plugin("dies", "#!/bin/bash\nread -r question\necho 'no jq here' >&2\nexit 3\n");

        assertThat(fixture.ask(plugin, InterviewQuestion.DESCRIBE, InterviewFixture.PATIENT))
                .isEqualTo(new InterviewReply.Broke(
                        "ended without an answer to `describe`: exit status 3; the last it wrote on"
                                + " stderr: no jq here"));
    }

    @Test
    void oneThatClosesItsOutputAndLivesOnIsEnded() throws IOException {
        var plugin = fixture.plugin("closes", "#!/bin/bash\nread -r question\nexec >&-\nsleep 3600\n");

        assertThat(fixture.ask(plugin, InterviewQuestion.DESCRIBE, InterviewFixture.PATIENT))
                .isEqualTo(new InterviewReply.Broke("closed its stdout without an answer to `describe`"));
    }

    @Test
    void oneThatFloodsIsEnded() throws IOException {
        var lines = fixture.plugin("lines", "#!/bin/bash\nexec yes garbage\n");
        var line = fixture.plugin("line", "#!/bin/bash\nexec tr '\\0' x </dev/zero\n");
        var both = fixture.plugin("both", "#!/bin/bash\nyes >&2 &\nread -r question\necho '" + TITLES + "'\n");

        assertThat(fixture.ask(lines, InterviewQuestion.DESCRIBE, InterviewFixture.PATIENT))
                .isEqualTo(new InterviewReply.Otherwise("answered `describe` with 20 lines that are no messages"));
        assertThat(fixture.ask(line, InterviewQuestion.DESCRIBE, InterviewFixture.BRIEF))
                .isInstanceOf(InterviewReply.TooLate.class);
        assertThat(fixture.ask(both, InterviewQuestion.DESCRIBE, InterviewFixture.PATIENT))
                .isInstanceOf(InterviewReply.Described.class);
    }

    @Test
    void aLineOfMoreThanAMebibyteIsNoAnswer() throws IOException {
        var plugin = fixture.plugin("long", """
                #!/bin/bash
                read -r question
                printf '{"type":"describe","name":"n","version":"1","description":"'
                head -c 1100000 /dev/zero | tr '\\0' x
                echo '"}'
                """);

        assertThat(fixture.ask(plugin, InterviewQuestion.DESCRIBE, InterviewFixture.PATIENT))
                .isEqualTo(new InterviewReply.Otherwise("answered `describe` with a line of more than 1048576 bytes"));
    }

    @Test
    void whatItLeftRunningIsEnded() throws IOException {
        var pids = folder.resolve("pids");
        var daemon = """
                #!/bin/bash
                read -r question
                setsid bash -c 'setsid bash -c "trap \\"\\" HUP TERM; echo \\$\\$ >> %1$s; sleep 3600" & '
                until [ -s %1$s ]; do :; done
                """.formatted(pids);
        var answers = fixture.plugin("answers", daemon + "echo '" + TITLES + "'\n");
        var dies = fixture.plugin("dies", daemon);

        assertThat(fixture.ask(answers, InterviewQuestion.DESCRIBE, InterviewFixture.PATIENT))
                .isInstanceOf(InterviewReply.Described.class);
        assertNobodyLives(pids);
        assertThat(fixture.ask(dies, InterviewQuestion.DESCRIBE, InterviewFixture.PATIENT))
                .isInstanceOf(InterviewReply.Broke.class);
        assertNobodyLives(pids);
    }

    private static void assertNobodyLives(Path pids) throws IOException {
        assertThat(Files.readAllLines(pids)).isNotEmpty().noneMatch(InterviewFixture::alive);
        Files.delete(pids);
    }

    @Test
    void whatCannotBeStartedSaysWhy() throws IOException {
        var plugin = fixture.plugin("empty", "");

        assertThat(fixture.interview(InterviewFixture.PATIENT)
                        .ask(fixture.program(plugin.file()), InterviewQuestion.HELP))
                .isInstanceOfSatisfying(
                        InterviewReply.Broke.class,
                        broke -> assertThat(broke.words())
                                .startsWith("cannot be started: ")
                                .contains("is empty"));
    }

    @Test
    void anUnfitAnswerSaysWhatIsWrongWithIt() throws IOException {
        var plugin = fixture.plugin(
                "unfit", "#!/bin/bash\nread -r question\necho '{\"type\":\"describe\",\"name\":\"n\"}'\n");

        assertThat(fixture.ask(plugin, InterviewQuestion.DESCRIBE, InterviewFixture.PATIENT))
                .isEqualTo(new InterviewReply.Otherwise(
                        "answered `describe` with a `describe` that is none: field `version` is missing"));
    }

    @Test
    void anAnswerToTheOtherQuestionIsNone() throws IOException {
        var plugin = fixture.plugin("always", "#!/bin/bash\nread -r question\necho '" + TITLES + "'\n");

        assertThat(fixture.ask(plugin, InterviewQuestion.HELP, InterviewFixture.PATIENT))
                .isEqualTo(new InterviewReply.Otherwise("answered `help` with `describe`"));
    }
}
