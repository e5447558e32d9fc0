package dev.outrigger.wire.rpc;

import java.util.Locale;
import java.util.Optional;

/// Why a call failed, as a number for programs: those of JSON-RPC, the plugin's own, and the host's from -32001
/// down.
public enum RpcErrorCode {
    /// Not JSON. We never send it: a line that is no JSON is a stray, and strays are not answered.
    PARSE_ERROR(-32700),
    /// JSON, but no request as JSON-RPC wants it; or a batch.
    INVALID_REQUEST(-32600),
    METHOD_NOT_FOUND(-32601),
    INVALID_PARAMS(-32602),
    /// A mistake of the side that was called.
    INTERNAL_ERROR(-32603),
    /// The plugin's own: `data.code` says which, in its own words.
    PLUGIN(-32000),
    /// Asked before `initialize` had succeeded.
    NOT_INITIALIZED(-32001),
    /// The manifest does not declare the capability.
    DENIED(-32002),
    /// The deadline of the call has passed; the idle one or the absolute one, as the message says.
    TIMEOUT(-32003),
    /// Whoever made the call took it back.
    CANCELLED(-32004),
    /// The plugin is not there, or went away before it answered.
    PLUGIN_UNAVAILABLE(-32005),
    PAYLOAD_TOO_LARGE(-32006),
    /// More than is taken at once: calls, answers that nobody reads, notifications.
    RATE_LIMITED(-32007);

    private final int number;

    RpcErrorCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public RpcError error(String message) {
        return new RpcError(number, message, null);
    }

    public static Optional<RpcErrorCode> of(int number) {
        for (var code : values()) {
            if (code.number == number) {
                return Optional.of(code);
            }
        }
        return Optional.empty();
    }
}
