package dev.outrigger.assistant.plugin;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.launch.NativePrograms;
import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.RunningProgram;
import dev.outrigger.launch.sandbox.SandboxOversight;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.tool.ToToolPlugin;
import dev.outrigger.wire.tool.ToToolPluginCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

/// Runs a tool plugin through everything that a host may do to it, for its author.
public final class ToolPluginCheck {
    private static final int HUGE = 512 << 10;

    /// What a case came to. A warning is nothing that a host minds.
    public enum Verdict {
        OK,
        WARNING,
        /// Nothing is known of it: `why` says what stood before it.
        NOT_REACHED,
        FAILED;

        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /// One case: `why` says what was seen, `advice` what to do about it; both may be "".
    public record Row(String name, Verdict verdict, String why, String advice) {
        public boolean ok() {
            return verdict != Verdict.FAILED;
        }
    }

    private static final int SHOWN_LINES = 3;

    private final PluginRuntime runtime;
    private final ToolPlugin plugin;
    private final PluginSpec spec;
    private final List<Row> rows = new ArrayList<>();

    private ToolPluginCheck(PluginRuntime runtime, ToolPlugin plugin, PluginSpec.Limits limits) {
        this.runtime = runtime;
        this.plugin = plugin;
        this.spec = plugin.spec().with(limits);
    }

    public static List<Row> of(PluginRuntime runtime, ToolPlugin plugin) {
        return of(runtime, plugin, plugin.spec().limits());
    }

    static List<Row> of(PluginRuntime runtime, ToolPlugin plugin, PluginSpec.Limits limits) {
        var check = new ToolPluginCheck(runtime, plugin, limits);
        check.run();
        return List.copyOf(check.rows);
    }

    private void run() {
        runtime.ready(spec);
        var first = plugin.manifest().tools().getFirst();
        if (!exchange(first)) {
            notReached("everything else", "it begins with a whole call");
            return;
        }
        for (var tool : plugin.manifest().tools()) {
            tool(tool);
        }
        strays(first);
        unknownTool();
        alone("stdin closed before the request", "");
        alone("a line that is no JSON instead of the request", "garbage {\n");
        huge(first);
    }

    private static String words(ToolPluginCall.Stage stage, ToolPluginManifest.ToolEntry tool) {
        return switch (stage) {
            case STARTING -> "starts";
            case GREETING -> "handshake";
            case PROTOCOL -> "protocol version";
            case MANIFEST -> "id, version and tools";
            case TOOL -> "exposes " + tool.name();
            case CAPABILITIES -> "capabilities";
            case ASKING -> "response";
            case LEAVING -> "leaves by itself, with status 0";
        };
    }

    /// From the start to the end, step by step; those behind the one that failed were not reached. Without these
    /// there is no use in going on.
    private boolean exchange(ToolPluginManifest.ToolEntry tool) {
        var call = new ToolPluginCall(runtime::start, spec, request(tool), CallTrace.NONE);
        var outcome = call.run(new Cancellation());
        var failed = outcome instanceof PluginCallOutcome.Failure failure ? failure : null;
        // That it was never started may be noticed only when it does not answer.
        var last = failed != null && failed.code() == FailureCode.LAUNCH_FAILED
                ? ToolPluginCall.Stage.STARTING
                : call.stage();
        for (var stage : ToolPluginCall.Stage.values()) {
            var name = words(stage, tool);
            if (stage.compareTo(last) > 0) {
                notReached(name, "it comes after \"" + words(last, tool) + "\"");
            } else if (stage == last && failed != null) {
                failed(name, failed);
            } else if (stage == last && !call.untidyEnd().isEmpty()) {
                rows.add(new Row(
                        name,
                        Verdict.WARNING,
                        "after an error of its own, " + call.untidyEnd(),
                        "The error counts; after an output, this would be `crashed`."));
            } else {
                add(name, true, "");
            }
        }
        if (failed == null) {
            stderr(call.stderr());
        }
        return failed == null;
    }

    /// What a plugin leaves running is ended with it. Its author may have meant it to live on.
    private void strays(ToolPluginManifest.ToolEntry tool) {
        var name = "leaves nothing running";
        if (!SandboxOversight.seesWhatIsLeft()) {
            rows.add(new Row(name, Verdict.NOT_REACHED, NativePrograms.missing("listen"), NativePrograms.MEND));
            return;
        }
        var call = new ToolPluginCall(runtime::watched, spec, request(tool), CallTrace.NONE);
        var outcome = call.run(new Cancellation());
        var left = SandboxOversight.leftBehind(call.stderr());
        if (outcome instanceof PluginCallOutcome.Failure failure) {
            failed(name, failure);
        } else if (left.isPresent()) {
            rows.add(new Row(
                    name,
                    Verdict.WARNING,
                    "a process it started (" + left.get() + ") still ran when it had left, and was ended",
                    "Wait for what you start before you leave; nothing that a tool plugin starts outlives its call."));
        } else {
            add(name, true, "");
        }
    }

    private static ToToolPlugin.Request request(ToolPluginManifest.ToolEntry tool) {
        return new ToToolPlugin.Request(
                PluginRuntime.requestId(), tool.name(), ToToolPlugin.Context.NONE, SampleValue.of(tool.inputSchema()));
    }

