package dev.outrigger.terminal;

import java.util.Optional;

/// What a printed text is, and so where it goes and whether `--quiet` silences it.
public enum PrintChannel {
    CONTENT("content"),
    CHROME("chrome"),
    TOOL_CALL("tool_call"),
    TOOL_RESULT("tool_result"),
    REASONING("reasoning"),
    ERROR("error");

    private final String wireName;

    PrintChannel(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    public static Optional<PrintChannel> of(String wireName) {
        for (var channel : values()) {
            if (channel.wireName.equals(wireName)) {
                return Optional.of(channel);
            }
        }
        return Optional.empty();
    }
}
