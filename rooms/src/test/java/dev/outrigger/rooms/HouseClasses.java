package dev.outrigger.rooms;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/// The compiled classes of all rooms: from their folders, since on the class path tests and all may lie in one jar.
final class HouseClasses {
    /// Those have classes in the packages of other rooms, or serve tests: no part of a program.
    private static final Set<String> BESIDE = Set.of("fuzz", "pages");

    private static final Path ROOT = SourceTree.ROOT.toAbsolutePath().normalize();

    /// The programs: no tests, and nothing that is beside the rooms.
    static final JavaClasses ALL = imported(room ->
            BESIDE.contains(room.getFileName().toString()) ? Stream.of() : Stream.of(room.resolve("target/classes")));

    private HouseClasses() {}

    /// The tests, too, and what is beside the rooms. By themselves: rules about who uses a class mean the programs.
    static JavaClasses withTests() {
        return WithTests.ALL;
    }

    private static final class WithTests {
        static final JavaClasses ALL =
                imported(room -> Stream.of(room.resolve("target/classes"), room.resolve("target/test-classes")));
    }

    /// Where it lies, of a room or of what is beside them, and whether it is of the tests there: `wire/target/classes`.
    /// "" for what is not ours. Two rooms may have a package of one name, the second for its tests or targets.
    static String place(JavaClass each) {
        var source = each.getSource().orElse(null);
        if (source == null || !"file".equals(source.getUri().getScheme())) {
            return "";
        }
        var file = ROOT.relativize(Path.of(source.getUri()).normalize());
        int packages = each.getPackageName().split("\\.").length;
        return file.subpath(0, file.getNameCount() - packages - 1).toString();
    }

    /// The room alone: `wire`.
    static String room(JavaClass each) {
        var place = place(each);
        return place.substring(0, place.indexOf("/target/"));
    }

    private static JavaClasses imported(Function<Path, Stream<Path>> folders) {
        try {
            return new ClassFileImporter()
                    .importPaths(SourceTree.rooms().stream()
                            .flatMap(folders)
                            .filter(Files::isDirectory)
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
