package dev.outrigger.kaged.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What was agreed to on this machine: a file for each plugin.
record AgreedFiles(Path folder) implements AgreedContent {
    private static final int LONGEST = 4096;

    @Override
    public Set<String> digests(String plugin) throws StoreProblem {
        var file = folder.resolve(plugin);
        try (var in = OrdinaryFile.open(file)) {
            var text = new String(in.readNBytes(LONGEST), StandardCharsets.ISO_8859_1);
            return text.lines().collect(Collectors.toCollection(TreeSet::new));
        } catch (NoSuchFileException _) {
            return Set.of();
        } catch (IOException e) {
            throw new StoreProblem("cannot tell what was agreed to for " + plugin + " from " + file, e);
        }
    }

    @Override
    public void write(String plugin, Collection<String> digests) throws StoreProblem {
        var file = folder.resolve(plugin);
        try {
            if (digests.isEmpty()) {
                Files.deleteIfExists(file);
                return;
            }
            WholeFolders.makePrivate(folder);
            WholeFolders.replace(file, String.join("\n", new TreeSet<>(digests)) + "\n");
        } catch (IOException e) {
            throw new StoreProblem("cannot note what is agreed to for " + plugin + " in " + folder, e);
        }
    }
}
