package dev.outrigger.kaged.wrap;

import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/// What a fetch left, read as a stranger's: by now nobody is there who could change it.
final class WrapFiles {
    private static final int LARGEST = 32 << 20;

    private WrapFiles() {}

    static Json.Obj json(Path file) throws Problem {
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return json(new String(in.readNBytes(LARGEST), StandardCharsets.UTF_8), file.toString());
        } catch (IOException e) {
            throw new Problem("cannot read " + file + ": " + e.getMessage(), "");
        }
    }

    static Json.Obj json(String text, String where) throws Problem {
        try {
            if (JsonText.parse(text.strip()) instanceof Json.Obj object) {
                return object;
            }
            throw new Problem(where + " is no JSON object", "");
        } catch (MalformedJson e) {
            throw new Problem(where + " is no JSON: " + e.what(), "");
        }
    }

    /// Nothing is there yet: nobody's file is written to, and no link is followed.
    static void write(Path file, String text) throws Problem {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            throw new Problem("cannot write " + file + ": " + e.getMessage(), "");
        }
    }

    static void move(Path from, Path to) throws Problem {
        try {
            if (!Files.isDirectory(from, LinkOption.NOFOLLOW_LINKS)) {
                throw new Problem("nothing was fetched: " + from.getFileName() + " is not there", "");
            }
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new Problem("cannot move " + from + ": " + e.getMessage(), "");
        }
    }

    /// The program of this name, the only one, or its package's namesake; what it is then.
    static String chosen(String spec, Map<String, String> programs, String namesake, String bin) throws Problem {
        if (programs.isEmpty()) {
            throw new Problem(spec + " has no program to run: it is a library", "");
        }
        var wanted = !bin.isEmpty()
                ? bin
                : programs.size() == 1 ? programs.keySet().iterator().next() : namesake;
        var found = programs.get(wanted);
        if (found == null) {
            throw new Problem(
                    spec + " has no program " + Excerpt.of(wanted) + ", but "
                            + Excerpt.of(String.join(", ", programs.keySet())),
                    "Say which with --bin.",
                    Problem.USAGE);
        }
        return found;
    }
}
