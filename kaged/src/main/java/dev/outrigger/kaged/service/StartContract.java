package dev.outrigger.kaged.service;

import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.audit.Redaction;
import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.kaged.manifest.ManifestReader;
import dev.outrigger.kaged.manifest.ProjectFileReader;
import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.kaged.store.LocalConfig;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.kaged.store.StoreStanding;
import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.Confinement;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import dev.outrigger.launch.sandbox.OwnCodeFolders;
import dev.outrigger.launch.sandbox.ProjectFolder;
import dev.outrigger.launch.sandbox.SandboxLimits;
import dev.outrigger.launch.sandbox.SandboxPlan;
import dev.outrigger.schema.Schema;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What one start of a plugin rests on: its manifest and its configuration, read and checked just before. It does not
/// change while the process lives, whatever happens to the files.
record StartContract(
        Manifest manifest,
        Path folder,
        List<Capability> capabilities,
        Map<String, Method> methods,
        Set<String> notifications,
        Json.Obj config,
        Json.Obj systemConfig) {

    /// Something that can be called, and what is checked then.
    record Method(String name, Schema params, Schema result, Redaction redaction) {}

    static StartContract load(DaemonServices grounds, String name) throws ServiceRefusal {
        return switch (grounds.store().standing(name)) {
            case StoreStanding.Absent _ ->
                throw new ServiceRefusal("there is no plugin " + name + ": kaged plugin list");
            case StoreStanding.Broken broken -> throw new ServiceRefusal(broken.problem());
            case StoreStanding.Installed installed -> {
                hold(grounds, installed);
                yield of(grounds, installed.folder(), installed.manifest());
            }
        };
    }

    /// Consent is to bytes. What was put in place by hand has it from its first start on, and a row says so.
    private static void hold(DaemonServices grounds, StoreStanding.Installed installed) throws ServiceRefusal {
        try {
            var found = grounds.store().holdToAgreed(installed);
            if (found.isPresent()) {
                var manifest = installed.manifest();
                grounds.audit()
                        .append(AuditEntry.event(
                                AuditEntry.Kind.INSTALL,
                                grounds.clock().instant(),
                                "",
                                installed.name(),
                                "found",
                                Json.object()
                                        .put("version", manifest.version())
                                        .put("digest", found.get())
                                        .put("capabilities", Json.texts(manifest.capabilityTexts()))
                                        .build()));
                grounds.store().agree(installed.name(), found.get());
            }
        } catch (StoreProblem | AuditFailure e) {
            throw new ServiceRefusal(e);
        }
    }

    private static StartContract of(DaemonServices grounds, Path folder, Manifest manifest) throws ServiceRefusal {
        var file = grounds.home().localConfig();
        try {
            var local = LocalConfig.read(file);
            var config = local.plugin(manifest.name()).config();
            var systemConfig = local.systemConfig(manifest.name());
            configured(manifest, local, file);
            return new StartContract(
                    manifest,
                    folder,
                    capabilities(manifest),
                    methods(manifest),
                    Set.copyOf(manifest.offer().notifications()),
                    config,
                    systemConfig);
        } catch (StoreProblem e) {
            throw new ServiceRefusal(e);
        }
    }

    /// What the operator still has to write into local.toml, or to change there, before it can be started.
    static Optional<String> unconfigured(Manifest manifest, KagedHome home) {
        try {
            var file = home.localConfig();
            configured(manifest, LocalConfig.read(file), file);
            return Optional.empty();
        } catch (ServiceRefusal | StoreProblem e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static void configured(Manifest manifest, LocalConfig local, Path file)
            throws ServiceRefusal, StoreProblem {
        var name = manifest.name();
        var where = file + ": plugins." + name;
        fits(manifest.options().configSchema(), local.plugin(name).config(), where + ".config");
        fits(manifest.options().systemConfigSchema(), local.systemConfig(name), where + ".system_config");
    }

    private static void fits(Json.Obj schema, Json.Obj value, String where) throws ServiceRefusal {
        switch (Schema.of(schema).check(value)) {
            case Schema.Verdict.Fits _ -> {}
            case Schema.Verdict.Misfit(var path, var what) ->
                throw new ServiceRefusal(where + (path.isEmpty() ? "" : "." + String.join(".", path)) + ": " + what);
            case Schema.Verdict.Unusable(var why) ->
                throw new ServiceRefusal(where + " cannot be checked, since the plugin's schema is no good: " + why);
        }
    }

    static List<Capability> capabilities(Manifest manifest) throws ServiceRefusal {
        var capabilities = new ArrayList<Capability>();
        for (var declared : manifest.capabilities()) {
            try {
                capabilities.add(Capability.parse(declared.text()));
            } catch (ConfinementRefused e) {
                throw new ServiceRefusal(
                        ManifestReader.FILE + " of " + manifest.name() + ", line " + declared.line() + ": "
                                + e.getMessage(),
                        e);
            }
        }
        return List.copyOf(capabilities);
    }

    /// Methods, tools as `<plugin>.<tool>`, and hooks.
    private static Map<String, Method> methods(Manifest manifest) throws ServiceRefusal {
        var methods = new HashMap<String, Method>();
        try {
            for (var method : manifest.offer().methods()) {
                methods.put(
                        method.name(),
                        new Method(
                                method.name(),
                                Schema.of(method.paramsSchema()),
                                Schema.of(method.resultSchema()),
                                Redaction.of(method.sensitive())));
            }
        } catch (Redaction.BadPath e) {
            throw new ServiceRefusal(ManifestReader.FILE + " of " + manifest.name() + ": " + e.getMessage(), e);
        }
        for (var tool : manifest.offer().tools()) {
            var name = manifest.name() + "." + tool.name();
            methods.put(
                    name, new Method(name, Schema.of(tool.parametersSchema()), Schema.of(Json.EMPTY), Redaction.NONE));
        }
        for (var hook : manifest.offer().hooks()) {
            var name = "kaged.hook." + hook.word();
            methods.put(name, new Method(name, Schema.of(Json.EMPTY), Schema.of(OBJECT_OR_NULL), Redaction.NONE));
        }
        return Map.copyOf(methods);
    }

    private static final Json.Obj OBJECT_OR_NULL =
            Json.object().put("type", Json.texts(List.of("object", "null"))).build();

    Confinement confinement(DaemonServices grounds, ProjectShare only) {
        return confinement(manifest, folder, capabilities, grounds.home(), grounds.searchPath(), only.root());
    }

    /// `project` is the folder that it is run for, and may be none; what it asks for of a project is refused then.
    static Confinement confinement(
            Manifest manifest,
            Path folder,
            List<Capability> capabilities,
            KagedHome home,
            String searchPath,
            @Nullable Path project) {
        var environment = new LinkedHashMap<>(manifest.startup().env());
        environment.put("KAGED_CONFIG_ROOT", SandboxPlan.HOME.toString());
        return new Confinement(
                manifest.name(),
                capabilities,
                folder,
                List.of(folder, Path.of("/opt/kaged/plugins", manifest.name())),
                Confinement.ITSELF,
                home.data(manifest.name()),
                manifest.startup().command(),
                environment,
                limits(manifest.limits()),
                home.keptOut(),
                OwnCodeFolders.folders("kaged.daemon.classpath"),
                searchPath,
                project == null ? null : new ProjectFolder(project, ProjectFileReader.FOLDER));
    }

    private static SandboxLimits limits(Manifest.Limits said) {
        var usual = SandboxLimits.DEFAULT;
        long memory = said.memoryMb().isPresent() ? (long) said.memoryMb().getAsInt() << 20 : usual.memoryBytes();
        return new SandboxLimits(
                memory,
                said.processes().orElse(usual.processes()),
                said.openFiles().orElse(usual.openFiles()),
                usual.fileBytes(),
                usual.scratchBytes(),
                said.cpuPercent().orElse(usual.cpuPercent()));
    }

    boolean may(Capability.Access access) {
        return capabilities.contains(new Capability.Storage(access));
    }

    /// The params of `initialize`.
    Json.Obj greeting(String daemonVersion, List<ProjectShare> projects) {
        boolean storage = may(Capability.Access.READ) || may(Capability.Access.WRITE);
        return Json.object()
                .put("daemon_version", daemonVersion)
                .put("api_version", ManifestReader.API)
                .put("plugin_name", manifest.name())
                .put("storage_available", storage)
                .put(
                        "projects",
                        new Json.Arr(
                                projects.stream().<Json>map(ProjectShare::json).toList()))
                .put("config", config)
                .put("system_config", systemConfig)
                .build();
    }

    /// What is wrong with the answer to `initialize`, if anything is.
    Optional<String> objection(Json answer) {
        if (!(answer instanceof Json.Obj said)) {
            return Optional.of("its answer to initialize is no object");
        }
        var api = said.get("api_version").or(() -> said.get("kaged_api"));
        if (!api.equals(Optional.of(Json.of(ManifestReader.API)))) {
            return Optional.of("its answer to initialize must say api_version " + ManifestReader.API);
        }
        var name = said.get("name");
        if (name.isPresent() && !name.get().equals(Json.of(manifest.name()))) {
            return Optional.of("it calls itself " + words(name.get()) + " in its answer to initialize");
        }
        var beyond = new HashSet<>(list(said, "capabilities_used"));
        manifest.capabilityTexts().forEach(text -> beyond.remove(Json.of(text)));
        return beyond.isEmpty()
                ? Optional.empty()
                : Optional.of("it uses what its manifest does not declare: "
                        + words(beyond.iterator().next()));
    }

    private static List<Json> list(Json.Obj object, String name) {
        return object.fields().get(name) instanceof Json.Arr(var items) ? items : List.of();
    }

    private static String words(Json value) {
        return value instanceof Json.Str(var text) ? Excerpt.of(text) : "something that is no text";
    }
}
