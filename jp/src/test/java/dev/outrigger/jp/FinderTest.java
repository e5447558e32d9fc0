package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.jp.commands.Commands;
import dev.outrigger.jp.finding.Call;
import dev.outrigger.jp.finding.Candidate;
import dev.outrigger.jp.finding.Finder;
import dev.outrigger.terminal.Look;
import dev.outrigger.terminal.Parsed;
import dev.outrigger.terminal.Parser;
import dev.outrigger.terminal.Printer;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.workspace.Places;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Programs in real folders, found in real folders.
class FinderTest {
    private static final List<String> WORDS = List.of("serve", "web", "http-api", "conversation", "export", "ls", "-x");

    @TempDir
    Path folder;

    private Session session() {
        var environment = new HashMap<String, String>();
        environment.put("HOME", folder.resolve("home").toString());
        environment.put(
                "PATH", folder.resolve("a") + ":relative:" + folder.resolve("b") + "::" + folder.resolve("none"));
        var globals = ((Parsed.External) Parser.parse(Commands.ROOT, List.of("nosuch"))).globals();
        var places = Places.of(environment);
        var nowhere = OutputStream.nullOutputStream();
        return new Session(
                environment,
                folder,
                globals,
                new Printer(nowhere, nowhere, Look.PLAIN, Look.PLAIN, Printer.Mode.TEXT, true),
                Look.PLAIN,
                places,
                new Log(folder.resolve("log"), LogLevel.ERROR, nowhere));
    }

    private void fill(Random random) throws IOException {
        for (var place : List.of("a", "b", "home/.local/share/jp/plugins/command")) {
            var there = Files.createDirectories(folder.resolve(place));
            try (var old = Files.list(there)) {
                for (var file : old.toList()) {
                    Files.delete(file);
                }
            }
            for (int i = random.nextInt(6); i > 0; i--) {
                var file = there.resolve("jp-" + String.join("-", words(random, 3)));
                if (!Files.exists(file)) {
                    Files.createFile(file);
                    assertThat(file.toFile().setExecutable(random.nextInt(4) > 0))
                            .isTrue();
                }
            }
        }
    }

    private static List<String> words(Random random, int most) {
        var words = new ArrayList<String>();
        for (int i = random.nextInt(most); i >= 0; i--) {
            words.add(WORDS.get(random.nextInt(WORDS.size())));
        }
        return words;
    }

    /// A run looks at as little as it can, an explanation at everything: they must not come to different ends.
    @Test
    void aCallLeadsWhereItIsExplainedToLead() throws Exception {
        for (int seed = 0; seed < 400; seed++) {
            var random = new Random(seed);
            fill(random);
            for (int i = 0; i < 4; i++) {
                var call = Call.of(Commands.ROOT, words(random, 4));
                if (call.served() || call.words().isEmpty()) {
                    continue;
                }
                var finder = new Finder(session(), Commands.ROOT);
                var quick = finder.route(call);
                var all = finder.explain(call);
                assertThat(quick.chosen().map(Candidate::offer))
                        .as("seed %d, %s: %s", seed, call, all)
                        .isEqualTo(all.chosen().map(Candidate::offer));
                assertThat(quick.rest()).isEqualTo(all.rest());
            }
        }
    }

    @Test
    void onlyAbsoluteFoldersOfPathCount() throws Exception {
        Files.createDirectories(folder.resolve("relative"));
        Files.createFile(folder.resolve("relative/jp-x"));

        assertThat(new Finder(session(), Commands.ROOT).programs().all()).isEmpty();
    }
}
