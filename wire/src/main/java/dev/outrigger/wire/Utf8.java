package dev.outrigger.wire;

/// UTF-8 as it must be: shortest form only, no surrogates, nothing above U+10FFFF.
final class Utf8 {
    private Utf8() {}

    /// Past the multi-byte sequence at this place. `from` is where the bytes begin, for the message.
    static int afterSequence(byte[] bytes, int at, int to, int from) throws MalformedJson {
        int lead = bytes[at] & 0xFF;
        int length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
        boolean well = length > 0 && at + length <= to;
        for (int i = at + 1; well && i < at + length; i++) {
            well = (bytes[i] & 0xC0) == 0x80;
        }
        if (well && length > 2) {
            int second = bytes[at + 1] & 0xFF;
            well = switch (lead) {
                case 0xE0 -> second >= 0xA0;
                case 0xED -> second < 0xA0;
                case 0xF0 -> second >= 0x90;
                case 0xF4 -> second < 0x90;
                default -> true;
            };
        }
        if (!well) {
            throw new MalformedJson("invalid UTF-8 at byte " + (at - from));
        }
        return at + length;
    }
}
