package dev.outrigger.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.jp.JpManual;
import dev.outrigger.kaged.KagedManual;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.HelpText;
import dev.outrigger.terminal.ManPages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The man pages of both programs, as groff reads them; it comes with `bin/check`, which installs it where it is
/// missing.
class ManualTest {
    @TempDir
    Path folder;

    interface Writer {
        void write(Path folder) throws IOException;
    }

    record Program(Command root, Writer writer) {
        @Override
        public String toString() {
            return root.name();
        }
    }

    /// Both have the group `plugin`.
    static Stream<Program> programs() {
        return Stream.of(
                new Program(
                        dev.outrigger.jp.commands.Commands.ROOT,
                        folder -> JpManual.main(new String[] {
                            folder.toString(), folder.resolve("said").toString()
                        })),
                new Program(
                        dev.outrigger.kaged.commands.Commands.ROOT,
                        folder -> KagedManual.main(new String[] {folder.toString()})));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void everyCommandStandsInAPageWithAllThatItTakes(Program program) throws Exception {
        program.writer().write(folder);

        var root = program.root();
        for (var command : root.subcommands()) {
            if (!command.group()) {
                shows(root.name() + ".1", List.of(root, command));
            }
            for (var below : command.subcommands()) {
                shows(root.name() + "-" + command.name() + ".1", List.of(root, command, below));
            }
        }
        assertThat(unfolded(drawn(root.name() + ".1")))
                .contains(unfolded(root.about()), "--format <FORMAT>", "-q, --quiet", "-h, --help")
                .contains(root.name() + "-plugin(1)");
    }

    private void shows(String page, List<Command> path) throws Exception {
        var text = unfolded(drawn(page));
        assertThat(text).contains(unfolded(HelpText.usage(path)));
        var about = path.getLast().longAbout();
        assertThat(text).contains(unfolded(about.isBlank() ? path.getLast().about() : about));
        for (var arg : path.getLast().args()) {
            assertThat(text).as(page).contains(arg.name());
        }
        for (var example : path.getLast().examples()) {
            assertThat(text).contains(unfolded(example.line()));
        }
    }

    private static String unfolded(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void groffHasNothingToWarnOf(Program program) throws Exception {
        for (var page : ManPages.of(program.root(), "1.0").entrySet()) {
            Files.writeString(folder.resolve(page.getKey()), page.getValue());
            assertThat(groff("-ww", "-z", page.getKey())).as(page.getKey()).isEmpty();
        }
    }

    /// At 80 columns. Only an example may be wider, since it is to be copied.
    @ParameterizedTest
    @MethodSource("programs")
    void fitsOnAScreen(Program program) throws Exception {
        program.writer().write(folder);
        var examples = new ArrayList<String>();
        collect(program.root(), examples);
        for (var page : ManPages.of(program.root(), "1.0").keySet()) {
            assertThat(drawn(page).lines().filter(line -> line.length() > 80))
                    .as(page)
                    .allMatch(line -> examples.contains(line.strip()));
        }
    }

    private static void collect(Command command, List<String> examples) {
        command.examples().forEach(example -> examples.add(example.line()));
        command.subcommands().forEach(below -> collect(below, examples));
    }

    private String drawn(String page) throws Exception {
        return groff("-Tutf8", "-rLL=80n", "-P-c", "-P-b", "-P-u", page);
    }

    private String groff(String... words) throws Exception {
        var command = new ArrayList<>(List.of("groff", "-man"));
        command.addAll(List.of(words));
        var groff = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        var said = new String(groff.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(groff.waitFor()).as(said).isZero();
        return said;
    }
}
