package dev.outrigger.assistant.plugin;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.RunningProgram;
import dev.outrigger.launch.UninterruptedWait;
import dev.outrigger.launch.WaitingThreads;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.LineReader;
import dev.outrigger.wire.tool.ToCore;
import dev.outrigger.wire.tool.ToCoreCodec;
import dev.outrigger.wire.tool.ToCoreCodec.Decoded;
import dev.outrigger.wire.tool.ToToolPlugin;
import dev.outrigger.wire.tool.ToToolPluginCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// One call of a tool plugin: a handshake, a request, a response, and the plugin's end.
final class ToolPluginCall {
    static final int LONGEST_LINE = 1 << 20;

    /// No pipe is smaller than a page, so that so much is written without waiting for the plugin.
    private static final int SURE_TO_FIT = 4000;

    private final PluginSpec spec;
    private final String tool;
    private final ToToolPlugin.Request request;
    private final CallTrace trace;
    private final TimedTalk<ToCore.Response> talk;
    /// How far it came: what a call goes through, in this order.
    enum Stage {
        STARTING,
        GREETING,
        PROTOCOL,
        MANIFEST,
        TOOL,
        CAPABILITIES,
        ASKING,
        LEAVING
    }

    private volatile Stage stage = Stage.STARTING;
    private volatile String untidyEnd = "";
    /// What it is called: by us, and by itself from its handshake on.
    private volatile String pluginId;

    /// Its time begins now.
    ToolPluginCall(PluginStarter starter, PluginSpec spec, ToToolPlugin.Request request, CallTrace trace) {
        this.spec = spec;
        this.tool = request.toolName();
        this.request = request;
        this.trace = trace;
        this.pluginId = spec.name();
        this.talk = new TimedTalk<>(starter, spec, (plugin, deadlines) -> new Dialogue(plugin, deadlines).lead());
    }

    PluginCallOutcome run(Cancellation cancellation) {
        try {
            return switch (talk.run(cancellation)) {
                case ToCore.Ok(var _, var output, var metadata) -> new PluginCallOutcome.Ok(output, metadata);
                case ToCore.Failed(var _, var code, var message, var metadata) ->
                    new PluginCallOutcome.ToolError(code, message, metadata);
            };
        } catch (TalkStopped stopped) {
            var code = stopped.code();
            return code == null
                    ? new PluginCallOutcome.Cancelled()
                    : new PluginCallOutcome.Failure(code, pluginId, stopped.words(), stderr());
        }
    }

    /// Where it stopped, if it did.
    Stage stage() {
        return stage;
    }

    /// What was wrong with its end after an error of its own, which counts all the same; "" for nothing.
    String untidyEnd() {
        return untidyEnd;
    }

    /// The last lines that it wrote there, once the call is over.
    List<String> stderr() {
        return talk.stderr();
    }

    /// With a plugin that was started: what is said, in its order.
    private final class Dialogue {
        private final RunningProgram plugin;
        private final TalkDeadlines deadlines;
        private final LineReader lines;
        private final CountDownLatch writing = new CountDownLatch(1);
        private volatile boolean brokenPipe;

        Dialogue(RunningProgram plugin, TalkDeadlines deadlines) {
            this.plugin = plugin;
            this.deadlines = deadlines;
            this.lines = new LineReader(new LineLimitInput(plugin.stdout(), LONGEST_LINE), LONGEST_LINE);
        }

        ToCore.Response lead() throws TalkStopped {
            stage = Stage.GREETING;
            judge(greeting());
            stage = Stage.ASKING;
            var response = ask();
            stage = Stage.LEAVING;
            try {
                leave();
            } catch (TalkStopped stopped) {
                if (!(response instanceof ToCore.Failed) || !pardoned(stopped)) {
                    throw stopped;
                }
                untidyEnd = stopped.words();
            }
            return response;
        }

        /// What a tool says went wrong is not lost because its plugin then lingers, or leaves with a status of its own.
        private boolean pardoned(TalkStopped stopped) {
            var code = stopped.code();
            if (code != FailureCode.CRASHED && code != FailureCode.TIMEOUT) {
                return false;
            }
            plugin.kill();
            return !plugin.isAlive();
        }

