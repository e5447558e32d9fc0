package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The first line of a script, which names what runs it. The file may be a plugin's own.
final class ScriptInterpreter {
    /// The kernel looks at no more of the file than this.
    private static final int LONGEST = 256;

    private ScriptInterpreter() {}

    /// What stands behind `#!`; none for a file that is no script.
    static Optional<String> of(Path file) throws ConfinementRefused {
        try (var open = RegularFile.open(file)) {
            var buffer = ByteBuffer.allocate(LONGEST);
            while (buffer.hasRemaining() && open.channel().read(buffer) >= 0) {
                // A file gives what it has, and not always all at once.
            }
            var head = new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8);
            int end = head.indexOf('\n');
            return head.startsWith("#!")
                    ? Optional.of(
                            head.substring(2, end < 0 ? head.length() : end).strip())
                    : Optional.empty();
        } catch (IOException e) {
            throw new ConfinementRefused(file + " cannot be read: " + e.getMessage());
        }
    }

    /// The program in `/usr/bin/python3 -u`, or in `/usr/bin/env [-S] [A=b] python3`.
    static Optional<String> program(String line) throws ConfinementRefused {
        var words = List.of(line.split("[ \\t]+"));
        if (line.isEmpty()) {
            return Optional.empty();
        }
        return words.getFirst().endsWith("/env")
                ? EnvCommand.program(words.subList(1, words.size()))
                : Optional.of(words.getFirst());
    }
}
