package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.Sample.NOW;
import static dev.outrigger.workspace.conversations.Sample.events;
import static dev.outrigger.workspace.conversations.Sample.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.ConversationId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whoever changes a conversation is noticed.
class ConversationWatchTest {
    @TempDir
    Path storage;

    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

    @Test
    void seesWhatIsStoredAndThatALockWasGivenBack() throws Exception {
        var conversations = new Conversations(storage);
        try (var watch = conversations.watch(new Ear())) {
            ConversationId id;
            try (var held = conversations.create("watched", NOW)) {
                id = held.id();
                watch.follow(id, storage.resolve("conversations/.outrigger/" + id));
                until(id.digits());
                told.clear();
                held.push(events(message("a")), NOW);
                until(id.digits());
                assertThat(conversations.isLocked(id)).isTrue();
                told.clear();
            }
            until(id.digits());

            assertThat(conversations.isLocked(id)).isFalse();
        }
    }

    @Test
    void looksAgainAndAgainWhereTheSystemCannotTell() throws Exception {
        Files.createFile(storage.resolve("locks"));
        try (var _ = new Conversations(storage).watch(new Ear())) {
            assertThat(told.poll(30, TimeUnit.SECONDS)).startsWith("conversations are looked at every 50 ms");
            until("anything");
            until("anything");
        }
    }

    private void until(String words) throws InterruptedException, IOException {
        for (var next = told.poll(30, TimeUnit.SECONDS); !words.equals(next); next = told.poll(30, TimeUnit.SECONDS)) {
            assertThat(next).as("told of " + words).isNotNull();
        }
    }

    private final class Ear implements ConversationWatch.Listener {
        @Override
        public void changed(ConversationId id) {
            told.add(id.digits());
        }

        @Override
        public void anythingChanged() {
            told.add("anything");
        }

        @Override
        public void note(String words) {
            told.add(words);
        }
    }
}
