package dev.outrigger.jp.commands.plugin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// A text that comes with jp.
final class ShippedText {
    private ShippedText() {}

    static String text(String name) {
        try (var in = ShippedText.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("jp was built without " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
