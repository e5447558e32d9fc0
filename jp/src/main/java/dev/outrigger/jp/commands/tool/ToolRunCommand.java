package dev.outrigger.jp.commands.tool;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.plugin.AuthorAdvice;
import dev.outrigger.assistant.plugin.CallTrace;
import dev.outrigger.assistant.plugin.FailureCode;
import dev.outrigger.assistant.plugin.NetworkHint;
import dev.outrigger.assistant.plugin.PluginCallOutcome;
import dev.outrigger.assistant.plugin.PluginStoreProblem;
import dev.outrigger.assistant.plugin.SchemaCheckedCall;
import dev.outrigger.assistant.plugin.ToolPlugin;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.turn.InstalledToolPlugins;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.PrintChannel;
import dev.outrigger.terminal.PrintFormat;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.workspace.settings.Settings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/// `jp tool run`: one call of a tool plugin without a model, also of one that is not installed.
public final class ToolRunCommand implements ProgramCommand<JpContext> {
    private static final int TOOL_ERROR = 1;
    private static final int RUNTIME_FAILURE = 3;

    @Override
    public Command describe() {
        return Command.named("run")
                .about("Call one tool of a tool plugin, and show what comes of it")
                .longAbout("""
                        Call one tool of a tool plugin, and show what comes of it.

                        Exit code 0: its output is on stdout. 1: the tool's own error. 3: the plugin failed; the code of \
                        the failure is on stderr.""")
                .arg(Argument.positional("TOOL", "The tool's name"))
                .arg(Argument.option("input", "JSON", "Its input, an object").defaultValue("{}"))
                .arg(Argument.flag("trace", "Show every line to and from the plugin, with its time"))
                .arg(Argument.option("dir", "DIR", "Of the plugin in this folder, which need not be installed"))
                .example("jp tool run count_lines --input '{\"text\":\"a b\"}'", "of an installed plugin")
                .example(
                        "jp tool run add --dir examples/tool-calc --input '{\"numbers\":[1,2]}' --trace",
                        "for authors");
    }

    @Override
    public int run(JpContext session) throws Problem, OutputFailed {
        var input = input(session.values().text("input").orElse("{}"));
        var folder = session.values().text("dir");
        if (folder.isEmpty()) {
            return installed(session, session.values().text("TOOL").orElse(""), input);
        }
        var plugin = ToolPluginsHere.at(session, session.folder().resolve(folder.get()));
        try (var staged = InstalledToolPlugins.staged(session, plugin)) {
            return run(session, List.of(staged.plugin()), input);
        } catch (PluginStoreProblem e) {
            throw ToolPluginsHere.problem(e);
        }
    }

    private static int installed(JpContext session, String name, Json.Obj input) throws Problem, OutputFailed {
        var store = InstalledToolPlugins.store(session);
        var plugins = store.list().plugins();
        if (!ToolPluginsHere.has(plugins, name)) {
            return explain(session, name, input);
        }
        var id = ToolPluginsHere.tool(plugins, name).plugin().id();
        try {
            return run(session, List.of(store.installed(id)), input);
        } catch (PluginStoreProblem e) {
            return fail(session, FailureCode.LAUNCH_FAILED, id, e.what(), List.of(), e.hint());
        }
    }

    /// No plugin that can be used has it.
    private static int explain(JpContext session, String name, Json.Obj input) throws Problem, OutputFailed {
        var broken = InstalledToolPlugins.store(session).broken(name);
        if (broken.isPresent()) {
            var why = broken.get().why();
            return fail(session, FailureCode.LAUNCH_FAILED, broken.get().id(), why.what(), List.of(), why.hint());
        }
        var other = ToolPluginsHere.other(session, name);
        if (other.isPresent() && other.get().tool().source().startsWith("plugin.")) {
            throw new Problem(
                    name + " is what your settings call a tool of "
                            + other.get().tool().source(),
                    "`jp tool run` takes a tool's own name, as "
                            + Settings.path("conversation", "tools", name, "source") + " has it.",
                    2);
        }
        if (other.isPresent()) {
            var call = "/call " + name + " " + JsonText.text(input);
            throw new Problem(
                    name + " is a tool of " + other.get().tool().source()
                            + ", and `jp tool run` is for those of tool plugins",
                    "Call it in a turn, without any model: jp query -m demo '" + call.replace("'", "'\\''") + "'",
                    2);
        }
        throw ToolPluginsHere.none(name);
    }

