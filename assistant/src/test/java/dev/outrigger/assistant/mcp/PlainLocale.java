package dev.outrigger.assistant.mcp;

import dev.outrigger.assistant.mcp.client.McpProblem;
import dev.outrigger.assistant.mcp.client.McpTiming;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A host in a locale that knows no letter beyond ASCII.
final class PlainLocale {
    private PlainLocale() {}

    public static void main(String[] args) {
        var server = server("/opt/s\u00e9rveur", List.of());
        try {
            System.out.println(ServerEnvironment.program(server, Map.of(), List.of()));
        } catch (McpProblem e) {
            System.out.println(e.words());
        }
        var named = server("/bin/sh", List.of("/opt/s\u00e9rveur", "/\0"));
        System.out.println(ServerCache.key(named, Path.of("/bin/sh"), List.of()).length());
    }

    private static McpServerSettings server(String command, List<String> args) {
        return new McpServerSettings("files", command, args, Map.of(), "", true, McpTiming.USUAL);
    }
}
