package dev.outrigger.kaged.service;

import dev.outrigger.kaged.audit.Redaction;
import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.kaged.manifest.ProjectFileReader;
import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.launch.ProgramListener;
import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.ConfinedProgram;
import dev.outrigger.launch.sandbox.Confinement;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import dev.outrigger.launch.sandbox.HostIdentity;
import dev.outrigger.launch.sandbox.SandboxOversight;
import dev.outrigger.launch.sandbox.SandboxPlan;
import dev.outrigger.schema.Schema;
import dev.outrigger.system.TreeDeletion;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A plugin beside its service: what it would run in, and a run that nobody supervises, for whoever tries it out. Such
/// a run has less power than the plugin itself: its data is a copy, and what it may write to it may only read.
public final class TrialRun {
    private final DaemonServices grounds;
    private final StartContract contract;

    private TrialRun(DaemonServices grounds, StartContract contract) {
        this.grounds = grounds;
        this.contract = contract;
    }

    /// Reads what the plugin is now. Starts nothing.
    public static TrialRun of(DaemonServices grounds, String plugin) throws ServiceRefusal {
        var contract = StartContract.load(grounds, plugin);
        switch (contract.manifest().protocol()) {
            case KAGED -> {}
            case MCP ->
                throw new ServiceRefusal(plugin + " is an MCP server: a replay knows kaged's own protocol only");
        }
        return new TrialRun(grounds, contract);
    }

    public String version() {
        return contract.manifest().version();
    }

    /// What it reaches for real, as its manifest says it: nobody can take back what happens there.
    public List<String> reach() {
        return contract.capabilities().stream()
                .filter(TrialRun::reaches)
                .map(Capability::text)
                .toList();
    }

    private static boolean reaches(Capability capability) {
        return switch (capability) {
            case Capability.AnyNetwork _, Capability.Connect _ -> true;
            case Capability.ReadPath _,
                    Capability.WritePath _,
                    Capability.Exec _,
                    Capability.Project _,
                    Capability.NoNetwork _ -> false;
            // No hole: a request to the daemon, which a rehearsal does not pass on.
            case Capability.Storage _ -> false;
        };
    }

    /// What its manifest lets it write to, and this does not.
    public List<Path> withheld() {
        return contract.capabilities().stream()
                .flatMap(it -> withheld(it).stream())
                .toList();
    }

    private static Optional<Path> withheld(Capability capability) {
        return switch (capability) {
            case Capability.WritePath(var path) -> Optional.of(path);
            case Capability.ReadPath _,
                    Capability.Exec _,
                    Capability.Project _,
                    Capability.Network _,
                    Capability.Storage _ -> Optional.empty();
        };
    }

    private static Capability lessened(Capability capability) {
        return switch (capability) {
            case Capability.WritePath(var path) -> new Capability.ReadPath(path);
            case Capability.ReadPath _,
                    Capability.Exec _,
                    Capability.Project _,
                    Capability.Network _,
                    Capability.Storage _ -> capability;
        };
    }

    /// The params of the `initialize` it expects.
    public Json.Obj greeting() {
        return contract.greeting(grounds.version(), List.of());
    }

    /// Why a call like this would not be passed on to the plugin, if it would not.
    public Optional<String> objection(String method, Json.Obj params) {
        var known = contract.methods().get(method);
        if (known == null) {
            return Optional.of("its manifest declares no method " + Excerpt.of(method));
        }
        return switch (known.params().check(params)) {
            case Schema.Verdict.Fits _ -> Optional.empty();
            case Schema.Verdict.Misfit(var path, var what) ->
                Optional.of("the params of " + method + " do not fit: "
                        + (path.isEmpty() ? "" : String.join(".", path) + ": ") + what);
            case Schema.Verdict.Unusable(var why) -> Optional.of("the params of " + method + " do not fit: " + why);
        };
    }

    /// How params and results of the method are kept: without what its manifest calls sensitive.
    public Redaction redaction(String method) {
        var known = contract.methods().get(method);
        return known == null ? Redaction.ALL : known.redaction();
    }

    /// `data` takes the place of the folder that lasts. By the thread that stays until the process has ended: the
    /// process does not outlive it.
    public ConfinedProgram start(Path data, ProgramListener listener, SandboxOversight oversight)
            throws ServiceRefusal {
        var manifest = contract.manifest();
        // It is made for no project.
        var capabilities = contract.capabilities().stream()
                .filter(capability -> !capability.isOfProject())
                .map(TrialRun::lessened)
                .distinct()
                .toList();
        var confinement = StartContract.confinement(
                manifest, contract.folder(), capabilities, grounds.home(), grounds.searchPath(), null);
        try {
            var as = HostIdentity.forPlugin(grounds.home().data(), manifest.name());
            return grounds.sandbox().start(confinement.withData(data), as, listener, oversight);
        } catch (ConfinementRefused e) {
            throw new ServiceRefusal(e);
        }
    }

    /// What the plugin in this folder would be confined to, part by part. Starts nothing, and needs no daemon.
    public static List<SandboxPlan.Rule<String>> explain(
            KagedHome home, Path folder, Manifest manifest, String searchPath) throws ServiceRefusal {
        return explain(home, folder, manifest, StartContract.capabilities(manifest), searchPath);
    }

    static List<SandboxPlan.Rule<String>> explain(
            KagedHome home, Path folder, Manifest manifest, List<Capability> capabilities, String searchPath)
            throws ServiceRefusal {
        var data = home.data(manifest.name());
        boolean kept = Files.isDirectory(data);
        boolean ofProject = capabilities.stream().anyMatch(Capability::isOfProject);
        if (kept && !ofProject) {
            return explain(StartContract.confinement(manifest, folder, capabilities, home, searchPath, null));
        }
        // It has no folder that lasts before it is first started, and no project before there is one; others stand in.
        try {
            var other = Files.createTempDirectory("kaged-explain");
            try {
                var project = other.resolve("project");
                Files.createDirectories(project.resolve(ProjectFileReader.FOLDER));
                var own = Files.createDirectory(other.resolve("data"));
                var confinement = StartContract.confinement(
                        manifest, folder, capabilities, home, searchPath, ofProject ? project : null);
                return explain(kept ? confinement : confinement.withData(own)).stream()
                        .map(part -> new SandboxPlan.Rule<>(
                                part.rule()
                                        .replace(own.toString(), data.toString())
                                        .replace(project.toString(), "PROJECT"),
                                part.because()))
                        .toList();
            } finally {
                TreeDeletion.delete(other);
            }
        } catch (IOException e) {
            throw new ServiceRefusal("a sandbox cannot be planned: " + e.getMessage(), e);
        }
    }

    private static List<SandboxPlan.Rule<String>> explain(Confinement confinement) throws ServiceRefusal {
        try {
            return SandboxPlan.of(confinement).explain();
        } catch (ConfinementRefused e) {
            throw new ServiceRefusal(e);
        }
    }
}
