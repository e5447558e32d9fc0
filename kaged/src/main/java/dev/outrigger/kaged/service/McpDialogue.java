package dev.outrigger.kaged.service;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.ToolQuestion;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.assistant.mcp.client.McpClient;
import dev.outrigger.assistant.mcp.client.McpEra;
import dev.outrigger.assistant.mcp.client.McpProblem;
import dev.outrigger.assistant.mcp.client.McpResults;
import dev.outrigger.assistant.mcp.client.McpTiming;
import dev.outrigger.assistant.mcp.client.ServerProcess;
import dev.outrigger.assistant.mcp.client.ServerTerms;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.service.StartContract.Method;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.wire.rpc.CallOutcome;
import dev.outrigger.wire.rpc.CallWaiter;
import dev.outrigger.wire.rpc.RpcChannel;
import dev.outrigger.wire.rpc.RpcError;
import dev.outrigger.wire.rpc.RpcErrorCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// In the Model Context Protocol, as `jp` speaks it: by the same client. What is called are the server's tools, as far
/// as the operator has agreed to their definitions and the manifest does not leave them out. Calls wait for the
/// server, and maybe for people: each on a virtual thread of its own.
final class McpDialogue implements ServiceDialogue {
    /// Of each of its steps, of which there are two at most; then as long again for the tools.
    private static final Duration GREETING = Duration.ofSeconds(30);

    private static final McpTiming TIMING =
            new McpTiming(GREETING, Duration.ofSeconds(3), CallDeadlines.of(GREETING), Duration.ofMillis(500));

    private static final int LONGEST_ERROR = 4000;

    private final DaemonServices grounds;
    private final String name;
    private final McpClient client;
    private final ServerToolsLook tools;

    McpDialogue(
            DaemonServices grounds,
            StartContract contract,
            ProjectShare project,
            ServerProcess process,
            McpClient.Opening opening) {
        this.grounds = grounds;
        this.name = contract.manifest().name();
        var root = project.root();
        var terms = new ServerTerms(
                name,
                grounds.version(),
                root == null ? List.<Path>of() : List.of(root),
                TIMING,
                new McpServerWords(grounds, name),
                // What is kept of it has a rate of its own, of all that the plugin says.
                Integer.MAX_VALUE - 1);
        // What goes wrong with the pipe is heard by whoever opens it, who knows the process.
        this.client = new McpClient(terms, process, () -> {}, opening);
        this.tools = new ServerToolsLook(grounds, contract.manifest(), project.id(), client);
    }

    @Override
    public RpcChannel channel() {
        return client.channel();
    }

    @Override
    public boolean knowsShutdown() {
        return false;
    }

    /// By a thread that may wait: the one that reads has the answers to hear.
    @Override
    public void greet(Greeted told) {
        Thread.ofVirtual().name("greeting of " + name).start(() -> {
            try {
                exchange();
                told.ready();
            } catch (McpProblem e) {
                switch (e.code()) {
                    case REFUSED, MALFORMED -> told.failed(new ProcessEnd.Unfit(e.words()));
                    // When the pipe is gone, the end of the process says more.
                    case CRASHED, NOT_STARTED -> {}
                    case TIMEOUT, CANCELLED, CHANGED -> told.failed(new ProcessEnd.Failed(e.words()));
                }
            } catch (StoreProblem | AuditFailure e) {
                told.failed(new ProcessEnd.Failed(String.valueOf(e.getMessage())));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                told.failed(new ProcessEnd.Failed("nobody waits for it any more"));
            } catch (RuntimeException | Error e) {
                told.mistaken(e);
            }
        });
    }

    /// Until the server has told its tools. The older era is tried first: none of its servers minds, and those of the
    /// newer one say so.
    private void exchange() throws McpProblem, StoreProblem, AuditFailure, InterruptedException {
        var remembered = McpEra.of(grounds.store().tools(name).era()).orElse(McpEra.INITIALIZE);
        client.greet(remembered, null);
        tools.look(GREETING, new Cancellation());
    }

    @Override
    public Map<String, Method> methods() {
        return tools.methods().methods();
    }

    @Override
    public boolean isStale() {
        return tools.isStale();
    }

    @Override
    public void look(Duration within, Runnable then) {
        Thread.ofVirtual().name("tools of " + name).start(() -> {
            try {
                tools.look(within, new Cancellation());
            } catch (McpProblem e) {
                client.log("it did not tell its tools: " + e.words());
            } catch (StoreProblem | AuditFailure e) {
                grounds.log().note(String.valueOf(e.getMessage()));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } finally {
                then.run();
            }
        });
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
        tools.renew();
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

    private CallOutcome outcome(MethodCall ask, CallDeadlines patience, Run run) {
        long begun = System.nanoTime();
        try {
            tools.look(patience.absolute(), run.cancellation);
            var known = tools.methods();
            var method = known.methods().get(ask.method());
            if (method == null) {
                return CallOutcome.lost(
                        RpcErrorCode.METHOD_NOT_FOUND,
                        "the server has changed its tool " + ask.method() + ", and nobody agreed to that: kaged plugin"
                                + " tools " + name + " shows it, and --accept agrees");
            }
            var left = patience.absolute().minusNanos(System.nanoTime() - begun);
            if (!left.isPositive()) {
                return CallOutcome.lost(RpcErrorCode.TIMEOUT, "its time was over before the server had told its tools");
            }
            var result = client.call(
                    method.name(), ask.params(), new CallDeadlines(patience.idle(), left), run, caller(ask.context()));
            return told(known, method.name(), result);
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

    /// Who may answer for each other.
    private static String caller(CallContext context) {
        return String.join("\n", context.operator(), context.share().id(), context.session());
    }

    /// A failure that the tool itself tells of is an error like any other plugin's own.
    private static CallOutcome told(McpMethods known, String tool, Json.Obj result) throws McpProblem {
        if (McpResults.isFailure(result)) {
            var words = McpResults.of(result).content();
            var data = Json.object().put("code", "tool_error");
            result.get("content").ifPresent(content -> data.put("content", content));
            return new CallOutcome.Refused(new RpcError(
                    RpcErrorCode.PLUGIN.number(),
                    words.isEmpty() ? "the tool failed, and does not say why" : cut(words),
                    data.build()));
        }
        var kept = McpResults.kept(result);
        return known.misfit(tool, result)
                .<CallOutcome>map(misfit -> CallOutcome.lost(RpcErrorCode.INTERNAL_ERROR, misfit))
                .orElseGet(() -> new CallOutcome.Answered(kept));
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
