package dev.outrigger.workspace.conversations;

import dev.outrigger.workspace.catalogue.Catalogue;
import dev.outrigger.workspace.catalogue.CatalogueDraft;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The catalogue of one workspace, in the user's own folder. Neither trouble with reading it nor with writing it is
/// anybody's but its own: the list is right without it.
final class ListingMemory {
    private static final String FILE = "conversations";

    private final Path storage;
    private final CacheFolder cache;

    ListingMemory(Path storage, CacheFolder cache) {
        this.storage = storage;
        this.cache = cache;
    }

    Optional<Catalogue> known() {
        try {
            return cache.folder().flatMap(folder -> Catalogue.read(folder.resolve(FILE), storage.toString()));
        } catch (IOException _) {
            // Without a memory everything is looked at.
            return Optional.empty();
        }
    }

    /// Unless it says the same as what is there.
    void keep(byte[] catalogue, @Nullable Catalogue known) {
        if (known != null && Arrays.equals(known.bytes(), catalogue)) {
            return;
        }
        try {
            var folder = cache.make();
            if (folder.isPresent()) {
                CatalogueDraft.write(folder.get().resolve(FILE), catalogue);
            }
        } catch (IOException _) {
            // Read-only or full: it is all looked at again next time.
        }
    }

    CatalogueDraft draft() {
        return new CatalogueDraft(storage.toString());
    }
}
