package dev.outrigger.hosting.context;

import dev.outrigger.workspace.PrivateFiles;
import dev.outrigger.workspace.UserPlaces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.UUID;

/// What a person was told, and need not be told at every command: `$XDG_STATE_HOME/jp/told/`, an empty file for each.
final class ShownNotices {
    private ShownNotices() {}

    static boolean first(UserPlaces places, String text) {
        try {
            var folder = PrivateFiles.folders(places.state().resolve("told"));
            var name = UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
            Files.createFile(folder.resolve(name.toString()), PrivateFiles.file());
            return true;
        } catch (FileAlreadyExistsException _) {
            return false;
        } catch (IOException _) {
            // Where nothing can be remembered, to say it again is better than not at all.
            return true;
        }
    }
}
