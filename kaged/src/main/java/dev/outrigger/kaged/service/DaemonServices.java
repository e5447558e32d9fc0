package dev.outrigger.kaged.service;

import dev.outrigger.kaged.audit.AuditWriter;
import dev.outrigger.kaged.storage.PluginStorage;
import dev.outrigger.kaged.store.InstalledPlugins;
import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.kaged.store.PluginSwitches;
import dev.outrigger.launch.sandbox.Sandbox;
import dev.outrigger.wire.rpc.DeadlineTicker;
import java.time.Clock;

/// What all plugins of a daemon stand on. `steps` is for what may hang; `searchPath` is where the operator's programs
/// are found, `version` the daemon's own.
public record DaemonServices(
        KagedHome home,
        InstalledPlugins store,
        PluginSwitches switches,
        Sandbox sandbox,
        AuditWriter audit,
        PluginStorage storage,
        DeadlineTicker ticker,
        DaemonLog log,
        BoundedSteps steps,
        Clock clock,
        String searchPath,
        String version) {}
