package dev.outrigger.wire.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Conformance;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The transcripts and `conformance/replay` themselves: played as host and as plugin against each other.
@Timeout(60)
final class ReplayTest {
    private static final String REPLAY = Conformance.folder().resolve("replay").toString();

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("transcripts")
    void playsBothSidesOfATranscript(Path transcript) throws IOException, InterruptedException {
        var played = replay(transcript, "--host", REPLAY);

        assertThat(played.stderr).isEmpty();
        assertThat(played.status).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "python"})
    void playsTheHostOfThePluginsOnTheProtocolPage(String language) throws IOException, InterruptedException {
        var plugin = Files.writeString(
                folder.resolve("jp-titles"), ProtocolPageTest.page().block(language));
        assertThat(plugin).isNotEmptyFile();
        assertThat(plugin.toFile().setExecutable(true)).isTrue();
        for (var name : List.of("titles", "describe")) {
            var transcript = Files.readString(Conformance.folder().resolve("command/transcripts/" + name + ".txt"));
            // The plugins on the page leave `command` to their file's name.
            var played =
                    replay(write(transcript.replace(",\"command\":[\"titles\"]", "")), "--host", plugin.toString());

            assertThat(played.stderr).isEmpty();
            assertThat(played.status).isZero();
        }
    }

    @Test
    void tellsWhatAPluginSaidInstead() throws IOException, InterruptedException {
        var transcript = write("> {\"type\":\"init\"}", "< {\"type\":\"ready\"}", "< {\"type\":\"exit\",\"code\":0}");

        var played = replay(
                transcript, "--host", "sh", "-c", "read -r init; echo '{\"type\":\"ready\"}{'; exec cat >/dev/null");

        assertThat(played.status).isEqualTo(1);
        assertThat(played.stderr).contains("line 2", "\"ready\"", "no JSON");
    }

    @Test
    void tellsWhichFieldOfTheHostDiffers() throws IOException, InterruptedException {
        var transcript =
                write("> {\"type\":\"locked\",\"conversation\":\"<id:C>\"}", "> {\"type\":\"pushed\",\"count\":2}");

        var played = play(
                "{\"type\":\"locked\",\"conversation\":\"17\"}\n{\"type\":\"pushed\",\"count\":3}\n",
                transcript,
                List.of());

        assertThat(played.status).isEqualTo(1);
        assertThat(played.stderr).contains("line 2", "it.count should be 2, is 3");
        assertThat(played.stdout).contains("\"type\":\"exit\",\"code\":1");
    }

    @Test
    void noticesAPluginThatSaysTooLittleOrTooMuch() throws IOException, InterruptedException {
        var transcript = write("> {\"type\":\"describe\"}", "< {\"type\":\"exit\",\"code\":0}", "! status 0");

        assertThat(replay(transcript, "--host", "sh", "-c", "read -r line").stderr)
                .contains("has ended its output");
        assertThat(replay(
                                transcript,
                                "--host",
                                "sh",
                                "-c",
                                "read -r line; echo '{\"type\":\"exit\",\"code\":0}'; echo '{\"type\":\"ready\"}'")
                        .stderr)
                .contains("the transcript is over");
        assertThat(replay(
                                transcript,
                                "--host",
                                "sh",
                                "-c",
                                "read -r line; echo '{\"type\":\"exit\",\"code\":0}'; exit 3")
                        .stderr)
                .contains("ends with 3");
    }

    @Test
    void refusesATranscriptThatIsNone() throws IOException, InterruptedException {
        var played = replay(write("> {\"type\":"));

        assertThat(played.status).isEqualTo(2);
        assertThat(played.stderr).contains(":1:", "no JSON");
    }

    static Stream<Path> transcripts() throws IOException {
        try (var files = Files.list(Conformance.folder().resolve("command/transcripts"))) {
            return files.filter(file -> file.toString().endsWith(".txt")).sorted().toList().stream();
        }
    }

    private record Played(int status, String stdout, String stderr) {}

    private Played replay(Path transcript, String... words) throws IOException, InterruptedException {
        return play("", transcript, List.of(words));
    }

    private Played play(String stdin, Path transcript, List<String> words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(REPLAY));
        command.addAll(words);
        var stderr = folder.resolve("stderr");
        var builder = new ProcessBuilder(command).redirectError(stderr.toFile());
        builder.environment().put("JP_TRANSCRIPT", transcript.toString());
        var process = builder.start();
        try (var in = process.getOutputStream()) {
            in.write(stdin.getBytes(StandardCharsets.UTF_8));
        }
        var stdout = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Played(process.waitFor(), stdout, Files.readString(stderr));
    }

    private Path write(String... lines) throws IOException {
        return Files.write(folder.resolve("transcript.txt"), List.of(lines));
    }
}
