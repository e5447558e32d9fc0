package dev.outrigger.workspace;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// Why a file could not be used, in words for people: Java often says no more than the file's name.
public final class FileErrorWords {
    private FileErrorWords() {}

    public static String of(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "no such file or folder";
            case AccessDeniedException _ -> "permission denied";
            case FileSystemException system when system.getReason() != null -> String.valueOf(system.getReason());
            default -> String.valueOf(e.getMessage());
        };
    }
}
