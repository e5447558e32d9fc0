package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.ProviderProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/// Finds a provider's key. No word of it is ever in a message.
final class ProviderKeys {
    private static final int LONGEST = 8 * 1024;

    private final String provider;
    private final KeySource source;
    private final Map<String, String> environment;

    ProviderKeys(String provider, ProviderSettings settings) {
        this(provider, settings.key(), settings.environment());
    }

    ProviderKeys(String provider, KeySource source, Map<String, String> environment) {
        this.provider = provider;
        this.source = source;
        this.environment = environment;
    }

    /// [SecretKey#NONE] when there is none, and none is needed.
    SecretKey key(boolean needed) throws ProviderProblem {
        var found = source.file().isEmpty()
                ? clean(environment.getOrDefault(source.variable(), ""), "the variable " + source.variable())
                : clean(inFile(), "the file " + source.file());
        if (found.none() && needed) {
            throw refused("there is no key for " + provider, howToSet());
        }
        return found;
    }

    String howToSet() {
        if (!source.file().isEmpty()) {
            return "The file " + source.file() + " (" + setting("file") + ") must hold it.";
        }
        return source.variable().isEmpty()
                ? "Name the variable that holds it in " + setting("env") + ", or its file in " + setting("file") + "."
                : "Set the variable " + source.variable() + " (" + setting("env") + "), or name its file in "
                        + setting("file") + ".";
    }

    String setting(String kind) {
        return "providers." + provider + ".api_key_" + kind;
    }

    private String inFile() throws ProviderProblem {
        try {
            var named = source.file();
            var path = named.startsWith("~/")
                    ? Path.of(environment.getOrDefault("HOME", "/"), named.substring(2))
                    : Path.of(named);
            if (!path.isAbsolute()) {
                throw refused(
                        setting("file") + " names " + named + ", which is neither absolute nor below ~/",
                        "Write the whole path.");
            }
            if (!Files.isRegularFile(path) || Files.size(path) > LONGEST) {
                throw refused(setting("file") + " names " + path + ", which is no file with a key", howToSet());
            }
            return new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1);
        } catch (IOException | InvalidPathException e) {
            throw refused(
                    setting("file") + " names a file that cannot be read: "
                            + e.getClass().getSimpleName() + ", " + e.getMessage(),
                    "");
        }
    }

    /// Only what can stand in a header: anything else there would be an accident, or another header.
    private SecretKey clean(String text, String where) throws ProviderProblem {
        var key = text.strip();
        for (int i = 0; i < key.length(); i++) {
            if (key.charAt(i) <= ' ' || key.charAt(i) > '~') {
                throw refused(
                        "the key for " + provider + " in " + where + " has a character at position " + (i + 1)
                                + " that no key has",
                        "It must be one word of plain characters.");
            }
        }
        return new SecretKey(key);
    }

    private static ProviderProblem refused(String what, String hint) {
        return new ProviderProblem(ProviderProblem.Kind.REFUSED, what, hint);
    }
}
