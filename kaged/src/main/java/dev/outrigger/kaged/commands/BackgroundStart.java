package dev.outrigger.kaged.commands;

import dev.outrigger.system.FileErrorWords;
import dev.outrigger.terminal.program.Problem;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Starts this program once more, as a daemon: in a session of its own, so that no terminal takes it along. Its stdout
/// and stderr come here until it says that it is ready; then it lets go of them.
final class BackgroundStart {
    /// Commands do not know the program that they are commands of.
    private static final String MAIN = "dev.outrigger.kaged.Main";

    private static final int PATIENCE_SECONDS = 60;

    private BackgroundStart() {}

    /// Returns when the daemon answers; its pid.
    static long start(Map<String, String> environment) throws Problem {
        try {
            var builder = new ProcessBuilder(command())
                    .directory(new File("/"))
                    .redirectInput(new File("/dev/null"))
                    .redirectErrorStream(true);
            builder.environment().clear();
            builder.environment().putAll(environment);
            builder.environment().put(StartCommand.AWAITED, "1");
            // Java takes names of files for what the locale says, and clients in any locale name some.
            builder.environment().put("LC_ALL", "C.UTF-8");
            var process = builder.start();
            var patience = giveUpLater(process);
            long pid = await(process);
            // It has started: whoever called this may live on, and so does the daemon.
            patience.interrupt();
            return pid;
        } catch (IOException e) {
            throw new Problem("kaged cannot be started: " + FileErrorWords.of(e), "");
        }
    }

    private static long await(Process process) throws IOException, Problem {
        var said = new ArrayList<String>();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (var line = out.readLine(); line != null; line = out.readLine()) {
                if (line.equals(StartCommand.READY)) {
                    return process.pid();
                }
                said.add(line);
            }
        }
        var why = said.isEmpty() ? "it ended without a word" : said.getFirst().replaceFirst("^error: ", "");
        throw new Problem(
                "kaged did not start: " + why,
                String.join("\n  ", said.stream().skip(1).map(String::strip).toList()));
    }

    private static Thread giveUpLater(Process process) {
        return Thread.ofPlatform().daemon().start(() -> {
            try {
                if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException _) {
                // The daemon lives.
            }
        });
    }

    private static List<String> command() throws Problem {
        var java = ProcessHandle.current()
                .info()
                .command()
                .orElseThrow(() -> new Problem("cannot tell which Java runs this", ""));
        var words = new ArrayList<>(List.of("setsid", java));
        // Those of bin/lib/kaged-start.sh, which starts a daemon in the foreground itself.
        var given = System.getProperty("kaged.daemon.options", "");
        if (!given.isEmpty()) {
            words.addAll(List.of(given.split("\n")));
        }
        var cache = System.getProperty("kaged.daemon.cache", "");
        if (!cache.isEmpty() && Files.isReadable(Path.of(cache))) {
            words.add("-XX:AOTCache=" + cache);
        }
        words.addAll(List.of(
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("kaged.daemon.classpath", System.getProperty("java.class.path", "")),
                MAIN,
                "start",
                "--foreground"));
        return words;
    }
}
