package dev.outrigger.web;

import dev.outrigger.wire.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What somebody wants who has entered.
///
/// @param path the parts between the slashes, decoded; none for `/`
/// @param body what came with a POST; [Json#EMPTY] with a GET
/// @param lastEventId what a stream that broke off had last; "" for any other request
public record WebRequest(
        boolean post, List<String> path, Map<String, String> query, Json.Obj body, String lastEventId) {
    public Optional<String> parameter(String name) {
        return Optional.ofNullable(query.get(name));
    }
}
