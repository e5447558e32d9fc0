package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// jp and the examples keep to the transcripts, each with the other side played by `conformance/replay`.
class TranscriptsTest {
    private static final Path REPLAY = Jail.CLONE.resolve("conformance/replay");

    static Stream<Transcript> runs() {
        return Transcript.all().stream().filter(Transcript::aRun);
    }

    @ParameterizedTest
    @MethodSource("runs")
    @Execution(ExecutionMode.CONCURRENT)
    void jpSaysWhatTheTranscriptSays(Transcript transcript, @TempDir Path folder) throws Exception {
        var jail = Jail.in(folder)
                .plugin("replay", REPLAY)
                .trusted("replay")
                .with("JP_TRANSCRIPT", transcript.file().toString());
        for (var title : transcript.all("conversation")) {
            assertThat(jail.jp("conversation", "new", "--title", title).code()).isEqualTo(0);
        }
        var words = new ArrayList<String>();
        for (var setting : transcript.all("cfg")) {
            words.addAll(List.of("--cfg", setting));
        }
        words.add("replay");
        var run = new WatchedRun(jail, folder);
        transcript
                .one("signal")
                .ifPresent(name -> run.signal(
                        name,
                        out -> Files.readString(out, StandardCharsets.UTF_8).contains("waiting")));

        var seen = run.run(words.toArray(String[]::new));

        assertThat(seen.code())
                .as(seen.err())
                .isEqualTo(Integer.parseInt(transcript.one("jp").orElseThrow()));
        transcript.one("stdout").ifPresent(json -> assertThat(seen.out()).isEqualTo(Transcript.text(json)));
        for (var json : transcript.all("stderr")) {
            assertThat(seen.err()).contains(Transcript.text(json));
        }
        assertThat(seen.survivors()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "describe.txt, titles/jp-titles",
        "titles.txt, titles/jp-titles",
        "describe-diary.txt, diary/jp-diary",
        "help-diary.txt, diary/jp-diary",
        "diary.txt, diary/jp-diary"
    })
    void anExampleSaysWhatItsTranscriptSays(String transcript, String plugin, @TempDir Path folder) throws Exception {
        var result = Jail.in(folder)
                .with("JP_TRANSCRIPT", Transcript.FOLDER.resolve(transcript).toString())
                .sh(REPLAY + " --host " + Jail.CLONE.resolve("examples").resolve(plugin));

        assertThat(result.code()).as(result.err()).isEqualTo(0);
    }

    @ParameterizedTest
    @CsvSource({"titles.txt, diary/jp-diary", "describe.txt, diary/jp-diary"})
    void aPluginThatSaysOtherThingsIsFound(String transcript, String plugin, @TempDir Path folder) {
        var result = Jail.in(folder)
                .with("JP_TRANSCRIPT", Transcript.FOLDER.resolve(transcript).toString())
                .sh(REPLAY + " --host " + Jail.CLONE.resolve("examples").resolve(plugin));

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("expected");
    }

    /// Else the tests above might find every host right.
    @Test
    void aHostThatSaysOtherThingsIsFound(@TempDir Path folder) throws Exception {
        var wrong = Files.writeString(folder.resolve("wrong.txt"), """
                > {"type":"init"}
                < {"type":"ready"}
                < {"type":"list_conversations"}
                > {"type":"conversations","data":[{"title":"nobody made this"}]}
                < {"type":"exit","code":0}
                """);

        var result = Jail.in(folder)
                .plugin("replay", REPLAY)
                .trusted("replay")
                .with("JP_TRANSCRIPT", wrong.toString())
                .jp("replay");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("wrong.txt: line 4");
    }

    @Test
    void everyTranscriptIsPlayed() {
        var others = Transcript.all().stream().filter(one -> !one.aRun()).map(Transcript::toString);

        assertThat(others).containsExactly("describe-diary.txt", "describe.txt", "help-diary.txt");
        assertThat(runs()).hasSizeGreaterThan(10);
    }
}
