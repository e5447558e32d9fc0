package dev.outrigger.rooms;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;

/// The compiled classes of all rooms, without their tests: from their folders, since on the class path tests and all
/// may lie in one jar.
final class HouseClasses {
    static final JavaClasses ALL = imported();

    private HouseClasses() {}

    private static JavaClasses imported() {
        try {
            return new ClassFileImporter()
                    .importPaths(SourceTree.rooms().stream()
                            .filter(room -> !room.endsWith("fuzz") && !room.endsWith("pages"))
                            .map(room -> room.resolve("target/classes"))
                            .filter(Files::isDirectory)
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
