package dev.outrigger.wire;

import dev.outrigger.pages.SourceRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The files of `conformance/`, which belong to no module: the tests of any module read them where they are.
public final class Conformance {
    private Conformance() {}

    public static Path folder() {
        return SourceRoot.path().resolve("conformance");
    }

    /// The objects of a file with one per line.
    public static List<Json.Obj> objects(String file) {
        var path = folder().resolve(file);
        var objects = new ArrayList<Json.Obj>();
        try {
            for (var line : Files.readAllLines(path)) {
                if (!(JsonText.parse(line) instanceof Json.Obj object)) {
                    throw new IllegalStateException("not an object in " + path + ": " + line);
                }
                objects.add(object);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        } catch (MalformedJson e) {
            throw new IllegalStateException("in " + path + ": " + e.what(), e);
        }
        return objects;
    }

    /// Every record of a family of messages, as the compiler knows them.
    public static Set<Class<?>> records(Class<?> family) {
        var records = new LinkedHashSet<Class<?>>();
        for (var member : family.getPermittedSubclasses()) {
            if (member.isInterface()) {
                records.addAll(records(member));
            } else {
                records.add(member);
            }
        }
        return records;
    }
}
