package dev.outrigger.terminal.program;

import dev.outrigger.terminal.ArgumentValues;
import dev.outrigger.terminal.HelpText;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.OutputFormat;
import dev.outrigger.terminal.OutputStreamName;
import dev.outrigger.terminal.ParsedCommandLine;
import dev.outrigger.terminal.Printer;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// One call of a program, from its words to its exit code. Every failure ends here, in words for people. What the words
/// of a call mean is the program's own.
public abstract class ProgramShell<C extends ProgramContext> {
    /// EX_IOERR: what was to be changed is changed, and the words about it could not be written.
    private static final int DONE_UNSAID = 74;
    /// What a shell shows for a program that wrote into a pipe nobody reads any more.
    private static final int READER_LEFT = 141;

    protected final Map<String, String> environment;
    protected final Path folder;
    protected final OutputStream err;
    protected final StreamLook outLook;
    protected final StreamLook errLook;
    private final OutputStream out;

    protected ProgramShell(Map<String, String> environment, Path folder, OutputStream out, OutputStream err) {
        this.environment = environment;
        this.folder = folder;
        this.out = out;
        this.err = err;
        this.outLook = StreamLook.of(OutputStreamName.STDOUT, environment);
        this.errLook = StreamLook.of(OutputStreamName.STDERR, environment);
    }

    public final int run(List<String> words) {
        try {
            return answer(words);
        } catch (OutputFailed e) {
            return noOutput(e, false);
        }
    }

    /// Does what the words ask for; the exit code.
    protected abstract int answer(List<String> words) throws OutputFailed;

    /// A command failed by our own mistake: keeps the details, and says where they are.
    protected abstract Problem ownMistake(C context, Throwable mistake);

    /// What went wrong, in whosever words it is told, as this program shows it.
    protected String shown(String error) {
        return error;
    }

    /// Runs a command, and says what went wrong if something does.
    protected final int guarded(C context, CommandAction<C> command) throws OutputFailed {
        try {
            return command.run(context);
        } catch (Problem problem) {
            return say(context, problem);
        } catch (OutputFailed e) {
            return noOutput(e, context.isDone());
        } catch (InvalidPathException e) {
            // Whichever word, setting or variable it was: what the locale has no characters for is the name of no file.
            return say(
                    context,
                    new Problem(
                            "'" + VisibleText.line(e.getInput(), 500) + "' cannot be the name of a file here: "
                                    + e.getReason(),
                            "In another locale than UTF-8, names have ASCII characters only: LC_ALL=C.UTF-8 helps."));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return say(context, ownMistake(context, e));
        }
    }

    private int say(C context, Problem problem) throws OutputFailed {
        if (context.json()) {
            complain(problem.what(), problem.hint());
        } else if (!problem.what().isEmpty()) {
            // A plugin's reason may have lines; only the first is an error of ours.
            var what = problem.what().replace("\n", "\n  ");
            var hint = problem.hint().isEmpty() ? "" : "\n  " + problem.hint();
            context.printer().error(shown("error: " + what + hint));
        }
        return problem.exitCode();
    }

    protected final int mistake(ParsedCommandLine.Mistake mistake, List<String> words) throws OutputFailed {
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

    /// For programs, in one line.
    private void complain(String what, String hint) {
        var error = Json.object().put("error", what);
        if (!hint.isEmpty()) {
            error.put("hint", hint);
        }
        try {
            err.write((JsonText.text(error.build()) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // Nobody is left to hear it; the exit code says that something failed.
        }
    }

    /// For people, whatever was asked for.
    protected final Printer plain() {
        return new Printer(out, err, outLook, errLook, Printer.Mode.TEXT, false);
    }

    /// As a call asked for it.
    protected final Printer printer(ArgumentValues values, boolean quiet) {
        return new Printer(out, err, outLook, errLook, OutputFormat.of(values), quiet);
    }
}
