package dev.outrigger.assistant.mcp;

import dev.outrigger.assistant.Tool;
import dev.outrigger.wire.rpc.Ticker;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The MCP servers of the settings, and the tools that they have. None is started before it is needed: for a call,
/// or to get to know its tools, which is once. What was started ends with [#close], and also when this process is
/// killed.
public final class McpServers implements AutoCloseable {
    private final McpHost host;
    private final List<Server> servers = new ArrayList<>();
    private @Nullable Ticker ticker;

    public McpServers(List<McpServer> servers, McpHost host) {
        this.host = host;
        for (var each : servers) {
            this.servers.add(new Server(each, host, this::ticker));
        }
    }

    /// In the order of the settings, no name twice. A server whose tools are not known is started, all of them at
    /// once; one that fails is noted, and left out.
    public List<Tool> tools() {
        return tools(false);
    }

    /// The same, from the servers themselves: what is remembered does not count.
    public List<Tool> freshTools() {
        return tools(true);
    }

    private List<Tool> tools(boolean fresh) {
        var lists = new LinkedHashMap<Server, ToolList>();
        var unknown = new ArrayList<Server>();
        for (var server : servers) {
            var known = fresh ? Optional.<ToolList>empty() : server.known();
            lists.put(server, known.orElse(ToolList.EMPTY));
            if (known.isEmpty()) {
                unknown.add(server);
            }
        }
        lists.putAll(ask(unknown));
        var taken = new HashSet<String>();
        var tools = new ArrayList<Tool>();
        lists.forEach((server, list) -> {
            for (var definition : list.tools().values()) {
                var name = Names.of(server.settings().name(), definition.name(), taken);
                taken.add(name);
                tools.add(new McpTool(server, definition, name));
            }
        });
        return tools;
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
            dev.outrigger.launch.Patience.keep(() -> {
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

    private Map<Server, ToolList> ask(List<Server> unknown) {
        var told = new ConcurrentHashMap<Server, ToolList>();
        var asking = new ArrayList<Thread>();
        for (var server : unknown) {
            asking.add(Thread.ofPlatform()
                    .daemon()
                    .name("tools of " + server.settings().source())
                    .start(() -> ask(server, told)));
        }
        try {
            for (var each : asking) {
                each.join();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            asking.forEach(Thread::interrupt);
        }
        return told;
    }

    private void ask(Server server, Map<Server, ToolList> told) {
        try {
            told.put(server, server.ask(server.settings().timing().start()));
        } catch (McpProblem e) {
            host.listener().note(server.settings().source() + ": " + e.words());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Ticker ticker() {
        if (ticker == null) {
            ticker = Ticker.start();
        }
        return ticker;
    }
}
