package dev.outrigger.assistant.mcp.client;

import dev.outrigger.assistant.ToolRun;
import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.wire.rpc.CallOutcome;
import dev.outrigger.wire.rpc.ChannelListener;
import dev.outrigger.wire.rpc.RpcChannel;
import dev.outrigger.wire.rpc.RpcError;
import dev.outrigger.wire.rpc.RpcErrorCode;
import dev.outrigger.wire.rpc.RpcHandler;
import dev.outrigger.wire.rpc.RpcLimits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The client's side of one conversation with a server, from its greeting on. Its methods wait, for the server or for
/// people: not for the thread that reads the pipe.
public final class McpClient {
    /// Not a few servers print a banner before they know better.
    private static final int STRAY_LINES = 1000;

    public static final RpcLimits LIMITS =
            new RpcLimits(16 << 20, 16 << 20, 32 << 10, STRAY_LINES, 64, Duration.ofSeconds(10));
    /// How often a server may answer a call with a question.
    private static final int MOST_ROUNDS = 8;

    private static final CallDeadlines FOREVER = CallDeadlines.of(Duration.ofDays(3650));

    private final ServerTerms terms;
    private final ServerProcess process;
    private final McpParams params;
    private final McpServerDesk desk;
    private final RpcChannel channel;
    /// Counts up when the server says that its tools are others now.
    private final AtomicLong changes = new AtomicLong();

    private volatile McpGreeting.Agreed agreed = new McpGreeting.Agreed(McpEra.INITIALIZE, false, false);

    /// Opens the pipe: what the server asks comes to the `handler`, what goes wrong is heard by the `listener`, or by
    /// one that the opener would rather have.
    public interface Opening {
        RpcChannel open(RpcHandler handler, ChannelListener listener);
    }

    /// @param faulty told when the pipe is given up; must not wait
    public McpClient(ServerTerms terms, ServerProcess process, Runnable faulty, Opening opening) {
        this.terms = terms;
        this.process = process;
        this.params = new McpParams(terms.version());
        this.desk = new McpServerDesk(terms, changes::incrementAndGet, faulty);
        this.channel = opening.open(desk, desk);
    }

    public RpcChannel channel() {
        return channel;
    }

    public void greet(@Nullable McpEra remembered, @Nullable McpEra fixed) throws McpProblem, InterruptedException {
        agreed = new McpGreeting(this, params, terms.timing()).exchange(remembered, fixed);
        if (agreed.era() == McpEra.STATELESS && agreed.tells()) {
            ask("subscriptions/listen", params.listen(), FOREVER);
        }
    }

    public McpEra era() {
        return agreed.era();
    }

    public long changes() {
        return changes.get();
    }

    /// Of the server's own, on one line.
    public void log(String line) {
        desk.log(line);
    }

    public McpToolList list() throws McpProblem, InterruptedException {
        return list(terms.timing().start());
    }

    /// All pages of it within so long.
    public McpToolList list(Duration within) throws McpProblem, InterruptedException {
        if (!agreed.tools()) {
            return McpToolList.EMPTY;
        }
        long end = System.nanoTime() + within.toNanos();
        var reading = new McpToolList.Reading();
        do {
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw problem(McpProblem.Code.TIMEOUT, "it did not tell all of its tools in time");
            }
            var asked =
                    ask("tools/list", params.list(era(), reading.cursor()), CallDeadlines.of(Duration.ofNanos(left)));
            switch (asked.outcome()) {
                case CallOutcome.Answered(var page) -> reading.page(page);
                case CallOutcome.Refused(var error) -> throw refused("tools/list", error);
                case CallOutcome.Lost(var error) -> throw lost("telling its tools", error);
            }
        } while (reading.goesOn());
        return reading.done();
    }

    /// One call of a tool, to its end: the server's result, as it is. What the server asks meanwhile is for whoever
    /// calls: of the older era's servers, only while all calls that are open are of the same `caller`.
    public Json.Obj call(String tool, Json.Obj arguments, CallDeadlines patience, ToolRun run, String caller)
            throws McpProblem {
        var waiting = new WaitingToolCall(run, caller);
        desk.opened(waiting);
        try {
            var more = Json.EMPTY;
            for (int round = 0; round < MOST_ROUNDS; round++) {
                var result = once(tool, arguments, more, patience, waiting);
                switch (result.text("resultType").orElse("complete")) {
                    case "complete" -> {
                        return result;
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

    private Json.Obj once(
            String tool, Json.Obj arguments, Json.Obj more, CallDeadlines patience, WaitingToolCall waiting)
            throws McpProblem {
        var era = era();
        var cancellation = waiting.run().cancellation();
        if (cancellation.isCancelled()) {
            throw new McpProblem(McpProblem.Code.CANCELLED, "cancelled");
        }
        var call = channel.callWithId(
                "tools/call", token -> params.call(era, token, tool, arguments, more), patience, waiting);
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
            case "elicitation/create" -> Elicitation.answer(terms.source(), said, run, terms.listener()::note);
            case "roots/list" -> McpParams.roots(terms.roots());
            default -> {
                terms.listener().refused(HarmlessWords.line(method));
                throw problem(
                        McpProblem.Code.MALFORMED,
                        "it needs `" + HarmlessWords.line(method) + "` of us to go on, which we do not do");
            }
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

    McpProblem problem(McpProblem.Code code, String what) {
        return new McpProblem(
                code,
                what,
                process.lastWords().stream().map(HarmlessWords::line).toList());
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
                var how = process.ending().orElse(null);
                yield how instanceof ProgramEnding.NotStarted(var why)
                        ? problem(McpProblem.Code.NOT_STARTED, "it cannot be started: " + why)
                        : problem(
                                McpProblem.Code.CRASHED,
                                "it ended while " + doing + ": " + (how == null ? error.message() : how.words()));
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
