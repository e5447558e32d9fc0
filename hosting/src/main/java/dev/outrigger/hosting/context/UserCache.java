package dev.outrigger.hosting.context;

import dev.outrigger.workspace.FolderOwner;
import dev.outrigger.workspace.PrivateFiles;
import dev.outrigger.workspace.UserPlaces;
import dev.outrigger.workspace.Workspace;
import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.conversations.CacheFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// `cache/` in what the user keeps about a workspace.
record UserCache(Workspace workspace, UserPlaces places) implements CacheFolder {
    private static final String NAME = "cache";

    @Override
    public Optional<Path> folder() throws IOException {
        try {
            var user = workspace.userFolder(places);
            return user.exists() ? Optional.of(user.path().resolve(NAME)) : Optional.empty();
        } catch (WorkspaceProblem e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /// Not in the folders of somebody else, where `HOME` of a call with sudo may lead: nobody asked for it, and they
    /// could not write there any more.
    @Override
    public Optional<Path> make() throws IOException {
        for (var there = places.data(); there != null; there = there.getParent()) {
            if (Files.exists(there)) {
                if (!FolderOwner.isUs(there)) {
                    return Optional.empty();
                }
                break;
            }
        }
        try {
            return Optional.of(
                    PrivateFiles.folders(workspace.userFolder(places).claim().resolve(NAME)));
        } catch (WorkspaceProblem e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
