package dev.outrigger.launch.watch;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/// The name that a message asks the DNS for, as RFC 1035 writes such a question.
final class NameQuestion {
    static final int PORT = 53;
    /// What fits without extensions.
    static final int LONGEST = 512;
    /// A header, a name of one letter, type and class.
    static final int SHORTEST = 12 + 3 + 4;

    private static final int HEADER = 12;
    private static final int LONGEST_LABEL = 63;
    private static final int LONGEST_NAME = 253;
    private static final int ANSWER_OR_OTHER_OPERATION = 0xF8;
    private static final int INTERNET = 1;

    private NameQuestion() {}

    /// Nothing in whatever else somebody sends: only a plain question for one name, whose letters a host's name may
    /// have.
    static Optional<String> in(byte[] message) {
        if (message.length < SHORTEST
                || message.length > LONGEST
                || (message[2] & ANSWER_OR_OTHER_OPERATION) != 0
                || number(message, 4) != 1
                || number(message, 6) != 0
                || number(message, 8) != 0) {
            return Optional.empty();
        }
        var name = new StringBuilder();
        int at = HEADER;
        while (at < message.length && message[at] != 0) {
            int length = message[at] & 0xFF;
            if (length > LONGEST_LABEL || at + length >= message.length) {
                return Optional.empty();
            }
            name.append(name.isEmpty() ? "" : ".")
                    .append(new String(message, at + 1, length, StandardCharsets.ISO_8859_1));
            at += 1 + length;
        }
        boolean whole = at + 5 <= message.length && number(message, at + 3) == INTERNET;
        var text = name.toString().toLowerCase(Locale.ROOT);
        return whole && !text.isEmpty() && text.length() <= LONGEST_NAME && isHosts(text)
                ? Optional.of(text)
                : Optional.empty();
    }

    private static boolean isHosts(String name) {
        return name.chars()
                .allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.');
    }

    private static int number(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) << 8 | (bytes[at + 1] & 0xFF);
    }
}
