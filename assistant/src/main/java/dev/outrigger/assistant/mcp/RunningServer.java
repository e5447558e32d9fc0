package dev.outrigger.assistant.mcp;

import dev.outrigger.assistant.ToolResult;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.launch.CannotStart;
import dev.outrigger.launch.ChildProgram;
import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.ProgramListener;
import dev.outrigger.launch.ProgramSpec;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.wire.rpc.CallOutcome;
import dev.outrigger.wire.rpc.DeadlineTicker;
import dev.outrigger.wire.rpc.RpcChannel;
import dev.outrigger.wire.rpc.RpcDialect;
import dev.outrigger.wire.rpc.RpcError;
import dev.outrigger.wire.rpc.RpcErrorCode;
import dev.outrigger.wire.rpc.RpcLimits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// One run of a server, from its start to the end of everything it started.
final class RunningServer {
    /// Not a few servers print a banner before they know better.
    private static final int STRAY_LINES = 1000;

    private static final RpcLimits LIMITS =
            new RpcLimits(16 << 20, 16 << 20, 32 << 10, STRAY_LINES, 64, Duration.ofSeconds(10));
    /// How often a server may answer a call with a question.
    private static final int MOST_ROUNDS = 8;

    private static final CallDeadlines FOREVER = CallDeadlines.of(Duration.ofDays(3650));
    /// For the last of its stderr, and for how it ended.
    private static final Duration DYING = Duration.ofSeconds(3);

    private final McpServerSettings server;
    private final McpHost host;
    private final McpParams params;
    private final McpServerDesk desk;
    private final ServerFolder folder;
    private final ChildProgram child;
    private final RpcChannel channel;
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicBoolean unwanted = new AtomicBoolean();
    /// Counts up when the server says that its tools are others now.
    private final AtomicLong changes = new AtomicLong();

    private volatile @Nullable ProgramEnding ending;
    private volatile McpGreeting.Agreed agreed = new McpGreeting.Agreed(McpEra.INITIALIZE, false, false);

    private RunningServer(McpServerSettings server, McpHost host, DeadlineTicker ticker) throws McpProblem {
        this.server = server;
        this.host = host;
        this.params = new McpParams(host.version());
        this.desk = new McpServerDesk(
                server.source(), host.roots(), host.listener(), changes::incrementAndGet, this::giveUp);
        this.folder = ServerFolder.make(server.name(), host.folders(), host.roots());
        this.child = child(server, host, desk, folder);
        this.channel = new RpcChannel(child.stdout(), child.stdin(), RpcDialect.MCP, desk, desk, ticker, LIMITS);
    }

    /// On its way; nothing was said to it yet.
    static RunningServer start(McpServerSettings server, McpHost host, DeadlineTicker ticker) throws McpProblem {
        var running = new RunningServer(server, host, ticker);
        Thread.ofPlatform().daemon().name("stdout of " + server.source()).start(running::read);
        return running;
    }

    private static ChildProgram child(McpServerSettings server, McpHost host, McpServerDesk desk, ServerFolder folder)
            throws McpProblem {
        boolean started = false;
        try {
            var environment = ServerEnvironment.of(server, host.environment(), host.roots());
            var file = ServerEnvironment.program(server, environment, host.roots());
            var program = new ProgramSpec(file, server.args(), environment, folder.path(), true);
            var child = host.launcher().start(program, new ProgramListener() {
                @Override
                public void stderr(String line) {
                    desk.log("stderr: " + line);
                }

                @Override
                public void warning(String message) {
                    host.listener().note(server.source() + ": " + HarmlessWords.line(message));
                }
            });
            started = true;
            return child;
        } catch (CannotStart e) {
            throw new McpProblem(McpProblem.Code.NOT_STARTED, "it cannot be started: " + e.getMessage());
        } finally {
            if (!started) {
                folder.remove();
            }
        }
    }

    void greet(@Nullable McpEra remembered) throws McpProblem, InterruptedException {
        agreed = new McpGreeting(this, params, server.timing())
                .exchange(remembered, server.fixedEra().orElse(null));
        if (agreed.era() == McpEra.STATELESS && agreed.tells()) {
            ask("subscriptions/listen", params.listen(), FOREVER);
        }
    }

    McpEra era() {
        return agreed.era();
    }

    long changes() {
        return changes.get();
    }

    boolean isOver() {
        return channel.isClosed();
    }

    /// Whether it ended though nobody wanted it to.
    boolean crashed() {
        return isOver() && !unwanted.get();
    }

    McpToolList list() throws McpProblem, InterruptedException {
        if (!agreed.tools()) {
            return McpToolList.EMPTY;
        }
        var reading = new McpToolList.Reading();
        do {
            var asked = ask(
                    "tools/list",
                    params.list(era(), reading.cursor()),
                    CallDeadlines.of(server.timing().start()));
            switch (asked.outcome()) {
                case CallOutcome.Answered(var page) -> reading.page(page);
                case CallOutcome.Refused(var error) -> throw refused("tools/list", error);
                case CallOutcome.Lost(var error) -> throw lost("telling its tools", error);
            }
        } while (reading.goesOn());
        return reading.done();
    }

    /// One call of a tool, to its end.
    ToolResult call(String tool, Json.Obj arguments, ToolRun run) throws McpProblem {
        var waiting = new WaitingToolCall(run);
        desk.opened(waiting);
        try {
            var more = Json.EMPTY;
            for (int round = 0; round < MOST_ROUNDS; round++) {
                var result = once(tool, arguments, more, waiting);
                switch (result.text("resultType").orElse("complete")) {
                    case "complete" -> {
                        return McpResults.of(result);
                    }
                    case "input_required" -> more = inputs(result, run);
                    default -> throw problem(McpProblem.Code.MALFORMED, "its answer is of an unknown `resultType`");
                }
            }
            throw problem(McpProblem.Code.MALFORMED, "it asked for more input " + MOST_ROUNDS + " times");
        } finally {
            desk.closed(waiting);
            waiting.close();
        }
    }

