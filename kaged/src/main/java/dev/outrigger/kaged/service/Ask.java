package dev.outrigger.kaged.service;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.Patience;

/// A call of a plugin's method, as somebody wants it made.
public record Ask(String plugin, String method, Json.Obj params, Context context, Patience patience) {}
