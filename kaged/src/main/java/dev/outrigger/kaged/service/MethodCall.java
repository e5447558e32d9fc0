package dev.outrigger.kaged.service;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallDeadlines;

/// A call of a plugin's method, as somebody wants it made.
public record MethodCall(String plugin, String method, Json.Obj params, CallContext context, CallDeadlines patience) {
    MethodCall within(ProjectShare share) {
        return new MethodCall(plugin, method, params, context.within(share), patience);
    }
}
