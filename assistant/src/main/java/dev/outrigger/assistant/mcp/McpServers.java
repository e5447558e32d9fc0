package dev.outrigger.assistant.mcp;

import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.mcp.client.McpProblem;
import dev.outrigger.assistant.mcp.client.McpToolList;
import dev.outrigger.wire.rpc.DeadlineTicker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/// The MCP servers of the settings, and the tools that they have. None is started before it is needed: for a call,
/// or to get to know its tools, which is once. What was started ends with [#close], and also when this process is
/// killed.
public final class McpServers implements AutoCloseable {
    private static final String AGAIN = "`jp tool list --refresh`";

    private final McpHost host;
    private final List<ManagedServer> servers = new ArrayList<>();
    private @Nullable DeadlineTicker ticker;

    public McpServers(List<McpServerSettings> servers, McpHost host) {
        this.host = host;
        for (var each : servers) {
            this.servers.add(new ManagedServer(each, host, this::ticker));
        }
    }

    /// In the order of the settings, each by the name that its server has for it. A server whose tools are not known
    /// is started, all of them at once; one that fails is noted, and left out.
    public List<Tool> tools() {
        return tools(false);
    }

    /// Whether a server that runs has said that its tools are others than those that [#tools] gave last.
    public boolean changed() {
        return servers.stream().anyMatch(ManagedServer::changed);
    }

    /// The same, from the servers themselves: what is remembered does not count.
    public List<Tool> freshTools() {
        return tools(true);
    }

    /// Only what is remembered: nothing is started, and nobody is told of what is missing.
    public List<Tool> rememberedTools() {
        var tools = new ArrayList<Tool>();
        for (var server : servers) {
            var list = server.known().orElse(McpToolList.EMPTY);
            list.tools().values().forEach(definition -> tools.add(new McpTool(server, definition)));
        }
        return tools;
    }

    private List<Tool> tools(boolean fresh) {
        var lists = new LinkedHashMap<ManagedServer, McpToolList>();
        var unknown = new ArrayList<ManagedServer>();
        for (var server : servers) {
            var known = fresh ? Optional.<McpToolList>empty() : server.known();
            lists.put(server, known.orElse(McpToolList.EMPTY));
            if (known.isEmpty() && (fresh || !leftOut(server))) {
                unknown.add(server);
            }
        }
        lists.putAll(ask(unknown));
        var tools = new ArrayList<Tool>();
        lists.forEach((server, list) ->
                list.tools().values().forEach(definition -> tools.add(new McpTool(server, definition))));
        return tools;
    }

    private boolean leftOut(ManagedServer server) {
        var failed = server.failure();
        failed.ifPresent(it -> {
            var ago = Duration.between(it.at(), Instant.now());
            host.listener()
                    .note(server.settings().source() + ": left out, since it could not be started "
                            + (ago.toMinutes() > 0 ? ago.toMinutes() + " min" : ago.toSeconds() + " s") + " ago: "
                            + it.why() + ". Try again now with " + AGAIN);
        });
        return failed.isPresent();
    }

    @Override
    public void close() {
        var closing = new ArrayList<Thread>();
        for (var server : servers) {
            closing.add(Thread.ofPlatform()
                    .name("close of " + server.settings().source())
                    .start(server::close));
        }
        for (var each : closing) {
            dev.outrigger.launch.UninterruptedWait.keep(() -> {
                each.join();
                return true;
            });
        }
        synchronized (this) {
            if (ticker != null) {
                ticker.close();
            }
        }
    }

    private Map<ManagedServer, McpToolList> ask(List<ManagedServer> unknown) {
        var told = new ConcurrentHashMap<ManagedServer, McpToolList>();
        var done = new LinkedBlockingQueue<ManagedServer>();
        var asking = new ArrayList<Thread>();
        for (var server : unknown) {
            asking.add(Thread.ofPlatform()
                    .daemon()
                    .name("tools of " + server.settings().source())
                    .start(() -> ask(server, told, done)));
        }
        try {
            var waiting = new ArrayList<>(unknown);
            while (!waiting.isEmpty()) {
                tellOf(waiting);
                waiting.remove(done.take());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            asking.forEach(Thread::interrupt);
        }
        if (!unknown.isEmpty()) {
            tellOf(List.of());
        }
        return told;
    }

    private void tellOf(List<ManagedServer> waiting) {
        host.listener()
                .waiting(waiting.stream().map(each -> each.settings().name()).toList());
    }

    private void ask(ManagedServer server, Map<ManagedServer, McpToolList> told, Queue<ManagedServer> done) {
        try {
            told.put(server, server.ask(server.settings().timing().start()));
        } catch (McpProblem e) {
            host.listener().note(server.settings().source() + ": " + e.words() + until(server));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            done.add(server);
        }
    }

    private static String until(ManagedServer server) {
        return server.failure().isEmpty()
                ? ""
                : ". It is left out for the next " + ServerCache.LEFT_ALONE.toMinutes() + " min, or until " + AGAIN
                        + " has reached it";
    }

    private synchronized DeadlineTicker ticker() {
        if (ticker == null) {
            ticker = DeadlineTicker.start();
        }
        return ticker;
    }
}
