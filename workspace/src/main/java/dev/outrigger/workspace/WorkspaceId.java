package dev.outrigger.workspace;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;

/// The five characters in `.jp/.id`, on the last line that is not blank: the original jp writes a sentence before them.
final class WorkspaceId {
    static final int LENGTH = 5;
    private static final int LONGEST_FILE = 4096;
    private static final String LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

    private WorkspaceId() {}

    /// A malformed one is never replaced: the user's settings for this workspace hang on it.
    static String read(Path storage) throws WorkspaceProblem {
        var file = storage.resolve(".id");
        try {
            if (!Files.isRegularFile(file)) {
                throw new NoSuchFileException(file.toString());
            }
            var text = lastLine(file);
            if (!wellFormed(text)) {
                throw new WorkspaceProblem(
                        file + " does not end with a line of five characters of 0-9 and a-z",
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

    /// The empty string when the file is larger than anybody's who writes an id.
    private static String lastLine(Path file) throws IOException {
        // Not through a channel: 1 ms of every start.
        try (var in = new FileInputStream(file.toFile())) {
            var bytes = in.readNBytes(LONGEST_FILE + 1);
            if (bytes.length > LONGEST_FILE) {
                return "";
            }
            var text = new String(bytes, StandardCharsets.ISO_8859_1).strip();
            return text.substring(text.lastIndexOf('\n') + 1).strip();
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
