package dev.outrigger.web;

import java.security.SecureRandom;
import java.util.HexFormat;

/// What nobody can guess.
final class Secret {
    private static final int BYTES = 32;
    private static final int NAME_BYTES = 8;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Secret() {}

    /// 256 bits, as hexadecimal digits.
    static String fresh() {
        return digits(BYTES);
    }

    /// For a site's own name: 16 digits.
    static String name() {
        return digits(NAME_BYTES);
    }

    private static String digits(int count) {
        var bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
