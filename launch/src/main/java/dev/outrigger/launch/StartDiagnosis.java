package dev.outrigger.launch;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/// Tells why a file cannot be started, before it is tried. What it lets pass may still fail: then exec itself tells.
public final class StartDiagnosis {
    private static final int HEAD = 4096;

    private StartDiagnosis() {}

    /// `searchPath` is the `PATH` that the program will get, where `#!/usr/bin/env` looks.
    public static Optional<CannotStart> of(Path path, String searchPath) {
        return look(path, searchPath, 0);
    }

    /// `depth` counts the scripts that run scripts on the way here.
    static Optional<CannotStart> look(Path path, String searchPath, int depth) {
        var file = path.toFile();
        if (!file.isFile()) {
            return Optional.of(noFile(path));
        }
        if (!file.canExecute()) {
            return Optional.of(new CannotStart.NotExecutable(path, whyNotExecutable(file)));
        }
        var head = new byte[HEAD];
        int length;
        try (var in = new FileInputStream(file)) {
            length = in.read(head);
        } catch (IOException _) {
            // May be executed but not read: for a binary, that is allowed.
            return Optional.empty();
        }
        if (length <= 0) {
            return Optional.of(new CannotStart.EmptyFile(path));
        }
        if (Shebang.is(head, length)) {
            return Shebang.problem(path, head, length, searchPath, depth);
        }
        return ElfFile.is(head, length) ? ElfFile.problem(path, head, length) : neither(path, head, length);
    }

    private static CannotStart noFile(Path path) {
        if (Files.isDirectory(path)) {
            return new CannotStart.NotAFile(path, "a folder");
        }
        if (Files.exists(path)) {
            return new CannotStart.NotAFile(path, "a device, pipe or socket");
        }
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return new CannotStart.Missing(path, "it is a link to something that is not there");
        }
        for (var folder = path.getParent(); folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder)) {
                return Files.isExecutable(folder)
                        ? new CannotStart.Missing(path, "there is no such file")
                        : new CannotStart.Missing(path, "the folder " + folder + " may not be entered");
            }
        }
        return new CannotStart.Missing(path, "there is no such file");
    }

    private static String whyNotExecutable(File file) {
        try {
            for (var permission : Files.getPosixFilePermissions(file.toPath())) {
                if (permission.name().endsWith("_EXECUTE")) {
                    return "its permissions do not allow it to you, or its file system is mounted noexec";
                }
            }
            return "chmod +x " + file;
        } catch (IOException e) {
            return "its permissions cannot be read: " + e.getMessage();
        }
    }

    /// Text without a first line for the kernel runs under sh, as in any shell. Anything else sh would run as well, and
    /// drown in its bytes: a NUL in the first line is what shells, too, go by.
    private static Optional<CannotStart> neither(Path path, byte[] head, int length) {
        boolean binary = false;
        for (int i = 0; i < length && head[i] != '\n'; i++) {
            binary |= head[i] == 0;
        }
        if (!binary || Binfmt.claims(path, head, length)) {
            return Optional.empty();
        }
        int magic = length < 4 ? 0 : ElfFile.number(head, 0, 4, false);
        var found = magic >>> 16 == 0x4D5A
                ? "a Windows program"
                : switch (magic) {
                    case 0xFEEDFACE, 0xFEEDFACF, 0xCEFAEDFE, 0xCFFAEDFE -> "a macOS program";
                    case 0xCAFEBABE -> "a macOS program or a Java class";
                    default -> "binary data of a kind we do not know";
                };
        return Optional.of(new CannotStart.WrongArchitecture(path, found, "Linux, " + System.getProperty("os.arch")));
    }
}
