package dev.outrigger.assistant.tools;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// Why a tool does not do what it was asked: one line, for the model and for people.
final class ToolRefused extends Exception {
    private final String why;

    ToolRefused(String why) {
        super(why, null, false, false);
        this.why = why;
    }

    /// What the system said about this path.
    static ToolRefused by(IOException failure, String path) {
        var shown = ToolFolder.shown(path);
        return new ToolRefused(
                switch (failure) {
                    case AccessDeniedException _ -> shown + ": permission denied";
                    case NoSuchFileException _ -> shown + " does not exist";
                    case FileSystemException system
                    when system.getReason() != null -> shown + ": " + PlainWords.line(system.getReason());
                    default -> shown + ": " + PlainWords.line(String.valueOf(failure.getMessage()));
                });
    }

    String why() {
        return why;
    }
}
