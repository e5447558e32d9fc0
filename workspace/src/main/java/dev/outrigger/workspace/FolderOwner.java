package dev.outrigger.workspace;

import dev.outrigger.system.EffectiveUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// Whose folder it is. Root's count as everybody's: who is root can write to ours anyway.
public final class FolderOwner {
    /// What tells who we are.
    private static final Path STATUS = Path.of(EffectiveUser.STATUS);

    private FolderOwner() {}

    static void refuseForeign(Path storage, Path folder) throws WorkspaceProblem {
        try {
            if (!ours(storage)) {
                throw new WorkspaceProblem(
                        storage + " belongs to another user, "
                                + Files.getOwner(storage).getName(),
                        "if you mean to work there, say so with --workspace " + folder);
            }
        } catch (IOException e) {
            throw new WorkspaceProblem("cannot tell who owns " + storage + ": " + e.getMessage(), "", e);
        }
    }

    /// What the user is to keep to themselves is not made in what belongs to another.
    static void refuseFor(Path wanted, Path there) throws WorkspaceProblem, IOException {
        if (!ours(there.toRealPath())) {
            throw new WorkspaceProblem(
                    "a workspace of your own cannot be in " + wanted + ": " + there + " belongs to another user, "
                            + Files.getOwner(there).getName(),
                    "HOME or XDG_DATA_HOME says that it is there; `--workspace DIR` names another workspace");
        }
    }

    /// Whether it is just ours, where links lead; root's is root's alone.
    public static boolean isUs(Path path) throws IOException {
        return Files.exists(STATUS)
                ? (int) Files.getAttribute(path, "unix:uid") == EffectiveUser.uid()
                : Files.getOwner(path).getName().equals(System.getProperty("user.name"));
    }

    private static boolean ours(Path path) throws IOException {
        if (!Files.exists(STATUS)) {
            return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName().equals(System.getProperty("user.name"));
        }
        int owner = (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        return owner == EffectiveUser.uid() || owner == 0;
    }
}
