package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.context.RunLog;
import dev.outrigger.hosting.finding.CallWords;
import dev.outrigger.hosting.finding.PluginCandidate;
import dev.outrigger.hosting.finding.PluginFinder;
import dev.outrigger.jp.commands.Commands;
import dev.outrigger.terminal.CommandLineParser;
import dev.outrigger.terminal.ParsedCommandLine;
import dev.outrigger.terminal.Printer;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.workspace.UserPlaces;
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

    private JpContext context() {
        var environment = new HashMap<String, String>();
        environment.put("HOME", folder.resolve("home").toString());
        environment.put(
                "PATH", folder.resolve("a") + ":relative:" + folder.resolve("b") + "::" + folder.resolve("none"));
        var globals =
                ((ParsedCommandLine.External) CommandLineParser.parse(Commands.ROOT, List.of("nosuch"))).globals();
        var places = UserPlaces.of(environment);
        var nowhere = OutputStream.nullOutputStream();
        return new JpContext(
                Commands.ROOT,
                environment,
                folder,
                globals,
                new Printer(nowhere, nowhere, StreamLook.PLAIN, StreamLook.PLAIN, Printer.Mode.TEXT, true),
                StreamLook.PLAIN,
                places,
                new RunLog(folder.resolve("log"), LogLevel.ERROR, nowhere));
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
                var call = CallWords.of(Commands.ROOT, words(random, 4));
                if (call.served() || call.words().isEmpty()) {
                    continue;
                }
                var finder = new PluginFinder(context());
                var quick = finder.route(call);
                var all = finder.explain(call);
                assertThat(quick.chosen().map(PluginCandidate::offer))
                        .as("seed %d, %s: %s", seed, call, all)
                        .isEqualTo(all.chosen().map(PluginCandidate::offer));
                assertThat(quick.rest()).isEqualTo(all.rest());
            }
        }
    }

    @Test
    void onlyAbsoluteFoldersOfPathCount() throws Exception {
        Files.createDirectories(folder.resolve("relative"));
        Files.createFile(folder.resolve("relative/jp-x"));

        assertThat(new PluginFinder(context()).programs().all()).isEmpty();
    }
}
