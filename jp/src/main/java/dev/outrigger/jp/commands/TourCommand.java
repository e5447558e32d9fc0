package dev.outrigger.jp.commands;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.context.WorkspaceProblemWords;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.visit.LineTrace;
import dev.outrigger.hosting.visit.PluginRun;
import dev.outrigger.system.SearchPath;
import dev.outrigger.system.TreeDeletion;
import dev.outrigger.terminal.ArgumentValues;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Editor;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;
import dev.outrigger.workspace.Workspace;
import dev.outrigger.workspace.WorkspaceProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Three plugins at work in a workspace that is thrown away afterwards, with every line that passes between them and
/// jp.
final class TourCommand implements ProgramCommand<JpContext> {
    /// `needs` is a program that it is written for, and which may not be there.
    private record Stop(String plugin, String needs, String about, List<String> words) {}

    private static final List<Stop> STOPS = List.of(
            new Stop(
                    "diary",
                    "python3",
                    "a Python script writes: create_conversation, push_events, unlock",
                    List.of("diary", "We set sail.")),
            new Stop("titles", "jq", "a shell script with jq lists: list_conversations, print", List.of("titles")),
            new Stop("count", "java", "a Java program reads it all: read_events", List.of("count")));

    @Override
    public Command describe() {
        return Command.named("tour")
                .about("See three small plugins and the assistant at work, and every line that passes over the pipes")
                .longAbout("""
                        See three small plugins at work, every line that passes over their pipes, and a turn of \
                        the assistant.

                        Everything happens in a throw-away workspace in the folder for temporary files; your own \
                        files and settings are neither read nor changed.""")
                .example("jp tour", "takes a few seconds");
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        var home = System.getProperty("jp.home");
        var examples = home == null ? null : Path.of(home, "examples");
        if (examples == null || !Files.isDirectory(examples)) {
            throw new Problem("the tour's plugins are missing from this installation", "Install jp again.");
        }
        try {
            var place = Files.createTempDirectory("jp-tour");
            try {
                return walk(context, place, examples);
            } finally {
                remove(place);
            }
        } catch (OutputFailed e) {
            throw e;
        } catch (IOException e) {
            throw new Problem("the tour cannot use the folder for temporary files: " + e.getMessage(), "Set TMPDIR.");
        } catch (WorkspaceProblem e) {
            throw WorkspaceProblemWords.of(e);
        }
    }

    private static int walk(JpContext context, Path place, Path examples)
            throws Problem, IOException, WorkspaceProblem {
        var environment = environment(context.environment(), place, examples);
        var workspace = Workspace.init(Files.createDirectory(place.resolve("workspace")));
        context.printer().note("A throw-away workspace: " + workspace.root());
        for (var stop : STOPS) {
            context.printer().note("\n$ jp " + String.join(" ", stop.words()) + "\n# " + stop.about() + "\n");
            if (SearchPath.find(stop.needs(), environment.getOrDefault("PATH", ""))
                    .isEmpty()) {
                context.printer()
                        .note("left out: it needs " + stop.needs()
                                + ", which is not on your PATH (Debian: apt-get install " + stop.needs() + ")");
                continue;
            }
            var there = context.elsewhere(environment, workspace, context.values());
            var plugin = new PluginProgram(
                    stop.plugin(),
                    examples.resolve(stop.plugin()).resolve("jp-" + stop.plugin()),
                    PluginProgram.Source.PATH);
            var trace = new LineTrace(entry -> show(context, stop, entry));
            int code =
                    new PluginRun(plugin, stop.words().subList(1, stop.words().size())).run(there, trace);
            if (trace.failure() instanceof OutputFailed failed) {
                throw failed;
            }
            if (code != 0) {
                return code;
            }
        }
        int code = ask(context.elsewhere(
                environment, workspace, ArgumentValues.none(List.of(Commands.ROOT, new QueryCommand().describe()))));
        if (code != 0) {
            return code;
        }
        context.printer().note("""

                That was all of it: a plugin is a program called jp-NAME on PATH that reads and writes lines of JSON.
                Your own: `jp init`, put jp-NAME on PATH, `jp NAME`. The messages: docs/protocol.md.
                To ask something: `jp query "…"`. Models: `jp models`. Tools: `jp tool list`.""");
        return 0;
    }

    /// The assistant itself, with the provider that needs neither a network nor a key.
    private static int ask(JpContext there) throws Problem, IOException {
        Files.writeString(there.folder().resolve("log.txt"), "Day 1: we set sail.\n");
        var request = "/call read_file {\"path\":\"log.txt\"}";
        there.printer()
                .note("\n$ jp query '" + request
                        + "'\n# the assistant calls a tool; demo, a script and no AI, plays the model\n");
        return QueryCommand.ask(
                there, null, new Event.ChatRequest(request), new Editor("jp", "", there.environmentOutside()));
    }

    /// Nothing of the user's own is used, and `java` is the one that runs us.
    private static Map<String, String> environment(Map<String, String> old, Path place, Path examples)
            throws IOException {
        var environment = new HashMap<>(old);
        var path = new StringBuilder();
        var settings = new StringBuilder();
        for (var stop : STOPS) {
            path.append(examples.resolve(stop.plugin())).append(':');
            settings.append("[plugins.command.").append(stop.plugin()).append("]\nrun = \"unattended\"\n");
        }
        path.append(Path.of(System.getProperty("java.home"), "bin")).append(':').append(old.getOrDefault("PATH", ""));
        environment.put("PATH", path.toString());
        for (var home : new String[] {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
            environment.put(home, place.resolve(home).toString());
        }
        var config = Files.createDirectories(place.resolve("XDG_CONFIG_HOME").resolve("jp"));
        settings.append("[assistant.model.id]\nprovider = \"demo\"\n");
        Files.writeString(config.resolve("config.toml"), settings);
        environment.keySet().removeIf(name -> name.startsWith("JP_CFG_"));
        return environment;
    }

    private static void show(JpContext context, Stop stop, Json.Obj entry) throws IOException {
        if (context.json()) {
            context.show("", entry);
            return;
        }
        boolean host = entry.text("from").equals(Optional.of("host"));
        var from = host ? "  jp → " + stop.plugin() + "  " : "  " + stop.plugin() + " → jp  ";
        context.printer().note(from + shortened(entry.text("line").orElse(""), context.columns() - from.length()));
    }

    private static String shortened(String line, int most) {
        var note = "… (" + line.length() + " characters)";
        return line.length() <= most ? line : line.substring(0, Math.max(most - note.length(), 0)) + note;
    }

    private static void remove(Path place) throws IOException {
        TreeDeletion.delete(place);
    }
}
