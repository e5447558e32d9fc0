package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.Toolbox;
import dev.outrigger.assistant.mcp.McpHost;
import dev.outrigger.assistant.mcp.McpServers;
import dev.outrigger.assistant.mcp.client.McpListener;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.launch.Launcher;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramVersion;
import dev.outrigger.wire.command.LogLevel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// All tools there are here, and the servers behind some of them, until it is closed.
public final class AvailableTools implements AutoCloseable {
    private final McpServers servers;
    private final Assembly assembly;
    private final TurnTools tools;
    private final List<String> notes;

    private AvailableTools(McpServers servers, Assembly assembly, TurnTools tools, List<String> notes) {
        this.servers = servers;
        this.assembly = assembly;
        this.tools = tools;
        this.notes = List.copyOf(notes);
    }

    /// Puts together all tools there are, as the settings and the servers have them now.
    private interface Assembly {
        TurnTools of(Function<McpServers, List<Tool>> served) throws Problem, OutputFailed;
    }

    public static AvailableTools open(JpContext session, ToolChoice choice) throws Problem, OutputFailed {
        return open(session, choice, McpServers::tools);
    }

    /// From the MCP servers themselves, also those whose tools are known or who failed lately.
    public static AvailableTools refresh(JpContext session, ToolChoice choice) throws Problem, OutputFailed {
        return open(session, choice, McpServers::freshTools);
    }

    /// To be named, not to be used: as far as they are known without starting anything. Nothing is taken down of what
    /// the settings permit, since nobody has seen it.
    public static List<TurnTools.Offered> remembered(JpContext session) throws Problem, OutputFailed {
        try (var workbench = open(session, ToolChoice.ALL, McpServers::rememberedTools, _ -> Map.of())) {
            return workbench.tools.all();
        }
    }

    private static AvailableTools open(JpContext session, ToolChoice choice, Function<McpServers, List<Tool>> served)
            throws Problem, OutputFailed {
        return open(session, choice, served, SeenDefinitions.of(session.places()));
    }

    private static AvailableTools open(
            JpContext session, ToolChoice choice, Function<McpServers, List<Tool>> served, UnattendedRule permissions)
            throws Problem, OutputFailed {
        var notes = Collections.synchronizedList(new ArrayList<String>());
        var servers = servers(session, notes);
        boolean opened = false;
        try {
            var plugins = InstalledToolPlugins.store(session);
            Assembly assembly = asked -> TurnTools.of(
                    session,
                    List.of(
                            ToolSource.of(
                                    ToolSource.Kind.PLUGIN,
                                    () -> plugins.tools(
                                            InstalledToolPlugins.runtime(session),
                                            InstalledToolPlugins.context(session),
                                            notes::add)),
                            ToolSource.of(ToolSource.Kind.MCP, () -> asked.apply(servers))),
                    choice,
                    permissions);
            var tools = assembly.of(served);
            notes.addAll(tools.notes());
            opened = true;
            return new AvailableTools(servers, assembly, tools, notes);
        } finally {
            if (!opened) {
                servers.close();
            }
        }
    }

    private static McpServers servers(JpContext session, List<String> notes) throws Problem, OutputFailed {
        var root = session.workspace().root();
        var heard = new McpListener() {
            @Override
            public void note(String line) {
                notes.add(line);
                session.log().add(LogLevel.WARN, "mcp", line);
            }

            @Override
            public void waiting(List<String> servers) {
                try {
                    session.printer()
                            .passing(
                                    servers.isEmpty()
                                            ? ""
                                            : "starting MCP server" + (servers.size() == 1 ? " " : "s ")
                                                    + String.join(", ", servers) + "…");
                } catch (OutputFailed e) {
                    // Whatever is printed next fails as well, and ends the command.
                    session.log().add(LogLevel.DEBUG, "mcp", "nobody sees what is waited for: " + e);
                }
            }

            @Override
            public void log(String line) {
                session.log().add(LogLevel.DEBUG, "mcp", line);
            }
        };
        return new McpServers(
                McpSettings.of(session.settings(), root, session.folder(), heard::note),
                new McpHost(
                        new Launcher(session.places().state()),
                        session.places().state().resolve("mcp"),
                        folders(session),
                        List.of(root),
                        session.environment(),
                        ProgramVersion.NUMBER,
                        heard));
    }

    /// Where servers begin: the user's own folders, and where those are in a workspace, what the system has for them.
    private static List<Path> folders(JpContext session) {
        var folders = new ArrayList<Path>();
        folders.add(session.places().state().resolve("mcp-runs"));
        folders.add(session.places().data().resolve("mcp-runs"));
        var runtime = session.environment().getOrDefault("XDG_RUNTIME_DIR", "");
        if (runtime.startsWith("/")) {
            folders.add(Path.of(runtime).resolve("jp/mcp-runs"));
        }
        return folders;
    }

    public TurnTools tools() {
        return tools;
    }

    /// For a turn: what a server says has changed meanwhile is offered from the next call of the model on.
    public Toolbox toolbox(JpContext session) {
        return new Toolbox() {
            private volatile TurnTools now = tools;

            @Override
            public List<Tool> tools() {
                return now.tools();
            }

            @Override
            public void renew() {
                if (!servers.changed()) {
                    return;
                }
                try {
                    now = assembly.of(McpServers::tools);
                } catch (Problem | OutputFailed e) {
                    session.log().add(LogLevel.WARN, "mcp", "the tools stay as they were: " + e);
                }
            }
        };
    }

    /// What somebody should know about the tools, one line each. What comes up later is in the log.
    public List<String> notes() {
        return notes;
    }

    @Override
    public void close() {
        servers.close();
    }
}
