package dev.outrigger.jp;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A file of `conformance/command/transcripts`, seen by whoever runs the host: only its `!` lines matter here, the rest
/// is for `conformance/replay`.
record Transcript(Path file, List<String> lines) {
    static final Path FOLDER = Jail.CLONE.resolve("conformance/command/transcripts");

    static List<Transcript> all() {
        try (var files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .map(Transcript::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Transcript read(Path file) {
        try {
            return new Transcript(file, Files.readAllLines(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Whether it is about a run: it begins with `init`, not with `describe`.
    boolean aRun() {
        return lines.stream()
                .filter(line -> line.startsWith(">"))
                .findFirst()
                .orElse("")
                .contains("\"init\"");
    }

    /// What stands behind `! <name>`, in order.
    List<String> all(String name) {
        var start = "! " + name + " ";
        return lines.stream()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()).strip())
                .toList();
    }

    Optional<String> one(String name) {
        var found = all(name);
        if (found.size() > 1) {
            throw new AssertionError(this + " has more than one `! " + name + "`");
        }
        return found.stream().findFirst();
    }

    static String text(String json) {
        try {
            if (JsonText.parse(json) instanceof Json.Str(var text)) {
                return text;
            }
        } catch (MalformedJson e) {
            throw new AssertionError("no JSON: " + json, e);
        }
        throw new AssertionError("no JSON string: " + json);
    }

    @Override
    public String toString() {
        return file.getFileName().toString();
    }
}
