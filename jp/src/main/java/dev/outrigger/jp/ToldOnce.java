package dev.outrigger.jp;

import dev.outrigger.workspace.Places;
import dev.outrigger.workspace.Private;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.UUID;

/// What a person was told, and need not be told at every command: `$XDG_STATE_HOME/jp/told/`, an empty file for each.
final class ToldOnce {
    private ToldOnce() {}

    static boolean first(Places places, String text) {
        try {
            var folder = Private.folders(places.state().resolve("told"));
            var name = UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
            Files.createFile(folder.resolve(name.toString()), Private.file());
            return true;
        } catch (FileAlreadyExistsException _) {
            return false;
        } catch (IOException _) {
            // Where nothing can be remembered, to say it again is better than not at all.
            return true;
        }
    }
}
