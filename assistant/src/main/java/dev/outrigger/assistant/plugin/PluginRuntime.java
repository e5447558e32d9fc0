package dev.outrigger.assistant.plugin;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.launch.CannotStart;
import dev.outrigger.launch.ContainedProgram;
import dev.outrigger.launch.ProgramListener;
import dev.outrigger.launch.ProgramSpec;
import dev.outrigger.launch.RunningProgram;
import dev.outrigger.launch.StartDiagnosis;
import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.Confinement;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import dev.outrigger.launch.sandbox.FolderReach;
import dev.outrigger.launch.sandbox.HostIdentity;
import dev.outrigger.launch.sandbox.OwnCodeFolders;
import dev.outrigger.launch.sandbox.ProjectFolder;
import dev.outrigger.launch.sandbox.Sandbox;
import dev.outrigger.launch.sandbox.SandboxLimits;
import dev.outrigger.launch.sandbox.SandboxOversight;
import dev.outrigger.launch.sandbox.SandboxPlan;
import dev.outrigger.launch.sandbox.SandboxReadiness;
import dev.outrigger.system.SearchPath;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.tool.ToToolPlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Calls tool plugins: each time a process in a sandbox, a handshake, a call, and the end of all that was started.
///
/// Every sandbox has the system's runtime, the plugin's own folder, a private tmp that is gone with the call, and no
/// network; what the plugin is granted comes on top. Only the user's own `unconfined` leaves the sandbox out.
public final class PluginRuntime {
    private static final String SYSTEM = "/usr/local/bin:/usr/bin:/bin";
    private static final List<String> PLAINEST = List.of("sh");
    private static final ProgramListener DEAF = new ProgramListener() {};
    private static final SecureRandom RANDOM = new SecureRandom();

    /// Looked at once, when first needed: a process does not move its own code.
    private static final class Host {
        static final List<Path> CODE = OwnCodeFolders.folders();

        private Host() {}
    }

    private final Path state;
    private final Path users;
    private final List<Path> keptOut;
    private final @Nullable ProjectFolder project;
    private @Nullable Sandbox sandbox;

    private PluginRuntime(Path state, Path users, List<Path> keptOut, @Nullable ProjectFolder project) {
        this.state = state;
        this.users = users;
        this.keptOut = List.copyOf(keptOut);
        this.project = project;
    }

    /// For calls outside of any workspace. Nothing is made in these folders before it is needed.
    ///
    /// @param state for what sandboxes need while they run
    /// @param users root's plugins run as other users: in here, a folder for each tells who has which number
    /// @param keptOut the folders of the host that no capability opens
    public PluginRuntime(Path state, Path users, List<Path> keptOut) {
        this(state, users, keptOut, null);
    }

    /// For calls in this workspace, which `read:project` and `write:project` mean. The folder of that name in it is the
    /// host's, and seen empty.
    public PluginRuntime in(Path workspace, String hosts) {
        var more = new ArrayList<>(keptOut);
        more.add(workspace.resolve(hosts));
        return new PluginRuntime(state, users, more, new ProjectFolder(workspace, hosts));
    }

    /// Waits until the call is over and nothing is left of the plugin.
    public PluginCallOutcome call(
            PluginSpec spec,
            String tool,
            ToToolPlugin.Context context,
            Json.Obj input,
            CallTrace trace,
            Cancellation cancellation)
            throws PluginSpec.Bad {
        return prepare(spec, tool, context, input, trace).run(cancellation);
    }

    /// A call that can be asked afterwards what the plugin wrote to stderr, also when all went well.
    ToolPluginCall prepare(PluginSpec spec, String tool, ToToolPlugin.Context context, Json.Obj input, CallTrace trace)
            throws PluginSpec.Bad {
        spec.check(tool);
        ready(spec);
        var request = new ToToolPlugin.Request(requestId(), tool, context, input);
        return new ToolPluginCall(this::start, spec, request, trace);
    }

    /// What is done once in the life of a host is not on the plugin's clock.
    void ready(PluginSpec spec) {
        if (!spec.settings().unconfined()) {
            var _ = sandbox();
        }
    }

    static String requestId() {
        var bytes = new byte[8];
        RANDOM.nextBytes(bytes);
        return "plugin_req_" + HexFormat.of().formatHex(bytes);
    }

    /// On a thread that stays until the plugin has ended.
    RunningProgram start(PluginSpec spec) throws PluginStarter.CannotLaunch {
        var granted = spec.granted();
        return granted.unconfined()
                ? unconfined(spec)
                : sandboxed(spec, granted.enforced(), SandboxOversight.ownPipes());
    }

    /// So that what it leaves running is named on its stderr: in a sandbox, whatever the user's settings are.
    RunningProgram watched(PluginSpec spec) throws PluginStarter.CannotLaunch {
        return sandboxed(spec, spec.granted().enforced(), SandboxOversight.ofWhatIsLeft());
    }

    private static RunningProgram unconfined(PluginSpec spec) throws PluginStarter.CannotLaunch {
        try {
            return ContainedProgram.start(program(spec), DEAF);
        } catch (CannotStart e) {
            throw new PluginStarter.CannotLaunch(String.valueOf(e.getMessage()));
        }
    }

    private static ProgramSpec program(PluginSpec spec) throws PluginStarter.CannotLaunch {
        return new ProgramSpec(file(spec), spec.args(), spec.environment(), spec.dir(), true);
    }

