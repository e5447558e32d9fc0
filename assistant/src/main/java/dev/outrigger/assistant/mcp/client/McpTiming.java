package dev.outrigger.assistant.mcp.client;

import dev.outrigger.wire.rpc.CallDeadlines;
import java.time.Duration;

/// How long a server may take.
///
/// @param start until one that was started has told its tools; `npx` may have to fetch it first
/// @param probe how long the question for the newer era may stay unanswered before the older one's is asked beside it
/// @param call for a tool call: idle from the last progress, and altogether
/// @param grace for one to leave when its stdin was closed. Each query waits that long for a server that stays: those
///     of the published SDK do while a request of their own is open
public record McpTiming(Duration start, Duration probe, CallDeadlines call, Duration grace) {
    public static final McpTiming USUAL = new McpTiming(
            Duration.ofSeconds(60),
            Duration.ofSeconds(3),
            new CallDeadlines(Duration.ofMinutes(2), Duration.ofMinutes(30)),
            Duration.ofMillis(500));

    public McpTiming withStart(Duration start) {
        return new McpTiming(start, probe, call, grace);
    }

    public McpTiming withCall(CallDeadlines call) {
        return new McpTiming(start, probe, call, grace);
    }
}
