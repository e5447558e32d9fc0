package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.manifest.ProjectFileReader;
import dev.outrigger.terminal.Argument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// How a project is named on the command line: by its id, or by its folder.
final class ProjectArgument {
    static final String NAME = "PROJECT";

    private ProjectArgument() {}

    static Argument here() {
        return Argument.positional(NAME, "Its id or its folder").defaultValue(".");
    }

    static String of(KagedContext context) {
        return of(context, context.values().text(NAME).orElse("."));
    }

    /// As the daemon knows it: a word with a slash is a folder, and so is one that is there and is a project.
    static String of(KagedContext context, String word) {
        var folder = context.folder().resolve(word).normalize();
        boolean isFolder = word.contains("/") || word.startsWith(".") || word.isEmpty();
        return isFolder || Files.isDirectory(folder.resolve(ProjectFileReader.FOLDER)) ? real(folder) : word;
    }

    private static String real(Path folder) {
        try {
            return folder.toRealPath().toString();
        } catch (IOException _) {
            // It may have gone; the daemon knows it by its name.
            return folder.toString();
        }
    }
}
