package dev.outrigger.workspace;

import dev.outrigger.system.FileErrorWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A folder with a `.jp/` in it, and the five characters that name it.
///
/// Nobody is led into a workspace that is not theirs: a `.jp` that belongs to another user is not taken just because
/// it lies above the current folder (somebody's `/tmp/.jp` would collect our conversations), only when the user named
/// it; and a `.jp` that is a symbolic link is never taken, since a clone could point it at any folder of ours.
public final class Workspace {
    /// What is in it is ours.
    public static final String STORAGE = ".jp";
    /// Folders below it that we write into, or take conversations from.
    private static final String[] KEPT = {
        "conversations",
        "conversations/.outrigger",
        "conversations/.outrigger/.originals",
        "conversations/.trash",
        "conversations/.archive",
        "locks"
    };

    private final Path root;
    private final String id;
    /// Looked up once: it takes a walk through the user's other workspaces.
    private volatile @Nullable UserFolder userFolder;

    private Workspace(Path root, String id) {
        this.root = root;
        this.id = id;
    }

    /// The workspace of the nearest ancestor that holds `.jp/`, this folder included.
    public static Optional<Workspace> find(Path from) throws WorkspaceProblem {
        for (var folder = from.toAbsolutePath().normalize(); folder != null; folder = folder.getParent()) {
            var storage = folder.resolve(STORAGE);
            if (Files.isDirectory(storage)) {
                refuseLink(storage);
                FolderOwner.refuseForeign(storage, folder);
                return Optional.of(open(folder));
            }
        }
        return Optional.empty();
    }

    /// The workspace that the user named (`--workspace DIR`), whoever it belongs to.
    public static Workspace at(Path folder) throws WorkspaceProblem {
        var storage = folder.resolve(STORAGE);
        if (!Files.isDirectory(storage)) {
            throw new WorkspaceProblem(
                    folder + " is no workspace: it holds no .jp folder",
                    "make one there with `jp init " + folder + "`");
        }
        refuseLink(storage);
        return open(folder);
    }

    /// The user's own, for whoever works in no other: `$XDG_DATA_HOME/jp/personal/`. Nothing before it was made.
    public static Optional<Workspace> own(UserPlaces places) throws WorkspaceProblem {
        var folder = places.own();
        if (!Files.exists(folder.resolve(STORAGE).resolve(".id"))) {
            return Optional.empty();
        }
        FolderOwner.refuseForeign(folder, folder);
        refuseLink(folder.resolve(STORAGE));
        return Optional.of(open(folder));
    }

    /// The same, made if there is none. Never in somebody else's folders, where `HOME` of a call with sudo may lead.
    public static Workspace makeOwn(UserPlaces places) throws WorkspaceProblem {
        var folder = places.own();
        try {
            for (var there = folder; there != null; there = there.getParent()) {
                if (Files.exists(there)) {
                    FolderOwner.refuseFor(folder, there);
                    break;
                }
            }
            FolderOwner.refuseFor(folder, PrivateFiles.folders(folder));
            WorkspaceFounding.found(folder);
        } catch (IOException e) {
            throw new WorkspaceProblem(
                    "cannot make a workspace of your own in " + folder + ": " + FileErrorWords.of(e),
                    "make one elsewhere with `jp init DIR`, and name it with --workspace DIR",
                    e);
        } catch (WorkspaceProblem e) {
            // Another call may have been quicker.
            return own(places).orElseThrow(() -> e);
        }
        return at(folder);
    }

    public boolean isOwn(UserPlaces places) {
        try {
            return Files.isSameFile(root, places.own());
        } catch (IOException _) {
            // One of the two is not there.
            return false;
        }
    }

    /// Makes a workspace of a folder. Of two that do it at once, one succeeds.
    public static Workspace init(Path folder) throws WorkspaceProblem {
        refuseWaysOut(folder);
        WorkspaceFounding.found(folder);
        return at(folder);
    }

    private static Workspace open(Path folder) throws WorkspaceProblem {
        try {
            var root = folder.toRealPath();
            refuseWaysOut(root);
            return new Workspace(root, WorkspaceId.read(root.resolve(STORAGE)));
        } catch (IOException e) {
            throw new WorkspaceProblem("cannot open the workspace " + folder + ": " + e.getMessage(), "", e);
        }
    }

    static void refuseLink(Path storage) throws WorkspaceProblem {
        if (Files.isSymbolicLink(storage) || !Files.isDirectory(storage, LinkOption.NOFOLLOW_LINKS)) {
            throw new WorkspaceProblem(
                    storage + " is a symbolic link, which jp does not follow: a cloned one could lead anywhere",
                    "move the real folder here, or name the folder that holds it with --workspace DIR");
        }
    }

    private static void refuseWaysOut(Path root) throws WorkspaceProblem {
        try {
            for (var kept : KEPT) {
                refuseWayOut(root, root.resolve(STORAGE).resolve(kept));
            }
        } catch (IOException e) {
            throw new WorkspaceProblem("cannot open the workspace " + root + ": " + e.getMessage(), "", e);
        }
    }

    /// Within the workspace a link is the owner's business; one that leads out could have us read and write any folder.
    private static void refuseWayOut(Path root, Path folder) throws IOException, WorkspaceProblem {
        if (Files.isSymbolicLink(folder)
                && !(Files.exists(folder) && folder.toRealPath().startsWith(root.toRealPath()))) {
            throw new WorkspaceProblem(
                    folder + " is a link that leads out of the workspace, which jp does not follow",
                    "move the real folder here, or remove the link");
        }
    }

    public Path root() {
        return root;
    }

    /// The `.jp` folder.
    public Path storage() {
        return root.resolve(STORAGE);
    }

    public String id() {
        return id;
    }

    /// What the user keeps about this workspace, outside it.
    public UserFolder userFolder(UserPlaces places) throws WorkspaceProblem {
        var known = userFolder;
        if (known == null || !known.isIn(places)) {
            known = UserFolder.of(this, places);
            userFolder = known;
        }
        return known;
    }

    /// Where the original jp may keep what is the user's own of this workspace.
    public List<Path> originalHomes(UserPlaces places) throws IOException {
        return OriginalHome.of(this, places);
    }

    @Override
    public String toString() {
        return root + " (" + id + ")";
    }
}
