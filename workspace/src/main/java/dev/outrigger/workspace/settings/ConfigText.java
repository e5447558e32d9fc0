package dev.outrigger.workspace.settings;

import dev.outrigger.workspace.WorkspaceProblem;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// Reads a file of settings whole, if it is one.
final class ConfigText {
    static final int MOST_BYTES = 1 << 20;

    private ConfigText() {}

    /// Null when there is no such file.
    static @Nullable String read(Path file) throws WorkspaceProblem {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            if (!attributes.isRegularFile()) {
                throw new WorkspaceProblem(file + " is no ordinary file", "move it away");
            }
            return decode(file, bytes(file));
        } catch (NoSuchFileException | NotDirectoryException _) {
            return null;
        } catch (CharacterCodingException e) {
            throw new WorkspaceProblem(file + " is not in UTF-8", "save it again in that encoding", e);
        } catch (AccessDeniedException e) {
            throw new WorkspaceProblem("may not read " + file, "see `ls -l " + file + "`", e);
        } catch (IOException e) {
            throw new WorkspaceProblem("cannot read " + file + ": " + e.getMessage(), "", e);
        }
    }

    private static byte[] bytes(Path file) throws IOException, WorkspaceProblem {
        // Not through a channel: 1 ms of every start.
        try (var in = new FileInputStream(file.toFile())) {
            var bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new WorkspaceProblem(file + " is larger than 1 MiB", "this is no configuration");
            }
            return bytes;
        }
    }

    private static String decode(Path file, byte[] bytes) throws CharacterCodingException, WorkspaceProblem {
        for (byte b : bytes) {
            if (b < 0) {
                var text = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString();
                if (text.startsWith("\uFEFF")) {
                    throw new WorkspaceProblem(file + " begins with a byte order mark", "save it again without one");
                }
                return text;
            }
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
