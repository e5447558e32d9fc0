package dev.outrigger.wire.rpc;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonWriter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// What passes over a channel, in either direction. Each writes itself as one line, without a tree of it being
/// made.
///
/// An `id` is a number or a string and is kept to the letter: its sender finds its own again.
public sealed interface RpcMessage extends Json.Composed {
    /// Wants an answer. `params` is an object, an array, or absent.
    record Request(Json id, String method, @Nullable Json params) implements RpcMessage {
        @Override
        public void compose(JsonWriter out) throws IOException {
            out.plain("{\"jsonrpc\":\"2.0\",\"id\":");
            out.value(id);
            called(out, method, params);
        }
    }

    /// Wants none.
    record Notification(String method, @Nullable Json params) implements RpcMessage {
        @Override
        public void compose(JsonWriter out) throws IOException {
            out.plain("{\"jsonrpc\":\"2.0\"");
            called(out, method, params);
        }
    }

    sealed interface Answer extends RpcMessage {
        Json id();
    }

    record Result(Json id, Json value) implements Answer {
        @Override
        public void compose(JsonWriter out) throws IOException {
            out.plain("{\"jsonrpc\":\"2.0\",\"id\":");
            out.value(id);
            out.plain(",\"result\":");
            out.value(value);
            out.plain("}");
        }
    }

    /// `id` is `null` on the wire when that of the request could not be read.
    record Failure(Json id, RpcError error) implements Answer {
        @Override
        public void compose(JsonWriter out) throws IOException {
            out.plain("{\"jsonrpc\":\"2.0\",\"id\":");
            out.value(id);
            out.plain(",\"error\":{\"code\":");
            out.plain(Integer.toString(error.code()));
            out.plain(",\"message\":");
            out.string(error.message());
            var data = error.data();
            if (data != null) {
                out.plain(",\"data\":");
                out.value(data);
            }
            out.plain("}}");
        }
    }

    private static void called(JsonWriter out, String method, @Nullable Json params) throws IOException {
        out.plain(",\"method\":");
        out.string(method);
        if (params != null) {
            out.plain(",\"params\":");
            out.value(params);
        }
        out.plain("}");
    }
}
