package dev.outrigger.kaged.context;

import dev.outrigger.kaged.control.ControlLine;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.kaged.store.InstalledPlugins;
import dev.outrigger.kaged.store.StoreStanding;
import dev.outrigger.terminal.Suggestions;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.RpcError;
import dev.outrigger.wire.rpc.RpcErrorCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What to do about a refusal, where that depends on which plugins there are and how they do. Asked over the same
/// line, and only after something went wrong.
final class RefusalAdvice {
    private final ControlLine line;
    private final InstalledPlugins plugins;

    RefusalAdvice(ControlLine line, InstalledPlugins plugins) {
        this.line = line;
        this.plugins = plugins;
    }

    Problem on(RpcError error, ToDaemon asked) {
        var usual = RefusalWords.words(error);
        var name = plugin(asked);
        // What is denied says why; whether there is such a plugin is not the point.
        if (name.isEmpty() || error.is(RpcErrorCode.DENIED)) {
            return usual;
        }
        var states = states();
        if (states.isEmpty()) {
            return usual;
        }
        if (!states.get().containsKey(name.get())) {
            return new Problem(
                    "there is no plugin " + name.get(),
                    meant(name.get(), List.copyOf(states.get().keySet()))
                            .orElse("`kaged plugin list` shows what is installed."));
        }
        if (asked instanceof ToDaemon.Call call && error.is(RpcErrorCode.METHOD_NOT_FOUND)) {
            var meant = meant(call.method(), methods(call.plugin()));
            return meant.isPresent() ? new Problem(usual.what(), meant.get()) : usual;
        }
        var state = states.get().get(name.get());
        // What is broken says itself what to mend, and has said nothing yet; what is off says how to switch it on.
        boolean runs = !"broken".equals(state) && !"disabled".equals(state);
        if (error.is(RpcErrorCode.PLUGIN_UNAVAILABLE) && runs && !usual.what().contains("kaged plugin logs")) {
            return new Problem(usual.what(), "`kaged plugin logs " + name.get() + "` shows all that it said.");
        }
        if (error.is(RpcErrorCode.TIMEOUT) && !"ready".equals(state)) {
            return new Problem(usual.what(), "`kaged plugin logs " + name.get() + "` shows what it said.");
        }
        return usual;
    }

    private static Optional<String> meant(String word, List<String> candidates) {
        return Suggestions.nearest(word, candidates).map(nearest -> "Did you mean '" + nearest + "'?");
    }

    private static Optional<String> plugin(ToDaemon asked) {
        return switch (asked) {
            case ToDaemon.Call call -> Optional.of(call.plugin());
            case ToDaemon.Logs logs -> Optional.of(logs.plugin());
            case ToDaemon.Trace trace -> Optional.of(trace.plugin());
            case ToDaemon.Switch turn -> Optional.of(turn.plugin());
            case ToDaemon.Remove remove -> Optional.of(remove.plugin());
            case ToDaemon.PluginTools tools -> Optional.of(tools.plugin());
            case ToDaemon.AcceptTools accept -> Optional.of(accept.plugin());
            case ToDaemon.PlanReplay plan -> Optional.of(plan.plugin());
            case ToDaemon.Replay replay -> Optional.of(replay.plugin());
            case ToDaemon.Share share -> Optional.of(share.plugin());
            // What is said of a project's plugin is said in full: it need not be installed.
            case ToDaemon.LoadProject _, ToDaemon.UnloadProject _, ToDaemon.ProjectList _, ToDaemon.ProjectStatus _ ->
                Optional.empty();
            case ToDaemon.PlanConsent _, ToDaemon.Fetch _, ToDaemon.Decide _ -> Optional.empty();
            case ToDaemon.Quick _, ToDaemon.Status _, ToDaemon.Stop _, ToDaemon.Metrics _ -> Optional.empty();
            case ToDaemon.PluginList _, ToDaemon.PlanInstall _, ToDaemon.Install _ -> Optional.empty();
            case ToDaemon.AuditRows _, ToDaemon.AuditAnchoring _, ToDaemon.AuditVerify _, ToDaemon.AuditRetain _ ->
                Optional.empty();
        };
    }

    /// Each plugin's state; nothing when the daemon does not say. Then the refusal alone has to do.
    private Optional<Map<String, String>> states() {
        try {
            var states = new LinkedHashMap<String, String>();
            if (line.ask(new ToDaemon.PluginList(), _ -> {}) instanceof Json.Arr(var plugins)) {
                for (var plugin : plugins) {
                    if (plugin instanceof Json.Obj it) {
                        states.put(it.text("name").orElse(""), it.text("state").orElse(""));
                    }
                }
            }
            return Optional.of(states);
        } catch (IOException | ControlLine.Refused _) {
            // Then the refusal alone has to do.
            return Optional.empty();
        }
    }

    private List<String> methods(String plugin) {
        if (!(plugins.standing(plugin) instanceof StoreStanding.Installed installed)) {
            return List.of();
        }
        var offer = installed.manifest().offer();
        var names = new ArrayList<>(
                offer.methods().stream().map(Manifest.Method::name).toList());
        offer.tools().forEach(tool -> names.add(plugin + "." + tool.name()));
        return names;
    }
}
