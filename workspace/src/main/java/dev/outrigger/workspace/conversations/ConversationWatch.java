package dev.outrigger.workspace.conversations;

import dev.outrigger.system.FolderWatch;
import dev.outrigger.wire.ConversationId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Notices that something may have changed about conversations, whoever changed it. Every change is made under a lock,
/// so one watch on the folder of locks sees them all when they are done; a conversation that is followed has one more,
/// on its own folder, for what its writer has stored meanwhile. Where the system cannot tell, it is looked again and
/// again.
public final class ConversationWatch implements AutoCloseable {
    private static final int POLL_MILLIS = 50;
    private static final String LOCK = ".lock";

    /// Is told from a thread of the watch's own, and does not hold it up.
    public interface Listener {
        /// Its events may have, or whether it is locked.
        void changed(ConversationId id);

        /// Any of them may have.
        void anythingChanged();

        /// For the log.
        void note(String words);
    }

    private final Path locks;
    private final Listener listener;
    private final Map<ConversationId, Path> followed = new HashMap<>();
    private @Nullable FolderWatch watch;
    private boolean polling;
    private final CountDownLatch closed = new CountDownLatch(1);

    private ConversationWatch(Path locks, Listener listener) {
        this.locks = locks;
        this.listener = listener;
    }

    static ConversationWatch start(Path locks, Listener listener) {
        var started = new ConversationWatch(locks, listener);
        started.begin();
        return started;
    }

    private synchronized void begin() {
        try {
            Files.createDirectories(locks);
            var opened = FolderWatch.open();
            watch = opened;
            opened.add(locks);
            Thread.ofPlatform().daemon().name("watch of conversations").start(() -> listen(opened));
        } catch (IOException e) {
            poll(e);
        }
    }

    /// Tells of this one also while it is being written, from now on. Its folder may be another than before.
    public synchronized void follow(ConversationId id, Path folder) {
        if (closed.getCount() == 0 || folder.equals(followed.get(id))) {
            return;
        }
        unfollow(id);
        followed.put(id, folder);
        if (watch != null) {
            try {
                watch.add(folder);
            } catch (IOException e) {
                poll(e);
            }
        }
    }

    public synchronized void unfollow(ConversationId id) {
        var folder = followed.remove(id);
        if (folder != null && watch != null) {
            watch.remove(folder);
        }
    }

    private void poll(IOException why) {
        if (!polling) {
            polling = true;
            listener.note("conversations are looked at every " + POLL_MILLIS + " ms, since the system does not tell"
                    + " of changes: " + why.getMessage());
            Thread.ofPlatform().daemon().name("look at conversations").start(this::look);
        }
    }

    private void look() {
        try {
            while (!closed.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                listener.anythingChanged();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void listen(FolderWatch opened) {
        try {
            while (true) {
                var changes = opened.next();
                if (changes == null) {
                    listener.anythingChanged();
                } else if (changes.isEmpty()) {
                    return;
                } else {
                    tell(changes);
                }
            }
        } catch (IOException e) {
            synchronized (this) {
                poll(e);
            }
        }
    }

    private void tell(List<FolderWatch.Change> changes) {
        for (var change : changes) {
            if (change.folder().equals(locks)) {
                if (change.name().isEmpty()) {
                    // The folder itself went away, or came back.
                    listener.anythingChanged();
                }
                lockOf(change.name()).ifPresent(listener::changed);
            } else {
                ConversationFolder.idOf(change.folder()).ifPresent(listener::changed);
            }
        }
    }

    private static Optional<ConversationId> lockOf(String name) {
        return name.endsWith(LOCK)
                ? ConversationId.parse(name.substring(0, name.length() - LOCK.length()))
                : Optional.empty();
    }

    @Override
    public synchronized void close() {
        closed.countDown();
        if (watch != null) {
            watch.close();
        }
    }
}