    private void stderr(List<String> lines) {
        var shown = lines.subList(Math.max(lines.size() - SHOWN_LINES, 0), lines.size());
        add("stderr", true, lines.isEmpty() ? "nothing" : "it ends with: " + String.join(" | ", shown));
    }

    private void failed(String name, PluginCallOutcome.Failure failure) {
        rows.add(new Row(name, Verdict.FAILED, words(failure), AuthorAdvice.of(failure.code())));
    }

    private void tool(ToolPluginManifest.ToolEntry tool) {
        var input = SampleValue.of(tool.inputSchema());
        var name = "tool " + tool.name();
        var checked = new SchemaCheckedCall(runtime, plugin, tool);
        var misfit = checked.misfit(input);
        if (misfit.isPresent()) {
            rows.add(new Row(
                    name,
                    Verdict.NOT_REACHED,
                    "an input could not be guessed from its schema: " + misfit.get(),
                    "Add \"examples\": [{…}] to its input_schema."));
            return;
        }
        switch (checked.run(input, ToToolPlugin.Context.NONE, CallTrace.NONE, new Cancellation())) {
            case PluginCallOutcome.Ok _ -> add(name, true, "answers " + JsonText.text(input));
            case PluginCallOutcome.ToolError(var code, var message, var _) ->
                rows.add(new Row(
                        name,
                        Verdict.NOT_REACHED,
                        "an output, since it says of " + JsonText.text(input) + ": " + code + ": " + message,
                        "To see it answer, add an input that it can do something with to \"examples\" of its"
                                + " input_schema."));
            case PluginCallOutcome.Failure failure -> failed(name, failure);
            case PluginCallOutcome.Cancelled _ -> add(name, false, "cancelled");
        }
    }

    private void unknownTool() {
        var outcome = call("no-such-tool-" + Long.toHexString(System.nanoTime()), Json.EMPTY);
        var name = "does not claim to have any tool";
        if (!(outcome instanceof PluginCallOutcome.Failure failure)) {
            add(name, false, "it exposes a tool that nobody has");
        } else if (failure.code() == FailureCode.TOOL_NOT_EXPOSED) {
            add(name, true, "");
        } else {
            notReached(name, words(failure));
        }
    }

    private void huge(ToolPluginManifest.ToolEntry tool) {
        var input = SampleValue.of(tool.inputSchema()).with("huge", Json.of("x".repeat(HUGE)));
        switch (call(tool.name(), input)) {
            case PluginCallOutcome.Ok _ -> add("an input of 512 KiB", true, "answers");
            case PluginCallOutcome.ToolError(var code, var message, var _) ->
                add("an input of 512 KiB", true, "says " + code + ": " + message);
            case PluginCallOutcome.Failure failure -> failed("an input of 512 KiB", failure);
            case PluginCallOutcome.Cancelled _ -> add("an input of 512 KiB", false, "cancelled");
        }
    }

    private PluginCallOutcome call(String tool, Json.Obj input) {
        try {
            return runtime.call(spec, tool, ToToolPlugin.Context.NONE, input, CallTrace.NONE, new Cancellation());
        } catch (PluginSpec.Bad e) {
            return new PluginCallOutcome.Failure(
                    FailureCode.LAUNCH_FAILED, spec.name(), String.valueOf(e.getMessage()), List.of());
        }
    }

    /// A host that goes away after its handshake, with these last words: the plugin must leave, whatever its status.
    private void alone(String name, String lastWords) {
        var greeted = new AtomicBoolean();
        var talk = new TimedTalk<ProgramEnding>(runtime::start, spec, (process, deadlines) -> {
            deadlines.beginTheRest();
            say(process, JsonText.text(ToToolPluginCodec.json(new ToToolPlugin.Handshake())) + "\n");
            try (var stdout = process.stdout()) {
                greeted.set(stdout.read() >= 0);
                say(process, lastWords);
                process.stdin().close();
                stdout.transferTo(OutputStream.nullOutputStream());
            } catch (IOException _) {
                // Its end is heard of as well.
            }
            var end = process.awaitEnd();
            deadlines.check();
            return end;
        });
        try {
            var end = talk.run(new Cancellation()).words();
            if (greeted.get()) {
                add(name, true, "leaves, " + end);
            } else {
                notReached(name, "it said no handshake this time, and left, " + end);
            }
        } catch (TalkStopped stopped) {
            switch (stopped.code()) {
                case null -> {}
                case LAUNCH_FAILED -> add(name, false, "it could not be started again");
                case FailureCode _ ->
                    rows.add(
                            new Row(
                                    name,
                                    Verdict.FAILED,
                                    "it does not leave",
                                    "Leave when stdin ends (an empty line from readline() in Python, a status of read in a shell)."));
            }
        }
    }

    /// That it has left before it hears this is no mistake here.
    private static void say(RunningProgram process, String words) {
        try {
            process.stdin().write(words.getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // Its end is heard of as well.
        }
    }

    private void notReached(String name, String why) {
        rows.add(new Row(name, Verdict.NOT_REACHED, why, ""));
    }

    private void add(String name, boolean ok, String why) {
        rows.add(new Row(name, ok ? Verdict.OK : Verdict.FAILED, why, ""));
    }

    private static String words(PluginCallOutcome.Failure failure) {
        return failure.code().word() + ": " + failure.message()
                + (failure.stderr().isEmpty()
                        ? ""
                        : " (stderr: " + failure.stderr().getLast() + ")");
    }
}
