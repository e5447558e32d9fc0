package dev.outrigger.workspace.conversations;

import dev.outrigger.system.FileLock;
import dev.outrigger.system.TreeDeletion;
import dev.outrigger.system.WholeFile;
import dev.outrigger.wire.ConversationId;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// New conversations. The id's lock comes first and is kept, so that of two who want the same tenth of a second one
/// gets it and the other the next.
final class ConversationCreation {
    private final FolderSearch search;
    private final FolderSettlement settlement;
    private final ConversationLocks locks;
    /// The last id given out here: where to go on when many are made within one tenth of a second.
    private long last;

    ConversationCreation(FolderSearch search, FolderSettlement settlement, ConversationLocks locks) {
        this.search = search;
        this.settlement = settlement;
        this.locks = locks;
    }

    HeldConversation create(@Nullable String title, Instant now) throws IOException {
        return make(search.home(), ConversationMetadata.fresh(title, now), now, _ -> {});
    }

    HeldConversation fork(@Nullable String title, EventsSurvey source, ForkPoint end, Instant now) throws IOException {
        var home = source.folder.home();
        return make(home, ConversationMetadata.fresh(title, now), now, out -> ConversationFork.copy(source, end, out));
    }

    private synchronized HeldConversation make(
            Path home, ConversationMetadata metadata, Instant now, DurableFiles.Writing<RuntimeException> events)
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
    private @Nullable HeldConversation make(
            Path folder,
            ConversationId id,
            FileLock lock,
            ConversationMetadata metadata,
            DurableFiles.Writing<RuntimeException> events)
            throws IOException {
        var made = folder.resolve(".new-" + id);
        boolean done = false;
        try {
            if (search.find(id).isPresent()) {
                return null;
            }
            if (Files.exists(made)) {
                TreeDeletion.delete(made);
            }
            var temporary = ConversationFolder.ours(id, Files.createDirectory(made));
            DurableFiles.replace(temporary.events(), (OutputStream out) -> events.to(out));
            metadata.write(temporary.metadata());
            WholeFile.syncFolder(made);
            var named = ConversationFolder.ours(id, folder.resolve(id.digits()));
            Files.move(made, named.path(), StandardCopyOption.ATOMIC_MOVE);
            WholeFile.syncFolder(folder);
            done = true;
            return new HeldConversation(named, new LockPair(lock, List.of()), settlement);
        } finally {
            if (!done) {
                if (Files.exists(made)) {
                    TreeDeletion.delete(made);
                }
                lock.close();
            }
        }
    }
}
