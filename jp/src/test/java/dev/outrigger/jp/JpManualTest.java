package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.jp.commands.Commands;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.HelpText;
import dev.outrigger.terminal.ManPages;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The man pages, as groff reads them; it comes with `bin/check`, which installs it where it is missing.
class JpManualTest {
    @TempDir
    Path folder;

    @Test
    void everyCommandStandsInAPageWithAllThatItTakes() throws Exception {
        JpManual.main(new String[] {folder.toString(), folder.resolve("said").toString()});

        for (var command : Commands.ROOT.subcommands()) {
            var path = List.of(Commands.ROOT, command);
            if (!command.group()) {
                shows("jp.1", path);
            }
            for (var below : command.subcommands()) {
                shows("jp-" + command.name() + ".1", List.of(Commands.ROOT, command, below));
            }
        }
        assertThat(unfolded(drawn("jp.1")))
                .contains(unfolded(Commands.ROOT.about()), "--format <FORMAT>", "-q, --quiet", "-h, --help")
                .contains("jp-plugin(1)");
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

    @Test
    void groffHasNothingToWarnOf() throws Exception {
        for (var page : ManPages.of(Commands.ROOT, "1.0").entrySet()) {
            Files.writeString(folder.resolve(page.getKey()), page.getValue());
            assertThat(groff("-ww", "-z", page.getKey())).as(page.getKey()).isEmpty();
        }
    }

    /// At 80 columns. Only an example may be wider, since it is to be copied.
    @Test
    void fitsOnAScreen() throws Exception {
        JpManual.main(new String[] {folder.toString(), folder.resolve("said").toString()});
        var examples = new ArrayList<String>();
        collect(Commands.ROOT, examples);
        for (var page : ManPages.of(Commands.ROOT, "1.0").keySet()) {
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
