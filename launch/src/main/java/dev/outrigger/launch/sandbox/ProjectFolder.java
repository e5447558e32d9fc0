package dev.outrigger.launch.sandbox;

import java.nio.file.Path;

/// The folder of a project, for programs that declare `read:project` or `write:project`. It is seen at its real path.
///
/// @param emptied the name of a folder in it that is the host's own: inside it is there, empty, and cannot be written
public record ProjectFolder(Path root, String emptied) {
    Path hidden() {
        return root.resolve(emptied);
    }
}
