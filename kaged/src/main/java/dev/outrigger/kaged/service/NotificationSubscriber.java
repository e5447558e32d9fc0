package dev.outrigger.kaged.service;

import dev.outrigger.wire.Json;

/// Hears what plugins tell of their own accord: the notifications their manifests declare. Called by the thread that
/// reads the plugin's pipe: must not wait.
@FunctionalInterface
public interface NotificationSubscriber {
    void told(String plugin, String notification, Json.Obj params);
}
