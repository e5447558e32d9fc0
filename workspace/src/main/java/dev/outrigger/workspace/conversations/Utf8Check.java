package dev.outrigger.workspace.conversations;

/// Whether bytes are UTF-8: shortest forms only, no surrogates, nothing above U+10FFFF.
final class Utf8Check {
    private Utf8Check() {}

    static boolean valid(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to) {
            if (bytes[i] >= 0) {
                i++;
                continue;
            }
            int length = length(bytes[i] & 0xFF);
            if (length == 0 || i + length > to || !secondFits(bytes[i] & 0xFF, bytes[i + 1] & 0xFF)) {
                return false;
            }
            for (int k = 2; k < length; k++) {
                if ((bytes[i + k] & 0xC0) != 0x80) {
                    return false;
                }
            }
            i += length;
        }
        return true;
    }

    private static int length(int lead) {
        return lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    }

    private static boolean secondFits(int lead, int second) {
        int lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        int highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        return second >= lowest && second <= highest;
    }
}
