package dev.outrigger.assistant.plugin;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.launch.CannotStart;
import dev.outrigger.launch.Contained;
import dev.outrigger.launch.Listener;
import dev.outrigger.launch.Program;
import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.Confinement;
import dev.outrigger.launch.sandbox.Limits;
import dev.outrigger.launch.sandbox.Reach;
import dev.outrigger.launch.sandbox.Readiness;
import dev.outrigger.launch.sandbox.Refused;
import dev.outrigger.launch.sandbox.RunAs;
import dev.outrigger.launch.sandbox.Sandbox;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.tool.ToToolPlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Calls tool plugins: each time a process, a handshake, a call, and the end of all that was started.
///
/// A plugin that is granted a capability of the shared grammar runs in a sandbox with exactly those; one that is
/// granted none of them runs unconfined, with the rights of whoever calls it.
public final class PluginRuntime {
    private static final String SYSTEM = "/usr/local/bin:/usr/bin:/bin";
    private static final Listener DEAF = new Listener() {};
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Path state;
    private final Path data;
    private @Nullable Sandbox sandbox;

    /// Nothing is made in these before it is needed.
    ///
    /// @param state for what sandboxes need while they run
    /// @param data in here each sandboxed plugin has one folder that lasts
    public PluginRuntime(Path state, Path data) {
        this.state = state;
        this.data = data;
    }

    /// Waits until the call is over and nothing is left of the plugin.
    public Outcome call(
            PluginSpec spec,
            String tool,
            ToToolPlugin.Context context,
            Json.Obj input,
            Trace trace,
            Cancellation cancellation)
            throws PluginSpec.Bad {
        return prepare(spec, tool, context, input, trace).run(cancellation);
    }

    /// A call that can be asked afterwards what the plugin wrote to stderr, also when all went well.
    PluginCall prepare(PluginSpec spec, String tool, ToToolPlugin.Context context, Json.Obj input, Trace trace)
            throws PluginSpec.Bad {
        spec.check(tool);
        var request = new ToToolPlugin.Request(requestId(), tool, context, input);
        return new PluginCall(this::start, spec, request, trace);
    }

    static String requestId() {
        var bytes = new byte[8];
        RANDOM.nextBytes(bytes);
        return "plugin_req_" + HexFormat.of().formatHex(bytes);
    }

    /// On a thread that stays until the plugin has ended.
    Running start(PluginSpec spec) throws Starter.CannotLaunch {
        var enforced = Granted.of(spec.capabilities()).enforced();
        return enforced.isEmpty() ? unconfined(spec) : sandboxed(spec, enforced);
    }

    private static Running unconfined(PluginSpec spec) throws Starter.CannotLaunch {
        try {
            return new Running.Unconfined(Contained.start(program(spec), DEAF));
        } catch (CannotStart e) {
            throw new Starter.CannotLaunch(String.valueOf(e.getMessage()));
        }
    }

    /// Without a sandbox, and so that what it leaves behind is known.
    static Running.Unconfined watched(PluginSpec spec) throws Starter.CannotLaunch {
        try {
            return new Running.Unconfined(Contained.startWatched(program(spec), DEAF));
        } catch (CannotStart e) {
            throw new Starter.CannotLaunch(String.valueOf(e.getMessage()));
        }
    }

    private static Program program(PluginSpec spec) throws Starter.CannotLaunch {
        return new Program(file(spec), spec.args(), spec.environment(), spec.dir(), true);
    }

    private static Path file(PluginSpec spec) throws Starter.CannotLaunch {
        if (spec.command().indexOf('/') >= 0) {
            return spec.dir().resolve(spec.command());
        }
        for (var folder : spec.environment().getOrDefault("PATH", SYSTEM).split(":", -1)) {
            var file = folder.startsWith("/") ? Path.of(folder, spec.command()) : null;
            if (file != null && Files.isRegularFile(file) && Files.isExecutable(file)) {
                return file;
            }
        }
        throw new Starter.CannotLaunch("there is no program " + spec.command() + " on its PATH, "
                + spec.environment().getOrDefault("PATH", SYSTEM));
    }

    private Running sandboxed(PluginSpec spec, List<Capability> capabilities) throws Starter.CannotLaunch {
        var missing = Readiness.missing();
        if (missing.isPresent()) {
            throw new Starter.CannotLaunch("it needs a sandbox, and none can be made here: " + missing.get());
        }
        var command = new ArrayList<String>();
        command.add(spec.command());
        command.addAll(spec.args());
        try {
            reachable(spec);
            var confinement = new Confinement(
                    spec.name(),
                    capabilities,
                    spec.folder(),
                    List.of(),
                    data.resolve(spec.name()),
                    command,
                    spec.environment(),
                    Limits.DEFAULT,
                    List.of(data),
                    spec.environment().getOrDefault("PATH", SYSTEM));
            var as = RunAs.forPlugin(data, spec.name());
            return new Running.InSandbox(sandbox().start(confinement, as, DEAF));
        } catch (Refused e) {
            throw new Starter.CannotLaunch(String.valueOf(e.getMessage()));
        }
    }

    /// Root's sandboxed plugins run as other users, who must get to all three of these.
    private void reachable(PluginSpec spec) throws Refused, Starter.CannotLaunch {
        if (!Reach.matters()) {
            return;
        }
        try {
            Reach.make(data);
            Reach.make(state);
        } catch (IOException e) {
            throw new Starter.CannotLaunch("the folders for sandboxes cannot be made: " + e);
        }
        for (var path : List.of(spec.folder(), data, state)) {
            var obstacle = Reach.obstacle(path);
            if (obstacle.isPresent()) {
                throw new Starter.CannotLaunch("root's sandboxed plugins run as other users, who cannot go through "
                        + obstacle.get() + " to reach " + path + ": chmod o+x " + obstacle.get()
                        + ", or choose another place");
            }
        }
    }

    /// Made when first needed; by then, what a killed host left of its sandboxes is ended.
    private synchronized Sandbox sandbox() {
        if (sandbox == null) {
            sandbox = new Sandbox(state);
            var _ = sandbox.tidy();
        }
        return sandbox;
    }
}
