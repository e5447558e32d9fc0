package dev.outrigger.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// So that the targets do not rot: a few inputs each. `bin/fuzz` gives them a million.
final class TargetsTest {
    private static final String FEW = "100";

    @TempDir
    Path kept;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private int run(Target target, String... args) throws Exception {
        var out = new PrintStream(said, true, StandardCharsets.UTF_8);
        return new TargetRun(target, Fuzz.tree(), FuzzOptions.of(args), kept, out).go();
    }

    @Test
    void everyTargetHasSeedsThatAreFineAndTakesDamagedOnes() throws Exception {
        for (var target : Targets.ALL) {
            assertThat(target.seeds(Fuzz.tree())).as(target.name()).isNotEmpty();
            assertThat(run(target, "--inputs", FEW))
                    .as(said.toString(StandardCharsets.UTF_8))
                    .isZero();
        }
    }

    @Test
    void targetsAreCalledByDifferentNames() {
        assertThat(Targets.ALL).extracting(Target::name).doesNotHaveDuplicates();
    }

    @Test
    void findsKeepsAndRepeatsWhatAReaderIsWrongAbout() throws Exception {
        assertThat(run(new Careless(), "--inputs", "5000")).isEqualTo(1);
        var file = kept.resolve("careless/NumberFormatException-TargetsTest-Careless.read");
        assertThat(Files.readString(file)).isEqualTo("n=");
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("repeat: bin/fuzz careless --repeat " + file);
    }

    @Test
    void theSameSeedGivesTheSameInputs() throws Exception {
        var first = new Careless();
        var second = new Careless();
        var other = new Careless();
        run(first, "--inputs", "500");
        run(second, "--inputs", "500");
        run(other, "--inputs", "500", "--seed", "2");
        assertThat(second.seen).containsExactlyElementsOf(first.seen);
        assertThat(other.seen).isNotEqualTo(first.seen);
    }

    @Test
    void tooMuchMemoryIsAFinding() throws Exception {
        var greedy = new Careless() {
            @Override
            public String read(byte[] input) {
                return Integer.toString(new byte[8 << 20].length);
            }
        };
        assertThat(run(greedy, "--inputs", "10")).isEqualTo(1);
        assertThat(kept.resolve("careless/large")).exists();
    }

    /// Takes whatever stands behind `n=` for a number.
    private static class Careless implements Target {
        /// Once each: what seems slow is given twice.
        private final Set<Integer> seen = new LinkedHashSet<>();

        @Override
        public String name() {
            return "careless";
        }

        @Override
        public List<byte[]> seeds(Seeds tree) {
            return Seeds.texts("name=a;n=12;", "n=7");
        }

        @Override
        public String read(byte[] input) {
            seen.add(Arrays.hashCode(input));
            var text = new String(input, StandardCharsets.ISO_8859_1);
            int from = text.indexOf("n=");
            int to = text.indexOf(';', from);
            return from < 0 ? "none" : "n " + Integer.parseInt(text.substring(from + 2, to < 0 ? text.length() : to));
        }
    }
}
