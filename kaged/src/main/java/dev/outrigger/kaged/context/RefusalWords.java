package dev.outrigger.kaged.context;

import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.rpc.RpcError;
import dev.outrigger.wire.rpc.RpcErrorCode;
import java.util.LinkedHashMap;

/// The daemon's refusals in words: the one place for them.
final class RefusalWords {
    private RefusalWords() {}

    static Problem words(RpcError error) {
        var what = error.message();
        if (error.code() == ToDaemon.REFUSED) {
            return new Problem(what, "");
        }
        var known = error.known();
        return known.isEmpty() ? new Problem(what, "") : words(known.get(), error);
    }

    private static Problem words(RpcErrorCode code, RpcError error) {
        var what = error.message();
        return switch (code) {
            case METHOD_NOT_FOUND, INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR, INTERNAL_ERROR ->
                new Problem(what, "");
            case PLUGIN -> new Problem("the plugin refused: " + what, said(error));
            case NOT_INITIALIZED, DENIED -> new Problem(what, "");
            case TIMEOUT -> new Problem("timeout: " + what, "`--timeout SECONDS` gives it longer.");
            case CANCELLED -> new Problem("cancelled: " + what, "");
            case PLUGIN_UNAVAILABLE -> new Problem(what, "");
            case PAYLOAD_TOO_LARGE -> new Problem("too large: " + what, "");
            case RATE_LIMITED -> new Problem("too much at once: " + what, "Try again.");
        };
    }

    /// What the plugin's error had beside the message, which is told already.
    private static String said(RpcError error) {
        if (!(error.data() instanceof Json.Obj data && data.get("error").orElse(Json.EMPTY) instanceof Json.Obj own)) {
            return "";
        }
        var rest = new LinkedHashMap<>(own.fields());
        rest.remove("message");
        return "Its error: " + JsonText.text(new Json.Obj(rest));
    }
}
