package dev.outrigger.hosting.registry;

import java.util.List;
import java.util.Locale;

/// What a stranger may call things. An id becomes a file's name and a key of the configuration, so there is nothing in
/// it that means something to either.
public final class RegistryNames {
    private static final int LONGEST_ID = 64;
    private static final int MOST_WORDS = 8;
    private static final int SHA256_DIGITS = 64;
    private static final int LONGEST_TRIPLE = 64;

    private RegistryNames() {}

    /// Lower-case letters and digits, with single dashes between them.
    static boolean isId(String text) {
        if (text.isEmpty() || text.length() > LONGEST_ID) {
            return false;
        }
        char before = '-';
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!lowerOrDigit(c) && (c != '-' || before == '-')) {
                return false;
            }
            before = c;
        }
        return before != '-';
    }

    /// The words of a command path; none when it is not one.
    static List<String> command(String path) {
        var words = path.split(" ", MOST_WORDS + 1);
        for (var word : words) {
            if (!isId(word)) {
                return List.of();
            }
        }
        return words.length > MOST_WORDS ? List.of() : List.of(words);
    }

    /// `any`, or the words of a target triple.
    static boolean isTriple(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!lowerOrDigit(c) && c != '-' && c != '_' && c != '.') {
                return false;
            }
        }
        return !text.isEmpty() && text.length() <= LONGEST_TRIPLE;
    }

    /// In lower case; "" when it is none.
    static String sha256(String text) {
        var digits = text.toLowerCase(Locale.ROOT);
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return "";
            }
        }
        return digits.length() == SHA256_DIGITS ? digits : "";
    }

    private static boolean lowerOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }
}