        private ToCore.Manifest greeting() throws TalkStopped {
            deadlines.begin(spec.limits().handshake(), FailureCode.TIMEOUT, "it did not say its handshake");
            var hello = bytes(new ToToolPlugin.Handshake());
            write(hello);
            return switch (line()) {
                case Decoded.Message(ToCore.Handshake(var manifest)) -> manifest;
                case Decoded.Message(ToCore.Response _) ->
                    throw new TalkStopped(
                            FailureCode.HANDSHAKE_FAILED, "its first line is a response, and no handshake");
                case Decoded.Unfit(var why) ->
                    throw new TalkStopped(FailureCode.HANDSHAKE_FAILED, "its first line is no handshake: " + why);
                case Decoded.Malformed(var why) ->
                    throw new TalkStopped(
                            FailureCode.MALFORMED_RESPONSE, "its first line is not one JSON object: " + why);
            };
        }

        /// Of several mistakes the first counts, in the order of the protocol: the version before all else, since what
        /// another one means by the rest is not known.
        private void judge(ToCore.Manifest manifest) throws TalkStopped {
            stage = Stage.PROTOCOL;
            judgeProtocol(manifest.protocolVersion().strip());
            stage = Stage.MANIFEST;
            judgeIdentity(manifest);
            pluginId = manifest.pluginId();
            stage = Stage.TOOL;
            if (!manifest.exposedTools().contains(tool)) {
                throw new TalkStopped(
                        FailureCode.TOOL_NOT_EXPOSED,
                        "it has no tool \"" + tool + "\"; it has "
                                + Excerpt.of(String.join(", ", manifest.exposedTools())));
            }
            stage = Stage.CAPABILITIES;
            judgeCapabilities(manifest.capabilities());
        }

        private static void judgeProtocol(String version) throws TalkStopped {
            if (!version.equals(ToToolPlugin.PROTOCOL)) {
                throw new TalkStopped(
                        FailureCode.PROTOCOL_VERSION_MISMATCH,
                        (version.isEmpty()
                                        ? "it names no protocol version"
                                        : "it speaks \"" + Excerpt.of(version) + "\"")
                                + "; it must be " + ToToolPlugin.PROTOCOL);
            }
        }

        private void judgeIdentity(ToCore.Manifest manifest) throws TalkStopped {
            var lack = manifest.lack();
            if (lack.isPresent()) {
                throw new TalkStopped(FailureCode.HANDSHAKE_FAILED, "its handshake says too little: " + lack.get());
            }
            if (!manifest.pluginId().equals(spec.name())) {
                throw new TalkStopped(
                        FailureCode.HANDSHAKE_FAILED,
                        "it calls itself \"" + Excerpt.of(manifest.pluginId()) + "\", and not \"" + spec.name() + "\"");
            }
        }

        private void judgeCapabilities(List<String> declared) throws TalkStopped {
            var granted = spec.granted();
            if (declared.isEmpty() && !granted.expected().isEmpty()) {
                throw new TalkStopped(
                        FailureCode.CAPABILITY_NOT_DECLARED,
                        "it declares no capabilities, though it is granted " + String.join(", ", granted.expected()));
            }
            var flaw = PluginSpec.flaw(declared);
            if (flaw.isPresent()) {
                throw new TalkStopped(
                        FailureCode.CAPABILITY_NOT_DECLARED, "its handshake's `capabilities`: " + flaw.get());
            }
            var beyond = new HashSet<>(declared);
            granted.allowed().forEach(beyond::remove);
            var leftOut = GrantedCapabilities.texts(granted.leftOut());
            for (var one : declared) {
                if (beyond.contains(one)) {
                    throw new TalkStopped(
                            FailureCode.CAPABILITY_NOT_ALLOWED,
                            "it declares the capability \"" + Excerpt.of(one) + "\", which "
                                    + (leftOut.contains(one) ? "your settings leave out" : "it is not granted"));
                }
            }
        }

