package dev.outrigger.assistant.tools;

import dev.outrigger.assistant.Proposal;
import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.ToolResult;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.launch.CannotStart;
import dev.outrigger.launch.Launcher;
import dev.outrigger.launch.ProgramSpec;
import dev.outrigger.system.SearchPath;
import dev.outrigger.system.Sha256;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A command of the user's as a tool: started for each call, with the call as JSON on its stdin, and its answer on its
/// stdout. docs/tools.md has both.
public final class LocalTool implements Tool {
    /// What [Tool#source] says of them.
    public static final String SOURCE = "local";

    /// A tool that asks without end would keep its user busy for ever.
    private static final int MOST_QUESTIONS = 20;

    /// How one is started.
    ///
    /// @param command a name to be found on `PATH`, or an absolute path
    /// @param environment the whole of it
    /// @param directory where it runs, and what it is told is its root
    /// @param limit for each start
    /// @param named whether the user named it for this very folder, whose own files it may then run unasked
    public record Start(
            String command,
            List<String> args,
            Map<String, String> environment,
            Path directory,
            Duration limit,
            boolean named) {
        public Start {
            if (command.indexOf('/') > 0) {
                throw new IllegalArgumentException("a path from nowhere: " + command);
            }
            args = List.copyOf(args);
            environment = Map.copyOf(environment);
        }
    }

    private final ToolDefinition definition;
    private final Start start;
    private final Launcher launcher;

    public LocalTool(ToolDefinition definition, Start start, Launcher launcher) {
        this.definition = definition;
        this.start = start;
        this.launcher = launcher;
    }

    @Override
    public ToolDefinition definition() {
        return definition;
    }

    @Override
    public String source() {
        return SOURCE;
    }

    @Override
    public Consent consent() {
        return Consent.ASK;
    }

    /// A clone's files are a stranger's: what runs them is asked about.
    @Override
    public Consent least() {
        return start.named() || !runsWhatLiesInItsFolder() ? Consent.UNATTENDED : Consent.ASK;
    }

    private boolean runsWhatLiesInItsFolder() {
        var program = file(start.command());
        if (program.isPresent() && SearchPath.liesIn(program.get(), List.of(start.directory()))) {
            return true;
        }
        return start.args().stream().flatMap(LocalTool::parts).anyMatch(this::isInItsFolder);
    }

    /// An argument, the words in it (`-c 'sh lint.sh'`), and what follows an option (`--config=x`, `-fx`).
    private static Stream<String> parts(String arg) {
        return Stream.concat(
                Stream.of(arg),
                Stream.of(arg.split("[\\s=;|&'\"]+"))
                        .flatMap(word -> word.startsWith("-") && word.length() > 2
                                ? Stream.of(word, word.substring(2))
                                : Stream.of(word)));
    }

    private boolean isInItsFolder(String word) {
        var meant = word.isEmpty() ? Optional.<Path>empty() : file(word);
        return meant.isPresent()
                && Files.isRegularFile(meant.get())
                && SearchPath.liesIn(meant.get(), List.of(start.directory()));
    }

    /// Its files count with their content: a script that was changed was not approved.
    @Override
    public String fingerprint() {
        var text =
                new StringBuilder(SOURCE).append(' ').append(definition.name()).append(" in ");
        text.append(start.directory()).append('\n').append(digest(start.command()));
        for (var arg : start.args()) {
            text.append('\n').append(arg).append(' ').append(digest(arg));
        }
        start.environment().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry ->
                        text.append('\n').append(entry.getKey()).append('=').append(entry.getValue()));
        text.append('\n').append(JsonText.text(definition.parameters()));
        return Sha256.of(text.toString());
    }

    private String digest(String word) {
        return file(word).map(ContentHash::digest).orElse(ContentHash.NO_FILE);
    }

    private Optional<Path> file(String word) {
        try {
            return word.indexOf('/') < 0 && word.equals(start.command())
                    ? SearchPath.find(word, start.environment().getOrDefault("PATH", ""))
                            .map(Path::of)
                    : Optional.of(start.directory().resolve(word).normalize());
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    /// What is started. Its arguments are shown beside it.
    @Override
    public Proposal propose(Json.Obj arguments) {
        var text = new StringBuilder("Runs this, with the arguments on its standard input:\n\n```text\ncommand: ");
        text.append(PlainWords.word(start.command()));
        for (var arg : start.args()) {
            text.append(' ').append(PlainWords.word(arg));
        }
        text.append("\nfolder:  ")
                .append(PlainWords.word(start.directory().toString()))
                .append("\n```");
        return new Proposal(arguments, text.toString(), run -> run(arguments, run));
    }

    @Override
    public ToolResult run(Json.Obj arguments, ToolRun run) {
        var answers = Json.EMPTY;
        for (int asked = 0; asked <= MOST_QUESTIONS; asked++) {
            LocalAnswer answer;
            try {
                answer = once(arguments, answers, run);
            } catch (CannotStart e) {
                return ToolResult.error(PlainWords.line(String.valueOf(e.getMessage())));
            }
            switch (answer) {
                case LocalAnswer.Final(var result) -> {
                    return result;
                }
                case LocalAnswer.Asks(var id, var question) -> {
                    var said = run.ask(question);
                    if (said.isEmpty()) {
                        return ToolResult.error(definition.name() + " needs an answer, and nobody gave one: "
                                + PlainWords.line(question.text()));
                    }
                    answers = answers.with(id, said.get());
                }
            }
        }
        return ToolResult.error(
                definition.name() + " asked more than " + MOST_QUESTIONS + " questions and was stopped");
    }

    private LocalAnswer once(Json.Obj arguments, Json.Obj answers, ToolRun run) throws CannotStart {
        if (run.cancellation().isCancelled()) {
            return new LocalAnswer.Final(ToolResult.error("cancelled by the user"));
        }
        var file = file(start.command());
        if (file.isEmpty()) {
            return new LocalAnswer.Final(ToolResult.error("the program " + PlainWords.line(start.command())
                    + " is not on PATH: install it, or give its whole path in conversation.tools." + definition.name()
                    + ".command"));
        }
        var program = new ProgramSpec(file.get(), start.args(), start.environment(), start.directory(), true);
        return new LocalCall(definition.name(), program, launcher, start.limit()).make(input(arguments, answers), run);
    }

    private byte[] input(Json.Obj arguments, Json.Obj answers) {
        var line = Json.object()
                .put(
                        "tool",
                        Json.object()
                                .put("name", definition.name())
                                .put("arguments", arguments)
                                .put("answers", answers)
                                .build())
                .put(
                        "context",
                        Json.object()
                                .put("root", start.directory().toString())
                                .put("action", "run")
                                .build())
                .build();
        return (JsonText.text(line) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
