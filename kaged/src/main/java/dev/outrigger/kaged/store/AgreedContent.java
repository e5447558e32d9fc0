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

/// What the operator agreed to, byte for byte: for each plugin a file with the digest of its folder. While another
/// version is put in its place there are two of them, so that whichever a crash leaves is one that was agreed to.
record AgreedContent(Path folder) {
    private static final int LONGEST = 4096;

    /// None where nothing was noted. What is no digest is that of no folder.
    Set<String> digests(String plugin) throws StoreProblem {
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

    /// None: nothing was agreed to.
    void write(String plugin, Collection<String> digests) throws IOException {
        var file = folder.resolve(plugin);
        if (digests.isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        WholeFolders.makePrivate(folder);
        WholeFolders.replace(file, String.join("\n", new TreeSet<>(digests)) + "\n");
    }
}