        private ToCore.Response ask() throws TalkStopped {
            if (brokenPipe) {
                throw crash("it closed its stdin before it had read its handshake");
            }
            deadlines.beginTheRest();
            var question = bytes(request);
            if (question.length <= SURE_TO_FIT) {
                write(question);
                writing.countDown();
            } else {
                // It may answer before it has read all of it, and would then be stuck in its answer as we in the
                // question.
                WaitingThreads.run(() -> {
                    write(question);
                    writing.countDown();
                });
            }
            return switch (line()) {
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
        private void leave() throws TalkStopped {
            closeStdin();
            deadlines.begin(spec.limits().teardown(), FailureCode.CRASHED, "it did not leave");
            for (var found = next(); found != LineReader.Found.END; found = next()) {
                if (found == LineReader.Found.TOO_LONG || !lines.blank()) {
                    throw malformed("it says more after its response");
                }
            }
            // All of stdout is read by now, so that the end takes nothing away with it.
            var end = plugin.awaitEnd();
            // Nobody is left to read, so that no write waits any more (but for one who got its stdin as a present).
            UninterruptedWait.keep(() -> {
                writing.await();
                return true;
            });
            deadlines.check();
            if (brokenPipe) {
                throw new TalkStopped(FailureCode.CRASHED, "it closed its stdin before it had read its request");
            }
            if (!end.equals(new ProgramEnding.Exited(0))) {
                throw new TalkStopped(FailureCode.CRASHED, "it ended with " + end.words() + " after its response");
            }
        }

        private Decoded line() throws TalkStopped {
            return switch (next()) {
                case LINE -> decoded();
                case TOO_LONG -> throw malformed("a line of more than " + LONGEST_LINE + " bytes");
                case END -> throw crash("it closed its stdout without an answer");
            };
        }

        private Decoded decoded() {
            if (trace.wanted()) {
                trace.line(
                        false,
                        new String(lines.bytes(), lines.from(), lines.to() - lines.from(), StandardCharsets.UTF_8));
            }
            return ToCoreCodec.decode(lines.bytes(), lines.from(), lines.to());
        }

        private LineReader.Found next() throws TalkStopped {
            LineReader.Found found;
            try {
                found = lines.next();
            } catch (IOException _) {
                // A pipe that cannot be read has ended.
                found = LineReader.Found.END;
            }
            deadlines.check();
            return found;
        }

        /// How it ended is only for the words, so that is not waited for long. An end that the end of the time has
        /// caused has nothing to say.
        private TalkStopped crash(String what) {
            var left = deadlines.left();
            var teardown = spec.limits().teardown();
            boolean ended = plugin.leftWithin(left.compareTo(teardown) < 0 ? left : teardown);
            var over = deadlines.over();
            if (over.isPresent() && over.get().byCancelling()) {
                return over.get();
            }
            if (!ended || over.isPresent()) {
                return new TalkStopped(FailureCode.CRASHED, what);
            }
            return switch (plugin.kill()) {
                case ProgramEnding.NotStarted(var why) -> new TalkStopped(FailureCode.LAUNCH_FAILED, why);
                case ProgramEnding ending ->
                    new TalkStopped(FailureCode.CRASHED, what + ", and ended with " + ending.words());
            };
        }

        private static TalkStopped malformed(String what) {
            return new TalkStopped(FailureCode.MALFORMED_RESPONSE, what);
        }

        private byte[] bytes(ToToolPlugin message) {
            var text = JsonText.bytes(ToToolPluginCodec.json(message));
            if (trace.wanted()) {
                trace.line(true, new String(text, StandardCharsets.UTF_8));
            }
            var line = Arrays.copyOf(text, text.length + 1);
            line[text.length] = '\n';
            return line;
        }

        private void write(byte[] line) {
            try {
                plugin.stdin().write(line);
            } catch (IOException _) {
                // It may have answered before it stopped reading: what it said counts first.
                brokenPipe = true;
            }
        }

        private void closeStdin() {
            plugin.stdin().close();
        }
    }
}
