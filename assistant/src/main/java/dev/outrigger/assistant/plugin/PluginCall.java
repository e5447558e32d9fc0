package dev.outrigger.assistant.plugin;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.launch.Patience;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.tool.ToCore;
import dev.outrigger.wire.tool.ToCoreCodec.Decoded;
import dev.outrigger.wire.tool.ToToolPlugin;
import dev.outrigger.wire.tool.ToToolPluginCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One call of a tool plugin, from its start to its end.
///
/// Everything that happens comes through one queue, and is judged by the one thread that waits for it. The clock
/// is looked at before anything that came is: so what the end of the time causes (a kill, the end of a pipe) never
/// counts as the plugin's own doing.
final class PluginCall {
    /// No pipe is smaller than a page, so that so much is written without waiting for the plugin.
    private static final int SURE_TO_FIT = 4000;

    private final PluginSpec spec;
    private final String tool;
    private final ToToolPlugin.Request request;
    private final Trace trace;
    private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
    private final Listening listening;
    private final Thread listener;
    private final long began = System.nanoTime();
    private String pluginId;
    private int written;
    private boolean writing;
    private boolean brokenPipe;
    private @Nullable Running process;
    private Running.@Nullable End end;

    PluginCall(Starter starter, PluginSpec spec, ToToolPlugin.Request request, Trace trace) {
        this.spec = spec;
        this.tool = request.toolName();
        this.request = request;
        this.trace = trace;
        this.pluginId = spec.name();
        this.listening = new Listening(starter, spec, trace.wanted(), heard);
        this.listener =
                Thread.ofPlatform().daemon().name("plugin " + spec.name()).unstarted(listening);
    }

    /// Why it goes no further.
    private static final class Stop extends Exception {
        private final @Nullable FailureCode code;

        /// Without a code: cancelled.
        Stop(@Nullable FailureCode code, String message) {
            super(message, null, false, false);
            this.code = code;
        }
    }

    Outcome run(Cancellation cancellation) {
        try (var _ = cancellation.onCancel(() -> heard.add(new Heard.Cancelled()))) {
            return outcome();
        }
    }

    private Outcome outcome() {
        try {
            var running = launch();
            greet(running);
            var response = ask(running);
            leave(running);
            return switch (response) {
                case ToCore.Ok(var _, var output, var metadata) -> new Outcome.Ok(output, metadata);
                case ToCore.Failed(var _, var code, var message, var metadata) ->
                    new Outcome.ToolError(code, message, metadata);
            };
        } catch (Stop stop) {
            var message = String.valueOf(stop.getMessage()) + clear();
            if (stop.code == null) {
                return new Outcome.Cancelled();
            }
            return new Outcome.Failure(stop.code, pluginId, message, stderr());
        }
    }

    /// The last lines that it wrote there, once the call is over.
    List<String> stderr() {
        return process == null ? List.of() : process.stderrTail();
    }

    private Running launch() throws Stop {
        var limits = spec.limits();
        listener.start();
        return switch (await(
                began + limits.launch().toNanos(), FailureCode.LAUNCH_FAILED, "started", limits.launch())) {
            case Heard.Started(var running) -> {
                process = running;
                yield running;
            }
            case Heard.NotStarted(var why) -> throw new Stop(FailureCode.LAUNCH_FAILED, why);
            case Heard other -> throw new IllegalStateException("before the start: " + other);
        };
    }

    private void greet(Running running) throws Stop {
        send(running, new ToToolPlugin.Handshake());
        var limit = spec.limits().handshake();
        var said = line(System.nanoTime() + limit.toNanos(), "say its handshake", limit);
        var manifest = manifest(said);
        if (!manifest.pluginId().equals(spec.name())) {
            throw new Stop(
                    FailureCode.HANDSHAKE_FAILED,
                    "it calls itself \"" + Excerpt.of(manifest.pluginId()) + "\", and not \"" + spec.name() + "\"");
        }
        pluginId = manifest.pluginId();
        judge(manifest);
        if (brokenPipe) {
            throw crash("it closed its stdin before it had read its handshake");
        }
    }

