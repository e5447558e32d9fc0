package dev.outrigger.workspace.conversations;

import dev.outrigger.fuzz.base.ScratchFolder;
import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A conversation that somebody writes while it is followed: what is heard, from its beginning and from its middle, is
/// what can be read of it at last.
public final class FollowedTarget implements Target {
    private static final ConversationId ID = ConversationId.parse("17127583920").orElseThrow();
    private static final ConversationTarget STORED = new ConversationTarget(false);

    @Override
    public String name() {
        return "followed";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) throws IOException {
        return STORED.seeds(tree);
    }

    @Override
    public List<String> words() {
        return STORED.words();
    }

    /// The file is opened five times, and read in pieces each time.
    @Override
    public long mostAllocated(int length) {
        return 5 * STORED.mostAllocated(length);
    }

    @Override
    public String read(byte[] input) throws IOException {
        var storage = ScratchFolder.folder().resolve(name());
        var folder = Files.createDirectories(storage.resolve("conversations/.outrigger/" + ID.digits()));
        try (var before = Files.list(folder)) {
            for (var file : before.toList()) {
                Files.delete(file);
            }
        }
        var conversations = new Conversations(storage);
        try {
            var heard = written(conversations, folder.resolve("events.jsonl"), input);
            var stored = new ArrayList<Json>();
            conversations.read(ID, 0, Long.MAX_VALUE).forEach(stored::add);
            int middle = stored.size() / 2;
            if (!heard.equals(stored) || !heard(conversations, middle).equals(stored.subList(middle, stored.size()))) {
                throw new Broken("what was heard is not what is there");
            }
            return "heard" + Math.min(3, heard.size());
        } catch (NoSuchConversation | DamagedConversation e) {
            return e.getClass().getSimpleName();
        }
    }

    /// What is heard while it is written in two pieces, which end wherever.
    private static List<Json> written(Conversations conversations, Path events, byte[] input)
            throws NoSuchConversation, DamagedConversation, IOException {
        int half = input.length / 2;
        Files.write(events, Arrays.copyOf(input, half));
        var heard = new ArrayList<Json>();
        try (var followed = conversations.follow(ID, 0, StoredEvents.Discretion.NONE)) {
            heard(followed, heard);
            Files.write(events, Arrays.copyOfRange(input, half, input.length), StandardOpenOption.APPEND);
            heard(followed, heard);
        }
        return heard;
    }

    private static List<Json> heard(Conversations conversations, long after)
            throws NoSuchConversation, DamagedConversation, IOException {
        var heard = new ArrayList<Json>();
        try (var followed = conversations.follow(ID, after, StoredEvents.Discretion.NONE)) {
            heard(followed, heard);
        }
        return heard;
    }

    private static void heard(FollowedEvents followed, List<Json> into)
            throws NoSuchConversation, DamagedConversation, IOException {
        for (var event = followed.next(); event.isPresent(); event = followed.next()) {
            into.add(event.get());
        }
    }
}
