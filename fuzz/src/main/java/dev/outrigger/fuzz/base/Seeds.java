package dev.outrigger.fuzz.base;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Inputs from the tree: its examples and golden lines, and what lies in fuzz/seeds for readers that have none.
public record Seeds(Path home) {
    /// Every file below `fuzz/seeds/<name>`.
    public List<byte[]> own(String name) throws IOException {
        return files("fuzz/seeds/" + name, "");
    }

    /// Every file below a folder of the tree whose name ends like this.
    public List<byte[]> files(String folder, String ending) throws IOException {
        var found = new ArrayList<byte[]>();
        try (var walk = Files.walk(home.resolve(folder))) {
            for (var file : walk.sorted().toList()) {
                if (Files.isRegularFile(file) && file.getFileName().toString().endsWith(ending)) {
                    found.add(Files.readAllBytes(file));
                }
            }
        }
        return found;
    }

    /// The lines of a file, each an input.
    public List<byte[]> lines(String file) throws IOException {
        var found = new ArrayList<byte[]>();
        for (var line : Files.readAllLines(home.resolve(file))) {
            if (!line.isBlank()) {
                found.add(bytes(line));
            }
        }
        return found;
    }

    /// What the golden lines of a family say, without what is said about them.
    public List<byte[]> golden(String file) throws IOException {
        var found = new ArrayList<byte[]>();
        for (var line : lines(file)) {
            try {
                if (JsonText.parse(line) instanceof Json.Obj golden) {
                    golden.text("raw").ifPresent(raw -> found.add(bytes(raw)));
                    golden.get("line").ifPresent(said -> found.add(JsonText.bytes(said)));
                }
            } catch (MalformedJson e) {
                throw new IOException(file + ": " + e.what(), e);
            }
        }
        return found;
    }

    public static List<byte[]> texts(String... texts) {
        var found = new ArrayList<byte[]>();
        for (var text : texts) {
            found.add(bytes(text));
        }
        return found;
    }

    @SafeVarargs
    public static List<byte[]> all(List<byte[]>... lists) {
        var all = new ArrayList<byte[]>();
        for (var list : lists) {
            all.addAll(list);
        }
        return all;
    }

    /// Words of another target, and more.
    public static List<String> words(List<String> others, String... more) {
        var words = new ArrayList<>(others);
        words.addAll(List.of(more));
        return words;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
