package dev.outrigger.hosting.describe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.hosting.context.RunLog;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.launch.Launcher;
import dev.outrigger.launch.ProgramSpec;
import dev.outrigger.wire.command.LogLevel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Programs in a folder of their own, and someone who asks them.
final class InterviewFixture {
    static final Path CLONE = Path.of("..").toAbsolutePath().normalize();
    /// Long enough for any machine: for those who do answer.
    static final Duration PATIENT = Duration.ofSeconds(60);
    /// For those who never do.
    static final Duration BRIEF = Duration.ofMillis(500);

    private final Path root;
    private final Map<String, String> environment = new HashMap<>(System.getenv());

    InterviewFixture(Path root) {
        this.root = root;
    }

    Path state() {
        return root.resolve("state");
    }

    InterviewFixture with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    PluginProgram plugin(String id, String script) throws IOException {
        var file = Files.createDirectories(root.resolve("bin")).resolve("jp-" + id);
        // Written elsewhere and moved, so that no process of ours that is just being forked has it open for writing.
        var draft = Files.writeString(root.resolve("draft-" + id), script);
        assertThat(draft.toFile().setExecutable(true)).isTrue();
        Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        return new PluginProgram(id, file, PluginProgram.Source.PATH);
    }

    PluginProgram plugin(String id, Path file) {
        return new PluginProgram(id, file, PluginProgram.Source.PATH);
    }

    /// Answers each question with these lines, and notes every start in `starts-<id>`.
    PluginProgram counted(String id, String describe, String help) throws IOException {
        return plugin(id, """
                #!/bin/bash
                echo started >> '%s'
                read -r message
                case $message in
                *describe*) %s ;;
                *help*) %s ;;
                esac
                """.formatted(starts(id), say(describe), say(help)));
    }

    private static String say(String line) {
        return line.isEmpty() ? ":" : "echo '" + line + "'";
    }

    int started(String id) throws IOException {
        return Files.exists(starts(id)) ? Files.readAllLines(starts(id)).size() : 0;
    }

    private Path starts(String id) {
        return root.resolve("starts-" + id);
    }

    /// A zombie, which nobody has collected yet, is dead.
    static boolean alive(String pid) {
        try {
            return !Files.readString(Path.of("/proc/" + pid + "/status")).contains("State:\tZ");
        } catch (IOException _) {
            return false;
        }
    }

    ProgramSpec program(Path file) {
        return new ProgramSpec(file, List.of(), environment, root, false);
    }

    Interview interview(Duration limit) {
        return new Interview(
                new Launcher(state()),
                new RunLog(root.resolve("log"), LogLevel.ERROR, new ByteArrayOutputStream()),
                limit);
    }

    Interviewer interviewer(Duration limit) {
        var interview = interview(limit);
        return (plugin, question) -> interview.ask(program(plugin.file()), question);
    }

    InterviewReply ask(PluginProgram plugin, InterviewQuestion question, Duration limit) {
        var reply = interview(limit).ask(program(plugin.file()), question);
        assertThat(state().resolve("runs")).as("no run is left").isEmptyDirectory();
        return reply;
    }
}