    private static int run(JpContext session, List<ToolPlugin> plugins, Json.Obj input) throws Problem, OutputFailed {
        var found = ToolPluginsHere.tool(plugins, session.values().text("TOOL").orElse(""));
        var call = new SchemaCheckedCall(InstalledToolPlugins.runtime(session), found.plugin(), found.tool());
        var lines = Collections.synchronizedList(new ArrayList<String>());
        var trace = session.values().flag("trace") ? new Timed(lines) : CallTrace.NONE;
        var outcome = call.run(input, InstalledToolPlugins.context(session), trace, new Cancellation());
        for (var line : lines) {
            session.printer().note(line);
        }
        return show(session, outcome, NetworkHint.of(found.plugin(), outcome).orElse(""));
    }

    private static Json.Obj input(String text) throws Problem {
        try {
            if (JsonText.parse(text) instanceof Json.Obj object) {
                return object;
            }
            throw new Problem("--input must be a JSON object", "For example --input '{\"text\":\"a\"}'.", 2);
        } catch (MalformedJson e) {
            throw new Problem("--input is no JSON: " + e.what(), "For example --input '{\"text\":\"a\"}'.", 2);
        }
    }

    private static int show(JpContext session, PluginCallOutcome outcome, String hint) throws Problem, OutputFailed {
        switch (outcome) {
            case PluginCallOutcome.Ok(var output, var metadata) -> {
                if (!session.json()) {
                    session.printer().print(PrintChannel.CONTENT, PrintFormat.PLAIN, "", text(output) + "\n");
                    return 0;
                }
                session.show(
                        "",
                        Json.object()
                                .put("status", "ok")
                                .put("output", output)
                                .put("metadata", metadata)
                                .build());
                return 0;
            }
            case PluginCallOutcome.ToolError(var code, var message, var metadata) -> {
                if (!session.json()) {
                    throw new Problem((code.isEmpty() ? "" : code + ": ") + message, hint, TOOL_ERROR);
                }
                session.show(
                        "",
                        Json.object()
                                .put("status", "error")
                                .put("code", code)
                                .put("message", message)
                                .put("metadata", metadata)
                                .build());
                return TOOL_ERROR;
            }
            case PluginCallOutcome.Failure(var code, var id, var message, var stderr) -> {
                return fail(session, code, id, message, stderr, hint.isEmpty() ? AuthorAdvice.of(code) : hint);
            }
            case PluginCallOutcome.Cancelled _ -> throw new Problem("cancelled", "", 130);
        }
    }

    private static int fail(
            JpContext session, FailureCode code, String id, String message, List<String> stderr, String hint)
            throws Problem, OutputFailed {
        if (!session.json()) {
            var tail = stderr.isEmpty() ? "" : "\nits stderr:\n" + String.join("\n", stderr);
            throw new Problem(code.word() + ": plugin " + id + ": " + message + tail, hint, RUNTIME_FAILURE);
        }
        session.show(
                "",
                Json.object()
                        .put("status", "failure")
                        .put("code", code.word())
                        .put("plugin_id", id)
                        .put("message", message)
                        .put("stderr", Json.texts(stderr))
                        .build());
        return RUNTIME_FAILURE;
    }

    private static String text(Json output) {
        return output instanceof Json.Str(var text) ? text : JsonText.text(output);
    }

    /// Kept until the call is over, so that showing them does not slow it down.
    private static final class Timed implements CallTrace {
        private final long began = System.nanoTime();
        private final List<String> lines;

        Timed(List<String> lines) {
            this.lines = lines;
        }

        @Override
        public void line(boolean toPlugin, String line) {
            double millis = (System.nanoTime() - began) / 1e6;
            lines.add(String.format(Locale.ROOT, "%8.1f ms %s %s", millis, toPlugin ? ">" : "<", line));
        }
    }
}
