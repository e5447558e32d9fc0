package dev.outrigger.kaged.service;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.ToolQuestion;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.assistant.mcp.client.McpClient;
import dev.outrigger.assistant.mcp.client.McpEra;
import dev.outrigger.assistant.mcp.client.McpProblem;
import dev.outrigger.assistant.mcp.client.McpResults;
import dev.outrigger.assistant.mcp.client.McpTiming;
import dev.outrigger.assistant.mcp.client.McpToolList;
import dev.outrigger.assistant.mcp.client.ServerProcess;
import dev.outrigger.assistant.mcp.client.ServerTerms;
import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.service.StartContract.Method;
import dev.outrigger.kaged.store.KnownTools;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.wire.rpc.CallOutcome;
import dev.outrigger.wire.rpc.CallWaiter;
import dev.outrigger.wire.rpc.RpcChannel;
import dev.outrigger.wire.rpc.RpcError;
import dev.outrigger.wire.rpc.RpcErrorCode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// In the Model Context Protocol, as `jp` speaks it: by the same client. What is called are the server's tools, as far
/// as the operator has agreed to their definitions and the manifest does not leave them out. Calls wait for the
/// server, and maybe for people: each on a virtual thread of its own.
final class McpDialogue implements ServiceDialogue {
    private static final Duration GREETING = Duration.ofSeconds(30);
    private static final McpTiming TIMING =
            new McpTiming(GREETING, Duration.ofSeconds(3), CallDeadlines.of(GREETING), Duration.ofMillis(500));
    /// A server that says on and on that its tools have changed is believed after so many looks.
    private static final int MOST_LOOKS = 3;

    private static final int LONGEST_ERROR = 4000;

    private final DaemonServices grounds;
    private final StartContract contract;
    private final String name;
    private final McpClient client;
    private final ReentrantLock looking = new ReentrantLock();
    private volatile Look latest = new Look(-1, Map.of());

    /// What may be called, at this state of the server's tools. `changes` is how many it had told of by then.
    private record Look(long changes, Map<String, Method> methods) {}

    McpDialogue(DaemonServices grounds, StartContract contract, ServerProcess process, McpClient.Opening opening) {
        this.grounds = grounds;
        this.contract = contract;
        this.name = contract.manifest().name();
        var terms = new ServerTerms(name, grounds.version(), List.of(), TIMING, new McpServerWords(grounds, name));
        // What goes wrong with the pipe is heard by whoever opens it, who knows the process.
        this.client = new McpClient(terms, process, () -> {}, opening);
    }

    @Override
    public RpcChannel channel() {
        return client.channel();
    }

    @Override
    public boolean knowsShutdown() {
        return false;
    }

    /// Waits until the server has told its tools. The older era is tried first: none of its servers minds, and those
    /// of the newer one say so.
    void greet() throws McpProblem, StoreProblem, AuditFailure, InterruptedException {
        var remembered = McpEra.of(grounds.store().tools(name).era()).orElse(McpEra.INITIALIZE);
        client.greet(remembered, null);
        look();
    }

    @Override
    public Map<String, Method> methods() {
        return latest.methods;
    }

    @Override
    public String declaredBy() {
        return "the server has, and you agreed to,";
    }

    @Override
    public boolean isClosed() {
        return client.channel().isClosed();
    }

    @Override
    public void tell(String method, Json params) {
        // A server of another protocol has no word for it.
    }

    /// The operator has agreed to more than before.
    void renew() throws StoreProblem {
        looking.lock();
        try {
            latest = new Look(latest.changes, methods(grounds.store().tools(name)));
        } finally {
            looking.unlock();
        }
    }

    /// At the tools, when the server has said that they are others, or never told them.
    private void look() throws McpProblem, StoreProblem, AuditFailure, InterruptedException {
        if (client.changes() == latest.changes) {
            return;
        }
        looking.lockInterruptibly();
        try {
            for (int i = 0; i < MOST_LOOKS && client.changes() != latest.changes; i++) {
                long changes = client.changes();
                latest = new Look(changes, methods(known(client.list())));
            }
        } finally {
            looking.unlock();
        }
    }

