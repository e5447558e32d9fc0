package dev.outrigger.workspace;

import dev.outrigger.system.FileDraft;
import dev.outrigger.system.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Makes a `.jp` folder. The id comes last and exclusively, so a folder with an id is whole, and one without is
/// completed by the next try.
final class WorkspaceFounding {
    private static final String CONFIG = """
            # Settings of this workspace, for everyone who works in it. Your own are in ~/.config/jp/config.toml.
            # `jp config show --explain` prints what counts, and the file and line it comes from.
            #
            # What a file that travels with a workspace may not set (what runs and what it may do, plugins to trust, which
            # model is asked and at whose cost, where keys are read from or sent to) is ignored here, with a warning: put it
            # into your own file, for this workspace alone with `jp config set --here`.
            #
            # [assistant]
            # system_prompt = "You know this code base well."
            #
            # [assistant.model.parameters]
            # temperature = 0.2
            """;

    private WorkspaceFounding() {}

    static void found(Path folder) throws WorkspaceProblem {
        var storage = folder.resolve(Workspace.STORAGE);
        try {
            if (Files.isSymbolicLink(storage)) {
                Workspace.refuseLink(storage);
            }
            if (Files.exists(storage.resolve(".id"))) {
                throw alreadyThere(folder);
            }
            Files.createDirectories(storage.resolve("conversations"));
            Files.createDirectories(storage.resolve("locks"));
            writeUnlessThere(storage.resolve("config.toml"), CONFIG);
            GitIgnore.complete(storage);
            writeId(folder, storage);
        } catch (FileAlreadyExistsException e) {
            throw new WorkspaceProblem(
                    "cannot make a workspace in " + folder + ": " + e.getMessage() + " is in the way",
                    "move it away and try again",
                    e);
        } catch (IOException e) {
            throw new WorkspaceProblem(
                    "cannot make a workspace in " + folder + ": " + reason(e), "is the folder there, and yours?", e);
        }
    }

    private static WorkspaceProblem alreadyThere(Path folder) {
        return new WorkspaceProblem(
                folder + " is a workspace already", "nothing was changed; `jp config show` prints its settings");
    }

    private static void writeUnlessThere(Path file, String content) throws IOException {
        try {
            Files.writeString(file, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException _) {
            // Somebody's own, or that of a try that was cut short: either is to be kept.
            return;
        }
    }

    /// A hard link appears with its content or not at all, and never replaces another.
    private static void writeId(Path folder, Path storage) throws IOException, WorkspaceProblem {
        var id = storage.resolve(".id");
        try (var draft = FileDraft.of(id)) {
            draft.write((WorkspaceId.random() + "\n").getBytes(StandardCharsets.UTF_8));
            Files.setPosixFilePermissions(draft.path(), Files.getPosixFilePermissions(storage.resolve(".gitignore")));
            draft.sync();
            Files.createLink(id, draft.path());
            WholeFile.syncFolder(storage);
        } catch (FileAlreadyExistsException _) {
            throw alreadyThere(folder);
        }
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName() + " " + e.getMessage();
    }
}
