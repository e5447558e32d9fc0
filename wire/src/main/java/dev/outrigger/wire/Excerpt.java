package dev.outrigger.wire;

/// A peer's own words, as far as an answer repeats them: enough to find them again, never megabytes.
public final class Excerpt {
    private static final int LONGEST = 200;

    private Excerpt() {}

    /// The text, or its first 200 characters and `…`. Never ends in half a character.
    public static String of(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return text.substring(0, end) + "…";
    }
}
