package dev.outrigger.web;

import com.sun.net.httpserver.HttpExchange;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// From what a browser sent to a [WebRequest].
final class RequestReader {
    /// Everything of a request, attachments included.
    static final int MOST_BODY = 16 << 20;

    private RequestReader() {}

    /// @param body whether one is expected
    static WebRequest read(HttpExchange exchange, boolean body) throws IOException, Refused {
        var last = RequestRules.one(exchange.getRequestHeaders(), "Last-event-id");
        return new WebRequest(
                body,
                parts(exchange.getRequestURI().getPath()),
                query(exchange),
                body ? body(exchange) : Json.EMPTY,
                last == null ? "" : last);
    }

    private static List<String> parts(String path) {
        var parts = new ArrayList<String>();
        for (var part : path.split("/")) {
            if (!part.isEmpty()) {
                parts.add(part);
            }
        }
        return parts;
    }

    static Map<String, String> query(HttpExchange exchange) throws Refused {
        var values = new HashMap<String, String>();
        var raw = exchange.getRequestURI().getRawQuery();
        if (raw == null) {
            return values;
        }
        try {
            for (var pair : raw.split("&")) {
                int sign = pair.indexOf('=');
                var name = sign < 0 ? pair : pair.substring(0, sign);
                var value = sign < 0 ? "" : pair.substring(sign + 1);
                values.put(
                        URLDecoder.decode(name, StandardCharsets.UTF_8),
                        URLDecoder.decode(value, StandardCharsets.UTF_8));
            }
        } catch (IllegalArgumentException _) {
            throw new Refused(400, "The address has a % in it that stands for nothing.");
        }
        return values;
    }

    private static Json.Obj body(HttpExchange exchange) throws IOException, Refused {
        var bytes = exchange.getRequestBody().readNBytes(MOST_BODY + 1);
        if (bytes.length > MOST_BODY) {
            throw new Refused(413, "That is more than 16 MiB; leave something out.");
        }
        try {
            if (JsonText.parse(bytes) instanceof Json.Obj object) {
                return object;
            }
        } catch (MalformedJson e) {
            throw new Refused(400, "The request is no JSON: " + e.what() + ".");
        }
        throw new Refused(400, "The request is JSON, but no object.");
    }
}
