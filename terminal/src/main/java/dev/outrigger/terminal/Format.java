package dev.outrigger.terminal;

import java.util.Optional;

/// What language a printed text is in.
public enum Format {
    PLAIN("plain"),
    MARKDOWN("markdown"),
    JSON("json"),
    CODE("code");

    private final String wireName;

    Format(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    public static Optional<Format> of(String wireName) {
        for (var format : values()) {
            if (format.wireName.equals(wireName)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }
}
