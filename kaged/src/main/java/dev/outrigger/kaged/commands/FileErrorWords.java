package dev.outrigger.kaged.commands;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// Why a file could not be used. What Java says of it is often the file's name alone.
final class FileErrorWords {
    private FileErrorWords() {}

    static String of(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "permission denied";
            case CharacterCodingException _ -> "it is no UTF-8 text";
            case FileSystemException file when file.getReason() != null -> String.valueOf(file.getReason());
            case FileNotFoundException missing -> String.valueOf(missing.getMessage());
            default -> failure.getMessage() == null ? "it failed without a word" : failure.getMessage();
        };
    }
}
