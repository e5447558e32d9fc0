package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;

/// The ids that a later response may refer to.
final class KnownRequests {
    private KnownRequests() {}

    /// FNV-1a, finished so that the low bits are worth using. Never 0, which marks a free place. Two ids may share a
    /// hash: the batch itself decides.
    static long hash(EventKind request, String id) {
        long hash = 0xcbf29ce484222325L ^ request.type.charAt(0);
        for (int i = 0; i < id.length(); i++) {
            hash = (hash ^ id.charAt(i)) * 0x100000001b3L;
        }
        hash = (hash ^ hash >>> 32) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 29;
        return hash == 0 ? 1 : hash;
    }

    static boolean contains(Json.Arr batch, EventKind request, String id) {
        for (var item : batch.items()) {
            if (item instanceof Json.Obj event
                    && event.text("type").orElse("").equals(request.type)
                    && event.get("id").orElse(Json.Null.NULL).equals(new Json.Str(id))) {
                return true;
            }
        }
        return false;
    }
}
