package dev.outrigger.kaged.service;

import dev.outrigger.kaged.audit.Audit;
import dev.outrigger.kaged.storage.Storage;
import dev.outrigger.kaged.store.Home;
import dev.outrigger.kaged.store.Store;
import dev.outrigger.launch.sandbox.Sandbox;
import dev.outrigger.wire.rpc.Ticker;
import java.time.Clock;

/// What all plugins of a daemon stand on. `steps` is for what may hang; `searchPath` is where the operator's programs
/// are found, `version` the daemon's own.
public record Grounds(
        Home home,
        Store store,
        Sandbox sandbox,
        Audit audit,
        Storage storage,
        Ticker ticker,
        Log log,
        Steps steps,
        Clock clock,
        String searchPath,
        String version) {}
