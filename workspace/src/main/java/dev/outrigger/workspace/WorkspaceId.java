package dev.outrigger.workspace;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;

/// The five characters in `.jp/.id`.
final class WorkspaceId {
    static final int LENGTH = 5;
    private static final String LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

    private WorkspaceId() {}

    /// A malformed one is never replaced: the user's settings for this workspace hang on it.
    static String read(Path storage) throws WorkspaceProblem {
        var file = storage.resolve(".id");
        try {
            if (!Files.isRegularFile(file)) {
                throw new NoSuchFileException(file.toString());
            }
            var text = firstBytes(file).strip();
            if (!wellFormed(text)) {
                throw new WorkspaceProblem(
                        file + " does not hold five characters of 0-9 and a-z",
                        "put back the old id (`git log -p " + file + "`), or write a new one there by hand");
            }
            return text;
        } catch (NoSuchFileException e) {
            throw new WorkspaceProblem(
                    storage + " holds no .id file", "complete it with `jp init " + storage.getParent() + "`", e);
        } catch (IOException e) {
            throw new WorkspaceProblem("cannot read " + file + ": " + e.getMessage(), "", e);
        }
    }

    /// Enough to tell whether it is well formed, however large the file is.
    private static String firstBytes(Path file) throws IOException {
        // Not through a channel: 1 ms of every start.
        try (var in = new FileInputStream(file.toFile())) {
            return new String(in.readNBytes(4 * LENGTH), StandardCharsets.ISO_8859_1);
        }
    }

    static boolean wellFormed(String text) {
        if (text.length() != LENGTH) {
            return false;
        }
        for (int i = 0; i < LENGTH; i++) {
            if (LETTERS.indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    static String random() {
        var random = new SecureRandom();
        var id = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) {
            id.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return id.toString();
    }
}
