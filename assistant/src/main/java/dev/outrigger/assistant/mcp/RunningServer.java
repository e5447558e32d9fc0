package dev.outrigger.assistant.mcp;

import dev.outrigger.assistant.ToolResult;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.assistant.mcp.client.HarmlessWords;
import dev.outrigger.assistant.mcp.client.McpClient;
import dev.outrigger.assistant.mcp.client.McpEra;
import dev.outrigger.assistant.mcp.client.McpProblem;
import dev.outrigger.assistant.mcp.client.McpResults;
import dev.outrigger.assistant.mcp.client.McpToolList;
import dev.outrigger.assistant.mcp.client.ServerProcess;
import dev.outrigger.assistant.mcp.client.ServerTerms;
import dev.outrigger.launch.CannotStart;
import dev.outrigger.launch.ChildProgram;
import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.ProgramListener;
import dev.outrigger.launch.ProgramSpec;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.DeadlineTicker;
import dev.outrigger.wire.rpc.RpcChannel;
import dev.outrigger.wire.rpc.RpcDialect;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// One run of a server, from its start to the end of everything it started.
final class RunningServer {
    /// For the last of its stderr, and for how it ended.
    private static final Duration DYING = Duration.ofSeconds(3);

    private final McpServerSettings server;
    private final McpHost host;
    private final ServerFolder folder;
    private final ChildProgram child;
    private final McpClient client;
    /// The same, for what is heard of the child before there is a client; what comes so early is the host's to log.
    private final AtomicReference<@Nullable McpClient> heard = new AtomicReference<>();

    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicBoolean unwanted = new AtomicBoolean();
    private volatile @Nullable ProgramEnding ending;

    private RunningServer(McpServerSettings server, McpHost host, DeadlineTicker ticker) throws McpProblem {
        this.server = server;
        this.host = host;
        this.folder = ServerFolder.make(server.name(), host.folders(), host.roots());
        this.child = child();
        var terms = new ServerTerms(
                server.source(),
                host.version(),
                host.roots(),
                server.timing(),
                host.listener(),
                ServerTerms.LINES_LOGGED);
        this.client = new McpClient(
                terms,
                new Circumstances(),
                this::giveUp,
                (handler, listener) -> new RpcChannel(
                        child.stdout(), child.stdin(), RpcDialect.MCP, handler, listener, ticker, McpClient.LIMITS));
        heard.set(client);
    }

    /// On its way; nothing was said to it yet.
    static RunningServer start(McpServerSettings server, McpHost host, DeadlineTicker ticker) throws McpProblem {
        var running = new RunningServer(server, host, ticker);
        Thread.ofPlatform().daemon().name("stdout of " + server.source()).start(running::read);
        return running;
    }

    private ChildProgram child() throws McpProblem {
        boolean started = false;
        try {
            var environment = ServerEnvironment.of(server, host.environment(), host.roots());
            var file = ServerEnvironment.program(server, environment, host.roots());
            var program = new ProgramSpec(file, server.args(), environment, folder.path(), true);
            var made = host.launcher().start(program, new ProgramListener() {
                @Override
                public void stderr(String line) {
                    log("stderr: " + line);
                }

                @Override
                public void warning(String message) {
                    host.listener().note(server.source() + ": " + HarmlessWords.line(message));
                }
            });
            started = true;
            return made;
        } catch (CannotStart e) {
            throw new McpProblem(McpProblem.Code.NOT_STARTED, "it cannot be started: " + e.getMessage());
        } finally {
            if (!started) {
                folder.remove();
            }
        }
    }

    private void log(String line) {
        var limited = heard.get();
        if (limited == null) {
            host.listener().log(server.source() + ": " + HarmlessWords.line(line));
        } else {
            limited.log(line);
        }
    }

    void greet(@Nullable McpEra remembered) throws McpProblem, InterruptedException {
        client.greet(remembered, server.fixedEra().orElse(null));
    }

    McpEra era() {
        return client.era();
    }

    long changes() {
        return client.changes();
    }

    boolean isOver() {
        return client.channel().isClosed();
    }

    /// Whether it ended though nobody wanted it to.
    boolean crashed() {
        return isOver() && !unwanted.get();
    }

    McpToolList list() throws McpProblem, InterruptedException {
        return client.list();
    }

    /// One call of a tool, to its end.
    ToolResult call(String tool, Json.Obj arguments, ToolRun run) throws McpProblem {
        return McpResults.of(client.call(tool, arguments, server.timing().call(), run, ""));
    }

    /// Closes its stdin, gives it a moment to leave, and ends what is left.
    void close() {
        unwanted.set(true);
        client.channel().close("it was closed");
        child.end(server.timing().grace());
        awaitEnd();
    }

    /// By any thread, none of which has time for a death.
    private void giveUp() {
        Thread.ofPlatform().daemon().name("end of " + server.source()).start(child::kill);
    }

    private void read() {
        try {
            client.channel().run();
        } finally {
            ending = child.end(unwanted.get() ? server.timing().grace() : Duration.ofMillis(500));
            child.close();
            folder.remove().ifPresent(this::log);
            over.countDown();
        }
    }

    private void awaitEnd() {
        try {
            if (!over.await(DYING.toMillis(), TimeUnit.MILLISECONDS)) {
                log("takes long to end");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Circumstances implements ServerProcess {
        @Override
        public List<String> lastWords() {
            return child.stderrTail();
        }

        @Override
        public Optional<ProgramEnding> ending() {
            awaitEnd();
            return Optional.ofNullable(ending);
        }
    }
}