    private Json.Obj once(String tool, Json.Obj arguments, Json.Obj more, WaitingToolCall waiting) throws McpProblem {
        var era = era();
        var cancellation = waiting.run().cancellation();
        if (cancellation.isCancelled()) {
            throw new McpProblem(McpProblem.Code.CANCELLED, "cancelled");
        }
        var call = channel.callWithId(
                "tools/call",
                token -> params.call(era, token, tool, arguments, more),
                server.timing().call(),
                waiting);
        CallOutcome outcome;
        try (var _ = cancellation.onCancel(call::cancel)) {
            outcome = waiting.outcome(call);
        }
        return switch (outcome) {
            case CallOutcome.Answered(Json.Obj result) -> result;
            case CallOutcome.Answered _ -> throw problem(McpProblem.Code.MALFORMED, "its answer is no object");
            case CallOutcome.Refused(var error) -> throw refused(tool, error);
            case CallOutcome.Lost(var error) -> throw lost("it ran `" + HarmlessWords.line(tool) + "`", error);
        };
    }

    /// What the newer era's servers want to know before they go on, answered as if they had asked.
    private Json.Obj inputs(Json.Obj result, ToolRun run) throws McpProblem {
        var answers = new LinkedHashMap<String, Json>();
        if (result.get("inputRequests").orElse(Json.EMPTY) instanceof Json.Obj(var asked)) {
            for (var each : asked.entrySet()) {
                answers.put(each.getKey(), input(each.getValue(), run));
            }
        }
        var more = new LinkedHashMap<String, Json>();
        if (!answers.isEmpty()) {
            more.put("inputResponses", new Json.Obj(answers));
        }
        result.get("requestState").ifPresent(state -> more.put("requestState", state));
        if (more.isEmpty()) {
            throw problem(McpProblem.Code.MALFORMED, "it wants more input, and does not say which");
        }
        return new Json.Obj(more);
    }

    private Json.Obj input(Json asked, ToolRun run) throws McpProblem {
        var request = asked instanceof Json.Obj object ? object : Json.EMPTY;
        var said = request.get("params").orElse(Json.EMPTY) instanceof Json.Obj object ? object : Json.EMPTY;
        var method = request.text("method").orElse("");
        return switch (method) {
            case "elicitation/create" -> Elicitation.answer(server.source(), said, run, host.listener()::note);
            case "roots/list" -> McpParams.roots(host.roots());
            default ->
                throw problem(
                        McpProblem.Code.MALFORMED,
                        "it needs `" + HarmlessWords.line(method) + "` of us to go on, which we do not do");
        };
    }

    PendingRequest ask(String method, Json.Obj params, CallDeadlines patience) {
        var pending = new PendingRequest();
        channel.call(method, params, patience, pending);
        return pending;
    }

    void tell(String method) {
        channel.tell(method, null);
    }

    /// Closes its stdin, gives it a moment to leave, and ends what is left.
    void close() {
        unwanted.set(true);
        channel.close("it was closed");
        child.end(server.timing().grace());
        awaitEnd();
    }

    /// By any thread, none of which has time for a death.
    private void giveUp() {
        Thread.ofPlatform().daemon().name("end of " + server.source()).start(child::kill);
    }

    private void read() {
        try {
            channel.run();
        } finally {
            ending = child.end(unwanted.get() ? server.timing().grace() : Duration.ofMillis(500));
            child.close();
            folder.remove().ifPresent(desk::log);
            over.countDown();
        }
    }

    private void awaitEnd() {
        try {
            if (!over.await(DYING.toMillis(), TimeUnit.MILLISECONDS)) {
                desk.log("takes long to end");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    McpProblem problem(McpProblem.Code code, String what) {
        return new McpProblem(
                code, what, child.stderrTail().stream().map(HarmlessWords::line).toList());
    }

    private McpProblem refused(String what, RpcError error) {
        return problem(
                McpProblem.Code.REFUSED,
                "it refused `" + HarmlessWords.line(what) + "`: " + HarmlessWords.text(error.message(), 2000) + " ("
                        + error.code() + ")");
    }

    /// `doing` completes "while …".
    McpProblem lost(String doing, RpcError error) {
        var code = error.known().orElse(RpcErrorCode.INTERNAL_ERROR);
        return switch (code) {
            case TIMEOUT -> problem(McpProblem.Code.TIMEOUT, "while " + doing + ": " + error.message());
            case CANCELLED -> new McpProblem(McpProblem.Code.CANCELLED, "cancelled");
            case PLUGIN_UNAVAILABLE -> {
                awaitEnd();
                var how = ending;
                yield how instanceof ProgramEnding.NotStarted(var why)
                        ? problem(McpProblem.Code.NOT_STARTED, "it cannot be started: " + why)
                        : problem(
                                McpProblem.Code.CRASHED,
                                "it ended while " + doing + (how == null ? "" : ": " + how.words()));
            }
            case PARSE_ERROR,
                    INVALID_REQUEST,
                    METHOD_NOT_FOUND,
                    INVALID_PARAMS,
                    INTERNAL_ERROR,
                    PLUGIN,
                    NOT_INITIALIZED,
                    DENIED,
                    PAYLOAD_TOO_LARGE,
                    RATE_LIMITED -> problem(McpProblem.Code.MALFORMED, "while " + doing + ": " + error.message());
        };
    }
}
