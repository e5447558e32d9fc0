package dev.outrigger.terminal;

import dev.outrigger.system.SearchPath;
import java.io.File;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/// The user's own editor, or pager, on a file that is gone afterwards, in a folder that has nothing else in it: what an
/// editor looks for where it stands, and a command that is a relative path, are not to be found in a cloned workspace.
public final class Editor {
    private static final int LARGEST = 4 << 20;

    /// Ctrl-C is for the program, which may live on; the shell that started it would end with 130.
    private static final String UNMOVED = "trap : INT; ";

    private final String program;
    private final String command;
    private final Map<String, String> environment;
    /// While it is open, Ctrl-C is a key of the editor.
    private final AtomicBoolean open = new AtomicBoolean();

    /// @param program ours, for the names of its files
    /// @param configured `editor.command`; "" for what the environment says
    public Editor(String program, String configured, Map<String, String> environment) {
        this.program = program;
        this.environment = environment;
        this.command =
                first(configured, environment.getOrDefault("VISUAL", ""), environment.getOrDefault("EDITOR", ""), "vi");
    }

    private static String first(String... commands) {
        for (var each : commands) {
            if (!each.isBlank()) {
                return each;
            }
        }
        throw new IllegalArgumentException("the last is never empty");
    }

    public boolean isOpen() {
        return open.get();
    }

    /// In words for people.
    public static final class EditorProblem extends Exception {
        EditorProblem(String what) {
            super(what);
        }
    }

    /// The text in `$PAGER`, all of it; nothing that is done there changes anything.
    public void show(String text, String suffix) throws EditorProblem {
        opened(new Program("pager", pager(), "$PAGER says", false), text, suffix);
    }

    private String pager() {
        var chosen = environment.get("PAGER");
        if (chosen != null) {
            return chosen.isBlank() ? "cat" : chosen;
        }
        var path = environment.getOrDefault("PATH", "");
        for (var each : new String[] {"less", "more"}) {
            if (SearchPath.find(each, path).isPresent()) {
                return each;
            }
        }
        return "cat";
    }

    /// The text as it was saved. `suffix` tells the editor what it is: `.json`.
    public String edit(String text, String suffix) throws EditorProblem {
        return opened(new Program("editor", command, "`editor.command`, $VISUAL or $EDITOR say", true), text, suffix);
    }

    /// @param words that say which it is
    private record Program(String name, String command, String words, boolean writes) {}

    /// What is in the file afterwards; nobody asks a pager for that.
    private String opened(Program program, String text, String suffix) throws EditorProblem {
        try {
            var folder = Files.createTempDirectory(
                    Path.of(System.getProperty("java.io.tmpdir")), this.program + "-", mode("rwx------"));
            var file = Files.createFile(folder.resolve(this.program + suffix), mode("rw-------"));
            try {
                Files.writeString(file, text);
                run(program, file);
                return program.writes ? read(file) : text;
            } finally {
                remove(file);
            }
        } catch (IOException e) {
            throw new EditorProblem("the " + program.name + " cannot have the text: " + e.getMessage());
        }
    }

    private static FileAttribute<?> mode(String mode) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode));
    }

    private void run(Program program, Path file) throws EditorProblem, IOException {
        var terminal = new File("/dev/tty");
        var builder = new ProcessBuilder(
                        "/bin/sh", "-c", UNMOVED + program.command + " \"$1\"", program.name, file.toString())
                .directory(file.resolveSibling("").toFile())
                .redirectInput(terminal)
                .redirectOutput(terminal)
                .redirectError(terminal);
        builder.environment().clear();
        builder.environment().putAll(environment);
        open.set(true);
        try {
            int code = builder.start().waitFor();
            if (code != 0) {
                throw new EditorProblem("the " + program.name + " (" + program.command + ") ended with " + code + "; "
                        + program.words + " which it is");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new EditorProblem("interrupted while the " + program.name + " was open");
        } finally {
            open.set(false);
        }
    }

    /// With the backups that editors leave beside it. What an editor leaves besides, in folders of its own, stays: the
    /// text is worth more than a tidy place.
    private static void remove(Path text) throws IOException {
        Files.deleteIfExists(text);
        var folder = text.resolveSibling("");
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) {
                Files.deleteIfExists(file);
            }
            Files.delete(folder);
        } catch (DirectoryNotEmptyException _) {
            return;
        }
    }

    private static String read(Path file) throws EditorProblem, IOException {
        if (Files.size(file) > LARGEST) {
            throw new EditorProblem("the text is larger than " + (LARGEST >> 20) + " MiB");
        }
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException _) {
            throw new EditorProblem("the text is not UTF-8");
        }
    }
}
