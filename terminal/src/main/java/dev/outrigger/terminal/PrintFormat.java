package dev.outrigger.terminal;

import java.util.Optional;

/// What language a printed text is in.
public enum PrintFormat {
    PLAIN("plain"),
    MARKDOWN("markdown"),
    JSON("json"),
    CODE("code");

    private final String wireName;

    PrintFormat(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    public static Optional<PrintFormat> of(String wireName) {
        for (var format : values()) {
            if (format.wireName.equals(wireName)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }
}
