package dev.outrigger.assistant.plugin;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.tool.ToToolPlugin;
import dev.outrigger.wire.tool.ToToolPluginCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Runs a tool plugin through everything that a host may do to it, for its author.
public final class PluginCheck {
    private static final int HUGE = 512 << 10;

    /// One case: `why` says what was seen.
    public record Row(String name, boolean ok, String why) {}

    private final PluginRuntime runtime;
    private final ToolPlugin plugin;
    private final PluginSpec spec;
    private final List<Row> rows = new ArrayList<>();

    private PluginCheck(PluginRuntime runtime, ToolPlugin plugin) {
        this.runtime = runtime;
        this.plugin = plugin;
        this.spec = plugin.manifest().spec(plugin.folder());
    }

    public static List<Row> of(PluginRuntime runtime, ToolPlugin plugin) {
        var check = new PluginCheck(runtime, plugin);
        check.run();
        return List.copyOf(check.rows);
    }

    private void run() {
        var first = plugin.manifest().tools().getFirst();
        if (!exchange(first)) {
            return;
        }
        for (var tool : plugin.manifest().tools()) {
            tool(tool);
        }
        unknownTool();
        alone("stdin closed before the request", "");
        alone("a line that is no JSON instead of the request", "garbage {\n");
        huge(first);
    }

    /// From the start to a response, step by step. Without these there is no use in going on.
    private boolean exchange(PluginManifest.ToolEntry tool) {
        var outcome = call(tool.name(), Sample.of(tool.inputSchema()));
        var failed = outcome instanceof Outcome.Failure failure ? failure : null;
        boolean goes = true;
        goes &= step("starts", failed, goes, FailureCode.LAUNCH_FAILED);
        goes &= step("handshake", failed, goes, FailureCode.HANDSHAKE_FAILED);
        goes &= step("protocol version", failed, goes, FailureCode.PROTOCOL_VERSION_MISMATCH);
        goes &= step("exposes its tools", failed, goes, FailureCode.TOOL_NOT_EXPOSED);
        goes &= step(
                "capabilities", failed, goes, FailureCode.CAPABILITY_NOT_DECLARED, FailureCode.CAPABILITY_NOT_ALLOWED);
        goes &= step("well-formed lines", failed, goes, FailureCode.MALFORMED_RESPONSE);
        goes &= step("leaves by itself, with status 0", failed, goes, FailureCode.CRASHED);
        return goes && step("in time", failed, goes, FailureCode.TIMEOUT);
    }

    private boolean step(String name, Outcome.@Nullable Failure failed, boolean reached, FailureCode... codes) {
        if (!reached) {
            return false;
        }
        boolean ok = failed == null || !List.of(codes).contains(failed.code());
        add(name, ok, ok || failed == null ? "" : words(failed));
        return ok;
    }

    private void tool(PluginManifest.ToolEntry tool) {
        var input = Sample.of(tool.inputSchema());
        var outcome = new CheckedCall(runtime, plugin, tool)
                .run(input, ToToolPlugin.Context.NONE, Trace.NONE, new Cancellation());
        var name = "tool " + tool.name();
        switch (outcome) {
            case Outcome.Ok _ -> add(name, true, "answers " + JsonText.text(input));
            case Outcome.ToolError(var code, var message, var _)
            when code.equals("invalid_input") && message.startsWith("the input") ->
                add(name, false, "no input could be guessed from its schema; give it `examples`: " + message);
            case Outcome.ToolError(var code, var message, var _) ->
                add(name, true, "says of " + JsonText.text(input) + ": " + code + ": " + message);
            case Outcome.Failure failure -> add(name, false, words(failure));
            case Outcome.Cancelled _ -> add(name, false, "cancelled");
        }
    }

    private void unknownTool() {
        var outcome = call("no-such-tool-" + Long.toHexString(System.nanoTime()), Json.EMPTY);
        boolean ok = outcome instanceof Outcome.Failure failure && failure.code() == FailureCode.TOOL_NOT_EXPOSED;
        add("does not claim to have any tool", ok, ok ? "" : "it exposes a tool that nobody has");
    }

    private void huge(PluginManifest.ToolEntry tool) {
        var input = Sample.of(tool.inputSchema()).with("huge", Json.of("x".repeat(HUGE)));
        switch (call(tool.name(), input)) {
            case Outcome.Ok _ -> add("an input of 512 KiB", true, "answers");
            case Outcome.ToolError(var code, var message, var _) ->
                add("an input of 512 KiB", true, "says " + code + ": " + message);
            case Outcome.Failure failure -> add("an input of 512 KiB", false, words(failure));
            case Outcome.Cancelled _ -> add("an input of 512 KiB", false, "cancelled");
        }
    }

    private Outcome call(String tool, Json.Obj input) {
        try {
            return runtime.call(spec, tool, ToToolPlugin.Context.NONE, input, Trace.NONE, new Cancellation());
        } catch (PluginSpec.Bad e) {
            return new Outcome.Failure(
                    FailureCode.LAUNCH_FAILED, spec.name(), String.valueOf(e.getMessage()), List.of());
        }
    }

    /// A host that goes away after its handshake, with these last words: the plugin must leave, whatever its status.
    private void alone(String name, String lastWords) {
        var heard = new LinkedBlockingQueue<Heard>();
        var listening = new Listening(runtime::start, spec, false, heard);
        Thread.ofPlatform().daemon().name("check of " + spec.name()).start(listening);
        long until = System.nanoTime() + spec.limits().invocation().toNanos();
        try {
            if (!(next(heard, until) instanceof Heard.Started(var process))) {
                listening.abandon();
                add(name, false, "it could not be started again");
                return;
            }
            var hello = JsonText.text(ToToolPluginCodec.json(new ToToolPlugin.Handshake())) + "\n";
            say(process, hello);
            var line = next(heard, until);
            say(process, lastWords);
            process.stdin().close();
            while (line != null && !(line instanceof Heard.Ended)) {
                line = next(heard, until);
            }
            if (line instanceof Heard.Ended(var end)) {
                add(name, true, "leaves, " + end.words());
            } else {
                var _ = process.kill(spec.limits().afterKill());
                add(name, false, "it does not leave");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            listening.abandon();
        } catch (IOException e) {
            throw new IllegalStateException("closing never fails", e);
        }
    }

    private static @Nullable Heard next(BlockingQueue<Heard> heard, long until) throws InterruptedException {
        return heard.poll(Math.max(until - System.nanoTime(), 0), TimeUnit.NANOSECONDS);
    }

    /// That it has left before it hears this is no mistake here.
    private static void say(Running process, String words) {
        try {
            process.stdin().write(words.getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // Its end is heard of as well.
        }
    }

    private void add(String name, boolean ok, String why) {
        rows.add(new Row(name, ok, why));
    }

    private static String words(Outcome.Failure failure) {
        return failure.code().word() + ": " + failure.message()
                + (failure.stderr().isEmpty()
                        ? ""
                        : " (stderr: " + failure.stderr().getLast() + ")");
    }
}
