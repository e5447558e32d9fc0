package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.launch.Ending;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class SandboxTest {
    private static final List<String> NOTHING = List.of();

    @TempDir
    Path folder;

    private Place place;

    @BeforeEach
    void place() throws Exception {
        place = Place.in(folder);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sh      | -c        | echo alive",
                "bash    | -c        | echo alive",
                "python3 | -c        | print('alive')",
                "node    | -e        | console.log('alive')",
                "java    | --version | -Xlog:disable",
            })
    void startsEveryKindOfProgram(String program, String option, String word) throws Exception {
        var outcome = place.run(NOTHING, program, option, word);
        assertThat(outcome.ending()).as(outcome.toString()).isEqualTo(new SandboxEnding.Ran(new Ending.Exited(0)));
        assertThat(outcome.stdout()).containsIgnoringCase(program.equals("java") ? "openjdk" : "alive");
    }
}
