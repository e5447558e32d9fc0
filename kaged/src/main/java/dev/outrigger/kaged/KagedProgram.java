package dev.outrigger.kaged;

import dev.outrigger.kaged.commands.Commands;
import dev.outrigger.kaged.commands.KagedCandidates;
import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.context.Problem;
import dev.outrigger.terminal.ArgumentValues;
import dev.outrigger.terminal.CommandLineParser;
import dev.outrigger.terminal.HelpText;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.OutputFormat;
import dev.outrigger.terminal.OutputStreamName;
import dev.outrigger.terminal.ParsedCommandLine;
import dev.outrigger.terminal.Printer;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.terminal.TabAnswer;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// One call of `kaged`, from its words to its exit code. Every failure ends here, in words for people.
final class KagedProgram {
    /// EX_IOERR: what was to be changed is changed, and the words about it could not be written.
    private static final int DONE_UNSAID = 74;
    /// What a shell shows for a program that wrote into a pipe nobody reads any more.
    private static final int READER_LEFT = 141;

    private final Map<String, String> environment;
    private final Path folder;
    private final OutputStream out;
    private final OutputStream err;
    private final StreamLook outLook;
    private final StreamLook errLook;

    KagedProgram(Map<String, String> environment, Path folder, OutputStream out, OutputStream err) {
        this.environment = environment;
        this.folder = folder;
        this.out = out;
        this.err = err;
        this.outLook = StreamLook.of(OutputStreamName.STDOUT, environment);
        this.errLook = StreamLook.of(OutputStreamName.STDERR, environment);
    }

    int run(List<String> words) {
        try {
            if (TabAnswer.asked(words)) {
                return guarded(context(ArgumentValues.none(List.of(Commands.ROOT))), context -> {
                    plain().content(TabAnswer.answer(words, Commands.ROOT, List::of, new KagedCandidates(context)));
                    return 0;
                });
            }
            return switch (CommandLineParser.parse(Commands.ROOT, words)) {
                case ParsedCommandLine.Run(var path, var values) -> guarded(context(values), Commands.of(path)::run);
                case ParsedCommandLine.External external -> mistake(external.unknown(List.of()), words);
                case ParsedCommandLine.Help(var path, var full, var _) -> {
                    plain().content(HelpText.render(path, full, outLook));
                    yield 0;
                }
                case ParsedCommandLine.Bare bare ->
                    Commands.actsAlone(bare.path())
                            ? guarded(context(bare.globals()), Commands.of(bare.path())::run)
                            : bare(bare, words);
                case ParsedCommandLine.Mistake mistake -> mistake(mistake, words);
            };
        } catch (OutputFailed e) {
            return noOutput(e, false);
        }
    }

    private int bare(ParsedCommandLine.Bare bare, List<String> words) throws OutputFailed {
        if (OutputFormat.of(bare.globals()) == Printer.Mode.JSON) {
            return mistake(bare.mistake(), words);
        }
        plain().error(HelpText.render(bare.path(), false, errLook));
        return Problem.USAGE;
    }

    private interface Act {
        int run(KagedContext context) throws Problem, OutputFailed;
    }

    private int guarded(KagedContext context, Act command) throws OutputFailed {
        try {
            return command.run(context);
        } catch (Problem problem) {
            return say(context, problem);
        } catch (OutputFailed e) {
            return noOutput(e, context.isDone());
        } catch (InvalidPathException e) {
            // Whichever word or variable it was: what the locale has no characters for is the name of no file.
            return say(context, notAFile(e));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            e.printStackTrace();
            return say(context, new Problem("kaged itself failed: " + e, "Please report what stands above."));
        }
    }

    private static Problem notAFile(InvalidPathException e) {
        return new Problem(
                "'" + Excerpt.of(e.getInput()) + "' cannot be the name of a file here: " + e.getReason(),
                "In another locale than UTF-8, names have ASCII characters only: LC_ALL=C.UTF-8 helps.");
    }

    /// What is wrong may be told in a stranger's words.
    private int say(KagedContext context, Problem problem) throws OutputFailed {
        if (context.json()) {
            complain(problem.what(), problem.hint());
        } else {
            var what = problem.what().replace("\n", "\n  ");
            var hint = problem.hint().isEmpty() ? "" : "\n  " + problem.hint();
            context.printer().error(VisibleText.text("error: " + what + hint));
        }
        return problem.exitCode();
    }

    private int mistake(ParsedCommandLine.Mistake mistake, List<String> words) throws OutputFailed {
        if (OutputFormat.guessed(words) == Printer.Mode.JSON) {
            complain(mistake.message(), mistake.hint());
            return Problem.USAGE;
        }
        plain().error("error: " + mistake.message()
                + (mistake.hint().isEmpty() ? "" : "\n  " + mistake.hint())
                + "\n\nUsage: " + HelpText.usage(mistake.path())
                + "\nFor more, try --help.");
        return Problem.USAGE;
    }

    private void complain(String what, String hint) {
        var error = Json.object().put("error", what);
        if (!hint.isEmpty()) {
            error.put("hint", hint);
        }
        complain(JsonText.text(error.build()));
    }

    /// A reader that left has seen what it wanted; everything else is told, if there still is someone to tell.
    private int noOutput(OutputFailed failure, boolean done) {
        if (failure.kind() == OutputFailed.Kind.READER_LEFT) {
            return READER_LEFT;
        }
        if (failure.stream() == OutputStreamName.STDOUT) {
            complainInWords((done ? "warning: what was asked for is done, but " : "error: ") + "cannot write to "
                    + failure.getMessage());
        }
        return done ? DONE_UNSAID : Problem.FAILED;
    }

    private void complainInWords(String words) {
        try {
            plain().error(words);
        } catch (OutputFailed _) {
            // Nobody is left to hear it; the exit code says that something failed.
        }
    }

    private void complain(String line) {
        try {
            err.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // Nobody is left to hear it; the exit code says that something failed.
        }
    }

    private Printer plain() {
        return new Printer(out, err, outLook, errLook, Printer.Mode.TEXT, false);
    }

    private KagedContext context(ArgumentValues values) {
        return new KagedContext(
                environment,
                folder,
                values,
                new Printer(out, err, outLook, errLook, OutputFormat.of(values), values.flag("quiet")),
                outLook,
                err);
    }
}
