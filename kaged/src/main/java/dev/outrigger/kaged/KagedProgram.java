package dev.outrigger.kaged;

import dev.outrigger.kaged.commands.Commands;
import dev.outrigger.kaged.commands.KagedCandidates;
import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.terminal.ArgumentValues;
import dev.outrigger.terminal.CommandLineParser;
import dev.outrigger.terminal.HelpText;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.OutputFormat;
import dev.outrigger.terminal.ParsedCommandLine;
import dev.outrigger.terminal.Printer;
import dev.outrigger.terminal.TabAnswer;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramShell;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What the words of one call of `kaged` mean.
final class KagedProgram extends ProgramShell<KagedContext> {
    KagedProgram(Map<String, String> environment, Path folder, OutputStream out, OutputStream err) {
        super(environment, folder, out, err);
    }

    @Override
    protected int answer(List<String> words) throws OutputFailed {
        if (TabAnswer.asked(words)) {
            return guarded(context(ArgumentValues.none(List.of(Commands.ROOT))), context -> {
                plain().content(TabAnswer.answer(words, Commands.ROOT, List::of, new KagedCandidates(context)));
                return 0;
            });
        }
        return switch (CommandLineParser.parse(Commands.ROOT, words)) {
            case ParsedCommandLine.Run(var path, var values) -> guarded(context(values), Commands.of(path));
            case ParsedCommandLine.External external -> mistake(external.unknown(List.of()), words);
            case ParsedCommandLine.Help(var path, var full, var _) -> {
                plain().content(HelpText.render(path, full, outLook));
                yield 0;
            }
            case ParsedCommandLine.Bare bare ->
                Commands.actsAlone(bare.path())
                        ? guarded(context(bare.globals()), Commands.of(bare.path()))
                        : bare(bare, words);
            case ParsedCommandLine.Mistake mistake -> mistake(mistake, words);
        };
    }

    private int bare(ParsedCommandLine.Bare bare, List<String> words) throws OutputFailed {
        if (OutputFormat.of(bare.globals()) == Printer.Mode.JSON) {
            return mistake(bare.mistake(), words);
        }
        plain().error(HelpText.render(bare.path(), false, errLook));
        return Problem.USAGE;
    }

    @Override
    protected Problem ownMistake(KagedContext context, Throwable mistake) {
        mistake.printStackTrace();
        return new Problem("kaged itself failed: " + mistake, "Please report what stands above.");
    }

    /// What is wrong may be told in a stranger's words.
    @Override
    protected String shown(String error) {
        return VisibleText.text(error);
    }

    private KagedContext context(ArgumentValues values) {
        return new KagedContext(environment, folder, values, printer(values, values.flag("quiet")), outLook, err);
    }
}
