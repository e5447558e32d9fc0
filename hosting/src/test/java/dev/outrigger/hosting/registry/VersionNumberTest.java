package dev.outrigger.hosting.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionNumberTest {
    private static final List<String> RISING = List.of(
            "0.9",
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0-rc.1",
            "1.0.0",
            "1.0.1",
            "1.2",
            "1.10",
            "2024.11",
            "99999999999999999999999.0");

    @Test
    void risesAsPeopleExpect() {
        var shuffled = new ArrayList<>(RISING);
        Collections.shuffle(shuffled, new Random(7));
        shuffled.sort((a, b) ->
                VersionNumber.of(a).orElseThrow().compareTo(VersionNumber.of(b).orElseThrow()));

        assertThat(shuffled).containsExactlyElementsOf(RISING);
    }

    @Test
    void absentNumbersAndBuildsDoNotMatter() {
        assertThat(VersionNumber.of("1").orElseThrow())
                .isEqualByComparingTo(VersionNumber.of("1.0.0+linux").orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "1.", "v1", "1..2", "1-", "1+", "1 2", "../1", "1\n", "latest", "1.x"})
    void refusesWhatIsNone(String text) {
        assertThat(VersionNumber.of(text)).isEmpty();
    }

    @Test
    void refusesWhatIsTooLong() {
        assertThat(VersionNumber.of("1".repeat(65))).isEmpty();
    }
}