    private static Path file(PluginSpec spec) throws PluginStarter.CannotLaunch {
        if (spec.command().indexOf('/') >= 0) {
            return spec.dir().resolve(spec.command());
        }
        var path = spec.environment().getOrDefault("PATH", SYSTEM);
        var file = SearchPath.find(spec.command(), path);
        if (file.isEmpty()) {
            throw new PluginStarter.CannotLaunch("there is no program " + spec.command() + " on its PATH, " + path);
        }
        return Path.of(file.get());
    }

    /// Why its sandbox is never made, whatever is done about it, in the words of the call: it would open what no
    /// sandbox opens. Nothing about what may still come: a folder that is made, a program that is installed, a
    /// workspace.
    public Optional<String> refusal(ToolPlugin plugin) {
        var spec = plugin.spec();
        if (spec.granted().unconfined() || planned(spec, PLAINEST, List.of()).isPresent()) {
            // Then it is not about what it declares.
            return Optional.empty();
        }
        var there = new ArrayList<Capability>();
        var lacking = new ArrayList<Capability.Exec>();
        for (var capability : spec.granted().enforced()) {
            switch (capability) {
                case Capability.Exec exec
                when planned(spec, PLAINEST, List.of(exec))
                        .filter(ConfinementRefused::isMissing)
                        .isPresent() -> lacking.add(exec);
                case Capability.OfPath of when Files.exists(of.path()) -> there.add(of);
                case Capability.OfPath _, Capability.Project _, Capability.Network _, Capability.Storage _ -> {}
            }
        }
        var why = planned(spec, command(spec), there);
        if (why.isPresent() && !why.get().isMissing()) {
            return why.map(PluginRuntime::words);
        }
        for (var exec : lacking) {
            // Whoever runs on it later, the path is opened.
            var path = List.<Capability>of(new Capability.ReadPath(exec.path()));
            if (Files.exists(exec.path()) && planned(spec, PLAINEST, path).isPresent()) {
                return planned(spec, PLAINEST, List.of(exec)).map(PluginRuntime::words);
            }
        }
        return Optional.empty();
    }

    private static String words(ConfinementRefused why) {
        return String.valueOf(why.getMessage());
    }

    /// What is wrong with the sandbox of this command that has these.
    private Optional<ConfinementRefused> planned(PluginSpec spec, List<String> command, List<Capability> capabilities) {
        try {
            var _ = SandboxPlan.of(confinement(spec, command, capabilities));
            return Optional.empty();
        } catch (ConfinementRefused e) {
            return Optional.of(e);
        }
    }

    private static List<String> command(PluginSpec spec) {
        var command = new ArrayList<String>();
        command.add(spec.command());
        command.addAll(spec.args());
        return command;
    }

    private Confinement confinement(PluginSpec spec, List<String> command, List<Capability> capabilities)
            throws ConfinementRefused {
        return new Confinement(
                spec.name(),
                capabilities,
                spec.folder(),
                List.of(),
                spec.folder().relativize(spec.dir()),
                null,
                command,
                spec.environment(),
                SandboxLimits.DEFAULT,
                keptOut,
                Host.CODE,
                searchPath(capabilities),
                project);
    }

    private RunningProgram sandboxed(PluginSpec spec, List<Capability> capabilities, SandboxOversight oversight)
            throws PluginStarter.CannotLaunch {
        var missing = SandboxReadiness.missing();
        if (missing.isPresent()) {
            throw new PluginStarter.CannotLaunch("it needs a sandbox, and none can be made here: " + missing.get());
        }
        diagnose(spec);
        try {
            reachable(spec);
            var confinement = confinement(spec, command(spec), capabilities);
            var as = HostIdentity.forPlugin(users, spec.name());
            return sandbox().start(confinement, as, DEAF, oversight);
        } catch (ConfinementRefused e) {
            throw new PluginStarter.CannotLaunch(String.valueOf(e.getMessage()));
        }
    }

    /// What can be seen without a start is told in better words than the kernel has.
    private static void diagnose(PluginSpec spec) throws PluginStarter.CannotLaunch {
        if (spec.command().indexOf('/') >= 0) {
            var problem = StartDiagnosis.of(spec.dir().resolve(spec.command()), SYSTEM);
            if (problem.isPresent()) {
                throw new PluginStarter.CannotLaunch(
                        String.valueOf(problem.get().getMessage()));
            }
        }
    }

    /// Besides the system's folders: which other file of this machine runs is not for the plugin's own PATH to say,
    /// but for an `exec:` that names it.
    private static String searchPath(List<Capability> capabilities) {
        var folders = new LinkedHashSet<String>();
        for (var capability : capabilities) {
            switch (capability) {
                case Capability.Exec(var binary, var _)
                when binary.startsWith("/") ->
                    folders.add(String.valueOf(Path.of(binary).getParent()));
                case Capability.OfPath _, Capability.Project _, Capability.Network _, Capability.Storage _ -> {}
            }
        }
        return String.join(":", folders);
    }

    /// Root's sandboxed plugins run as other users, who must get to both of these.
    private void reachable(PluginSpec spec) throws ConfinementRefused, PluginStarter.CannotLaunch {
        if (!FolderReach.matters()) {
            return;
        }
        try {
            FolderReach.make(users);
            FolderReach.make(state);
        } catch (IOException e) {
            throw new PluginStarter.CannotLaunch("the folders for sandboxes cannot be made: " + e);
        }
        for (var path : List.of(spec.folder(), state)) {
            var obstacle = FolderReach.obstacle(path);
            if (obstacle.isPresent()) {
                throw new PluginStarter.CannotLaunch(
                        "root's sandboxed plugins run as other users, who cannot go through "
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