    private KnownTools known(McpToolList list) throws StoreProblem, AuditFailure {
        for (var note : list.notes()) {
            client.log(note);
        }
        var before = grounds.store().tools(name);
        var seen = new LinkedHashMap<String, Json.Obj>();
        list.tools().forEach((tool, definition) -> seen.put(tool, definition.json()));
        var now = before.seen(client.era().word(), seen);
        if (!now.equals(before)) {
            var waiting = now.waiting();
            grounds.audit()
                    .append(AuditEntry.event(
                            AuditEntry.Kind.INSTALL,
                            grounds.clock().instant(),
                            "",
                            name,
                            before.isFirst() ? "tools found" : "tools changed",
                            Json.object()
                                    .put("tools", Json.texts(List.copyOf(seen.keySet())))
                                    .put("waiting", Json.texts(waiting))
                                    .put("digest", now.digest())
                                    .build()));
            grounds.store().keepTools(name, now);
            if (!waiting.isEmpty()) {
                grounds.log()
                        .note(name + " has tools that nobody agreed to: kaged plugin tools " + name + " shows them");
            }
        }
        return now;
    }

    private Map<String, Method> methods(KnownTools tools) {
        return McpMethods.of(contract.manifest(), tools);
    }

    @Override
    public AcceptedCall call(Method method, MethodCall ask, CallDeadlines patience, CallWaiter caller) {
        var cancellation = new Cancellation();
        Thread.ofVirtual().name("call of " + name).start(() -> {
            caller.ended(outcome(ask, patience, new Run(ask, cancellation, caller)));
            // The channel has it flushed for those who are told by the thread that reads.
            grounds.audit().flush();
        });
        return cancellation::cancel;
    }

    private CallOutcome outcome(MethodCall ask, CallDeadlines patience, ToolRun run) {
        try {
            look();
            var method = latest.methods.get(ask.method());
            if (method == null) {
                return CallOutcome.lost(
                        RpcErrorCode.METHOD_NOT_FOUND,
                        "the server has changed its tool " + ask.method() + ", and nobody agreed to that: kaged plugin"
                                + " tools " + name + " shows it, and --accept agrees");
            }
            return told(client.call(method.name(), ask.params(), patience, run));
        } catch (McpProblem e) {
            return lost(e, ask.method());
        } catch (StoreProblem | AuditFailure e) {
            return CallOutcome.lost(RpcErrorCode.INTERNAL_ERROR, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return CallOutcome.lost(RpcErrorCode.CANCELLED, "`" + ask.method() + "` was taken back");
        } catch (RuntimeException e) {
            grounds.log().bug("in a call of " + ask.method(), e);
            return CallOutcome.lost(RpcErrorCode.INTERNAL_ERROR, "kaged made a mistake with it; its log says which");
        }
    }

    /// A failure that the tool itself tells of is an error like any other plugin's own.
    private static CallOutcome told(Json.Obj result) throws McpProblem {
        if (McpResults.isFailure(result)) {
            var words = McpResults.of(result).content();
            var data = Json.object().put("code", "tool_error");
            result.get("content").ifPresent(content -> data.put("content", content));
            return new CallOutcome.Refused(new RpcError(
                    RpcErrorCode.PLUGIN.number(),
                    words.isEmpty() ? "the tool failed, and does not say why" : cut(words),
                    data.build()));
        }
        return new CallOutcome.Answered(McpResults.kept(result));
    }

    private static String cut(String words) {
        return words.length() > LONGEST_ERROR ? words.substring(0, LONGEST_ERROR) + "…" : words;
    }

    private static CallOutcome lost(McpProblem problem, String method) {
        return switch (problem.code()) {
            case NOT_STARTED, CRASHED -> CallOutcome.lost(RpcErrorCode.PLUGIN_UNAVAILABLE, problem.words());
            case TIMEOUT -> CallOutcome.lost(RpcErrorCode.TIMEOUT, problem.words());
            case CANCELLED -> CallOutcome.lost(RpcErrorCode.CANCELLED, "`" + method + "` was taken back");
            case REFUSED ->
                new CallOutcome.Refused(new RpcError(
                        RpcErrorCode.PLUGIN.number(),
                        problem.words(),
                        Json.object().put("code", "refused").build()));
            case MALFORMED -> CallOutcome.lost(RpcErrorCode.INTERNAL_ERROR, problem.words());
            case CHANGED -> CallOutcome.lost(RpcErrorCode.METHOD_NOT_FOUND, problem.words());
        };
    }

    /// A call as the client sees it.
    private record Run(MethodCall ask, Cancellation cancellation, CallWaiter caller) implements ToolRun {
        @Override
        public String id() {
            return ask.context().request();
        }

        @Override
        public void progress(String line) {
            caller.progress(Json.object().put("message", line).build());
        }

        @Override
        public Optional<Json> ask(ToolQuestion question) {
            return caller instanceof InquiringCaller asked ? asked.ask(question) : Optional.empty();
        }
    }
}
