package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.workspace.Flock;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// New conversations. The id's lock comes first and is kept, so that of two who want the same tenth of a second one
/// gets it and the other the next.
final class Creation {
    private final FolderSearch search;
    private final Settlement settlement;
    private final Locks locks;
    /// The last id given out here: where to go on when many are made within one tenth of a second.
    private long last;

    Creation(FolderSearch search, Settlement settlement, Locks locks) {
        this.search = search;
        this.settlement = settlement;
        this.locks = locks;
    }

    Held create(@Nullable String title, Instant now) throws IOException {
        return make(search.home(), Metadata.fresh(title, now), now, _ -> {});
    }

    Held fork(@Nullable String title, Survey source, long turns, Instant now) throws IOException {
        var home = source.folder.home();
        return make(home, Metadata.fresh(title, now), now, out -> Fork.copy(source, turns, out));
    }

    private synchronized Held make(Path home, Metadata metadata, Instant now, Disk.Writing<RuntimeException> events)
            throws IOException {
        var folder = settlement.make(home);
        long tenth = now.toEpochMilli() / 100;
        while (true) {
            var id = new ConversationId(Long.toString(tenth));
            if (!Files.exists(folder.resolve(id.digits()))) {
                var lock = locks.take(id);
                if (lock != null) {
                    var held = make(folder, id, lock, metadata, events);
                    if (held != null) {
                        last = tenth;
                        return held;
                    }
                }
            }
            tenth = tenth < last && last - tenth < 100_000 ? last + 1 : tenth + 1;
        }
    }

    /// Filled under another name, then renamed: a folder that has an id is whole. Null when the id is taken.
    private @Nullable Held make(
            Path folder, ConversationId id, Flock lock, Metadata metadata, Disk.Writing<RuntimeException> events)
            throws IOException {
        var made = folder.resolve(".new-" + id);
        boolean done = false;
        try {
            if (search.find(id).isPresent()) {
                return null;
            }
            if (Files.exists(made)) {
                Removal.delete(made);
            }
            var temporary = Folder.ours(id, Files.createDirectory(made));
            Disk.replace(temporary.events(), (OutputStream out) -> events.to(out));
            metadata.write(temporary.metadata());
            Disk.syncFolder(made);
            var named = Folder.ours(id, folder.resolve(id.digits()));
            Files.move(made, named.path(), StandardCopyOption.ATOMIC_MOVE);
            Disk.syncFolder(folder);
            done = true;
            return new Held(named, new LockPair(lock, null), settlement);
        } finally {
            if (!done) {
                if (Files.exists(made)) {
                    Removal.delete(made);
                }
                lock.close();
            }
        }
    }
}
