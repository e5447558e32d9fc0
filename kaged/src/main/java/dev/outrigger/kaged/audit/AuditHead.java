package dev.outrigger.kaged.audit;

import dev.outrigger.system.FileDraft;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// The last row as it was when everything up to it was safely on disk: its number and hash, in a file of its own, so
/// that rows cut from the end of the chain are missed.
record AuditHead(long seq, String hash) {
    private static final Pattern SHAPE = Pattern.compile("([0-9]{1,18}) ([0-9a-f]{64})\n");

    static Optional<AuditHead> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        var match = SHAPE.matcher(Files.readString(file));
        if (!match.matches()) {
            throw new IOException(file + " does not hold a row's number and hash: restore it, or move it away");
        }
        return Optional.of(new AuditHead(Long.parseLong(match.group(1)), match.group(2)));
    }

    void write(Path file) throws IOException {
        // Whoever can read it could tell how much happens here.
        try (var draft = FileDraft.named(file, file.getFileName() + ".draft")) {
            draft.write((seq + " " + hash + "\n").getBytes(StandardCharsets.US_ASCII));
            draft.replace();
        }
    }
}
