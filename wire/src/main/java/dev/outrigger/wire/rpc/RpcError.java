package dev.outrigger.wire.rpc;

import dev.outrigger.wire.Json;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The `error` of an answer. `code` may be one that we have no name for: a peer is free to use its own.
public record RpcError(int code, String message, @Nullable Json data) {
    public RpcError withData(Json more) {
        return new RpcError(code, message, more);
    }

    public Optional<RpcErrorCode> known() {
        return RpcErrorCode.of(code);
    }

    public boolean is(RpcErrorCode known) {
        return code == known.number();
    }
}
