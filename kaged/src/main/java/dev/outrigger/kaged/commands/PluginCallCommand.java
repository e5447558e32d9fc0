package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/// `kaged plugin call`: one call of a service plugin's method, as an operator.
final class PluginCallCommand implements ProgramCommand<KagedContext> {
    private static final int LARGEST = 16 << 20;

    @Override
    public Command describe() {
        return Command.named("call")
                .about("Call a method of a plugin and print its result")
                .longAbout("""
                        Call a method of a plugin and print its result.

                        The plugin is started if it does not run. Ctrl-C takes the call back. On a terminal the result is \
                        indented and progress is shown; --json prints it as it came. A plugin that a project brought is there \
                        for projects alone: --project names one.""")
                .arg(Argument.positional("PLUGIN", "Its name"))
                .arg(Argument.positional("METHOD", "One that its manifest declares"))
                .arg(Argument.positional("PARAMS", "A JSON object, @FILE to read it from, or - for stdin")
                        .optional())
                .arg(Argument.option("timeout", "SECONDS", "How long it may take")
                        .defaultValue("60"))
                .arg(Argument.option("project", "PROJECT", "For which project, by its id or its folder"))
                .example("kaged plugin call notes notes.list", "without params")
                .example("kaged plugin call notes notes.add '{\"text\":\"milk\"}'", "with params")
                .example("kaged plugin call ollama model.pull @pull.json --timeout 600", "from a file, with patience")
                .example("kaged plugin call weather forecast --project .", "for the project in this folder");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var values = context.values();
        var call = new ToDaemon.Call(
                values.text("PLUGIN").orElse(""),
                values.text("METHOD").orElse(""),
                params(context, values.text("PARAMS").orElse("{}")),
                millis(values.text("timeout").orElse("60")),
                project(context));
        var printer = context.printer();
        var result = context.ask(call, said -> printer.passing(progress(said)));
        // A call may have changed something: whoever tries again must know that it was made.
        context.done();
        printer.passing("");
        context.showJson(result);
        return 0;
    }

    /// A folder as the daemon knows it.
    static String project(KagedContext context) {
        var named = context.values().text("project");
        return named.isPresent() ? ProjectArgument.of(context, named.get()) : "";
    }

    private static String progress(Json.Obj said) {
        var percent = DaemonWords.text(said, "percent");
        return (percent.isEmpty() ? "" : percent + "% ") + DaemonWords.text(said, "message");
    }

    static long millis(String seconds) throws Problem {
        try {
            long millis = new BigDecimal(seconds).movePointRight(3).longValueExact();
            if (millis >= 1 && millis <= ToDaemon.LONGEST_CALL_MILLIS) {
                return millis;
            }
        } catch (NumberFormatException | ArithmeticException _) {
            // Said below.
        }
        throw new Problem(
                "--timeout is '" + seconds + "': it must be a number of seconds, 0.001 to 86400", "", Problem.USAGE);
    }

    private static Json.Obj params(KagedContext context, String word) throws Problem {
        var text = word;
        var where = "PARAMS";
        try {
            if (word.equals("-")) {
                where = "stdin";
                text = new String(new FileInputStream(FileDescriptor.in).readNBytes(LARGEST), StandardCharsets.UTF_8);
            } else if (word.startsWith("@")) {
                where = word.substring(1);
                text = Files.readString(context.folder().resolve(where));
            }
            if (JsonText.parse(text.strip()) instanceof Json.Obj params) {
                return params;
            }
            throw new Problem(where + " must be a JSON object, such as {\"query\":\"x\"}", "", Problem.USAGE);
        } catch (MalformedJson e) {
            throw new Problem(
                    where + " is no JSON: " + e.what(), "An object such as {\"query\":\"x\"}.", Problem.USAGE);
        } catch (IOException e) {
            throw new Problem("cannot read " + where + ": " + FileErrorWords.of(e), "");
        }
    }
}