    private static ToCore.Manifest manifest(Decoded said) throws Stop {
        return switch (said) {
            case Decoded.Message(ToCore.Handshake(var manifest)) -> manifest;
            case Decoded.Message(ToCore.Response _) ->
                throw new Stop(FailureCode.HANDSHAKE_FAILED, "its first line is a response, and no handshake");
            case Decoded.Unfit(var why) ->
                throw new Stop(FailureCode.HANDSHAKE_FAILED, "its first line is no handshake: " + why);
            case Decoded.Malformed(var why) ->
                throw new Stop(FailureCode.MALFORMED_RESPONSE, "its first line is not one JSON object: " + why);
        };
    }

    private void judge(ToCore.Manifest manifest) throws Stop {
        var version = manifest.protocolVersion();
        if (!version.equals(ToToolPlugin.PROTOCOL)) {
            throw new Stop(
                    FailureCode.PROTOCOL_VERSION_MISMATCH,
                    (version.isEmpty() ? "it names no protocol version" : "it speaks \"" + Excerpt.of(version) + "\"")
                            + "; it must be " + ToToolPlugin.PROTOCOL);
        }
        if (!manifest.exposedTools().contains(tool)) {
            throw new Stop(
                    FailureCode.TOOL_NOT_EXPOSED,
                    "it has no tool \"" + tool + "\"; it has "
                            + Excerpt.of(String.join(", ", manifest.exposedTools())));
        }
        var declared = manifest.capabilities();
        if (declared.isEmpty() && !spec.capabilities().isEmpty()) {
            throw new Stop(
                    FailureCode.CAPABILITY_NOT_DECLARED,
                    "it declares no capabilities, though it is granted " + String.join(", ", spec.capabilities()));
        }
        var flaw = PluginSpec.flaw(declared);
        if (flaw.isPresent()) {
            throw new Stop(FailureCode.CAPABILITY_NOT_DECLARED, "it declares " + flaw.get());
        }
        var beyond = new HashSet<>(declared);
        spec.capabilities().forEach(beyond::remove);
        for (var one : declared) {
            if (beyond.contains(one)) {
                throw new Stop(
                        FailureCode.CAPABILITY_NOT_ALLOWED,
                        "it declares the capability \"" + Excerpt.of(one) + "\", which it is not granted");
            }
        }
    }

    private ToCore.Response ask(Running running) throws Stop {
        send(running, request);
        return switch (line(Long.MAX_VALUE, "", Duration.ZERO)) {
            case Decoded.Message(ToCore.Response response)
            when response.requestId().equals(request.requestId()) -> response;
            case Decoded.Message(ToCore.Response response) ->
                throw malformed("its response is to \"" + Excerpt.of(response.requestId()) + "\", and not to "
                        + request.requestId());
            case Decoded.Message(ToCore.Handshake _) -> throw malformed("its response is another handshake");
            case Decoded.Unfit(var why) -> throw malformed("its response is none: " + why);
            case Decoded.Malformed(var why) -> throw malformed("its response is not one JSON object: " + why);
        };
    }

    /// With a response in hand, which counts only when all of this goes well.
    private void leave(Running running) throws Stop {
        close(running);
        var limit = spec.limits().teardown();
        long until = System.nanoTime() + limit.toNanos();
        while (end == null || writing) {
            switch (await(until, FailureCode.CRASHED, "leave", limit)) {
                case Heard.Line(var _, boolean blank, var _) -> {
                    if (!blank) {
                        throw malformed("it says more after its response");
                    }
                }
                case Heard.TooLong _ -> throw malformed("it says more after its response");
                case Heard.Ended(var how) -> end = how;
                case Heard.EndOfOutput _, Heard.Written _ -> {}
                case Heard other -> throw new IllegalStateException("at the end: " + other);
            }
        }
        if (brokenPipe) {
            throw new Stop(FailureCode.CRASHED, "it closed its stdin before it had read its request");
        }
        if (end.status() != 0) {
            throw new Stop(FailureCode.CRASHED, "it ended with " + end.words() + " after its response");
        }
    }

    /// The next line, before this time and before the end of all time.
    private Decoded line(long until, String what, Duration limit) throws Stop {
        while (true) {
            switch (await(until, FailureCode.TIMEOUT, what, limit)) {
                case Heard.Line(var said, boolean _, var _) -> {
                    return said;
                }
                case Heard.TooLong _ -> throw malformed("a line of more than " + Listening.LONGEST_LINE + " bytes");
                case Heard.EndOfOutput _ -> throw crash("it closed its stdout without an answer");
                case Heard.Written _ -> {}
                case Heard other -> throw new IllegalStateException("instead of a line: " + other);
            }
        }
    }

