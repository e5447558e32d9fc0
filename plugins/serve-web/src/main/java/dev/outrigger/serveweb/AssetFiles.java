package dev.outrigger.serveweb;

import dev.outrigger.system.Sha256;
import dev.outrigger.web.Refused;
import dev.outrigger.web.WebAnswer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// The style and the scripts of the pages, from our own jar.
final class AssetFiles {
    private static final int VERSION_DIGITS = 12;
    private static final Map<String, String> TYPES = Map.of(
            "chat.css", "text/css; charset=utf-8",
            "chat.js", "text/javascript; charset=utf-8",
            "highlight.min.js", "text/javascript; charset=utf-8",
            "misfit.js", "text/javascript; charset=utf-8",
            "icon.svg", "image/svg+xml");

    private final Map<String, String> texts = new LinkedHashMap<>();
    private final String version;

    AssetFiles() {
        var all = new StringBuilder();
        TYPES.keySet().stream().sorted().forEach(name -> {
            var text = inJar("assets/" + name);
            texts.put(name, text);
            all.append(text);
        });
        version = Sha256.of(all.toString()).substring(0, VERSION_DIGITS);
    }

    /// A text that was built into the jar, beside these classes.
    static String inJar(String name) {
        try (var in = AssetFiles.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("not in the jar: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Stands in their addresses: a browser keeps each for as long as it is the same.
    String version() {
        return version;
    }

    String style() {
        return texts.getOrDefault("chat.css", "");
    }

    WebAnswer answer(String name) throws Refused {
        var text = texts.get(name);
        if (text == null) {
            throw new Refused(404, "There is no such file.");
        }
        return new WebAnswer.Asset(TYPES.getOrDefault(name, "text/plain"), text);
    }
}
