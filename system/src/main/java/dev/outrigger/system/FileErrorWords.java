package dev.outrigger.system;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// Why a file could not be used, in words for people: Java often says no more than the file's name.
public final class FileErrorWords {
    private FileErrorWords() {}

    public static String of(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "there is no such file or folder";
            case AccessDeniedException _ -> "permission denied";
            case CharacterCodingException _ -> "it is no UTF-8 text";
            case FileSystemException file when file.getReason() != null -> String.valueOf(file.getReason());
            default -> e.getMessage() == null ? "it failed without a word" : e.getMessage();
        };
    }
}