    /// How it ended is only for the words, so that is not waited for long.
    private Stop crash(String what) {
        long until = Math.min(System.nanoTime() + spec.limits().teardown().toNanos(), overall());
        try {
            while (end == null) {
                var next = heard.poll(Math.max(until - System.nanoTime(), 0), TimeUnit.NANOSECONDS);
                if (next == null) {
                    return new Stop(FailureCode.CRASHED, what);
                }
                if (next instanceof Heard.Ended(var how)) {
                    end = how;
                }
                if (next instanceof Heard.Cancelled) {
                    return new Stop(null, "");
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Stop(null, "");
        }
        var refused = end.notStarted();
        return refused.isPresent()
                ? new Stop(FailureCode.LAUNCH_FAILED, refused.get())
                : new Stop(FailureCode.CRASHED, what + ", and ended with " + end.words());
    }

    private static Stop malformed(String what) {
        return new Stop(FailureCode.MALFORMED_RESPONSE, what);
    }

    private long overall() {
        return began + spec.limits().invocation().toNanos();
    }

    /// What happens next. `late` is what it is when nothing does until then.
    private Heard await(long until, FailureCode late, String what, Duration limit) throws Stop {
        long first = until == Long.MAX_VALUE ? overall() : until - overall() < 0 ? until : overall();
        Heard next;
        try {
            next = heard.poll(Math.max(first - System.nanoTime(), 0), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new Stop(null, "");
        }
        if (next instanceof Heard.Started(var running)) {
            // Known, so that it is ended, also when it came too late.
            process = running;
        }
        long now = System.nanoTime();
        if (late == FailureCode.LAUNCH_FAILED && now - until >= 0) {
            throw new Stop(late, "not started within " + words(limit));
        }
        if (now - overall() >= 0) {
            throw new Stop(
                    FailureCode.TIMEOUT,
                    "not done within " + words(spec.limits().invocation()));
        }
        if (until != Long.MAX_VALUE && now - until >= 0) {
            throw new Stop(late, "it did not " + what + " within " + words(limit));
        }
        switch (next) {
            case null -> throw new IllegalStateException("woken too early");
            case Heard.Cancelled _ -> throw new Stop(null, "");
            case Heard.Written(boolean whole) -> {
                writing = false;
                brokenPipe |= !whole;
            }
            case Heard.Line(var _, var _, var text) -> {
                if (trace.wanted()) {
                    trace.line(false, text);
                }
            }
            case Heard _ -> {}
        }
        return next;
    }

    private static String words(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }

    private void send(Running running, ToToolPlugin message) {
        var json = ToToolPluginCodec.json(message);
        var text = JsonText.bytes(json);
        var line = Arrays.copyOf(text, text.length + 1);
        line[text.length] = '\n';
        if (trace.wanted()) {
            trace.line(true, new String(text, StandardCharsets.UTF_8));
        }
        if (brokenPipe) {
            return;
        }
        written += line.length;
        if (written <= SURE_TO_FIT) {
            brokenPipe = !write(running, line);
        } else {
            writing = true;
            Thread.ofPlatform()
                    .daemon()
                    .name("stdin of " + spec.name())
                    .start(() -> heard.add(new Heard.Written(write(running, line))));
        }
    }

    private static boolean write(Running running, byte[] line) {
        try {
            running.stdin().write(line);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private static void close(Running running) {
        try {
            running.stdin().close();
        } catch (IOException e) {
            throw new IllegalStateException("closing never fails", e);
        }
    }

    /// Ends what there is, on every way out but the good one. Returns words for a plugin that cannot be ended.
    private String clear() {
        listening.abandon();
        // It may have been handed over in the very last moment.
        for (var late = heard.poll(); late != null && process == null; late = heard.poll()) {
            if (late instanceof Heard.Started(var running)) {
                process = running;
            }
        }
        boolean dead =
                process == null || end != null || process.kill(spec.limits().afterKill());
        // Whoever is just being started, or was not handed over in time, is ended on that thread.
        boolean gone = Patience.keep(() -> listener.join(spec.limits().afterKill()));
        return dead && gone
                ? ""
                : "; it could not be ended within " + words(spec.limits().afterKill());
    }
}
