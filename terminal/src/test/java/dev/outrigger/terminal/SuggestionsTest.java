package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {
    private static final List<String> COMMANDS =
            List.of("init", "query", "conversation", "config", "plugin", "doctor", "completion", "ls", "rm");

    @ParameterizedTest
    @CsvSource({
        "conversaton,conversation",
        "convresation,conversation",
        "cnversatoin,conversation",
        "CONFIG,config",
        "qurey,query",
        "docter,doctor",
        "l,ls",
        "sl,ls",
        "conv,conversation",
        "con,config",
        "pluginn,plugin",
    })
    void findsWhatWasMeant(String typed, String meant) {
        assertThat(Suggestions.nearest(typed, COMMANDS)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"weather", "x", "zz", "print", "''", "conversationconversation"})
    void keepsQuietWhenNothingIsNear(String typed) {
        assertThat(Suggestions.nearest(typed, COMMANDS)).isEmpty();
    }

    @Test
    void prefersTheNearest() {
        assertThat(Suggestions.nearest("tast", List.of("toast", "test", "task")))
                .contains("toast");
        assertThat(Suggestions.nearest("task", List.of("tusk", "task"))).contains("task");
    }

    @Test
    void isNotImpressedByEndlessWords() {
        var endless = "a".repeat(1 << 20);
        assertThat(Suggestions.nearest(endless, List.of("a", endless.substring(1))))
                .isEmpty();
        assertThat(Suggestions.nearest("lss", List.of(endless, "ls"))).contains("ls");
    }
}
