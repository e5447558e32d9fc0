package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.Conversation;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.HeldConversation;
import dev.outrigger.workspace.conversations.StoreRefusal;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A conversation of the workspace, held by us.
public record StoredConversation(Conversations conversations, HeldConversation held) implements Conversation {
    private static final String HINT = "What was stored before is safe. `jp doctor` looks at the disk and the folder.";

    @Override
    public List<Event> events() throws StoreProblem {
        var events = new ArrayList<Event>();
        try {
            conversations.read(held.id(), 0, Long.MAX_VALUE).forEach(event -> events.add(Event.of(event)));
        } catch (StoreRefusal e) {
            throw new StoreProblem(String.valueOf(e.getMessage()), "`jp conversation repair` shows what can be saved.");
        } catch (IOException e) {
            throw new StoreProblem("the conversation cannot be read: " + FileErrorWords.of(e), HINT);
        }
        return events;
    }

    @Override
    public Stored append(List<? extends Event> events) throws StoreProblem {
        var objects = new ArrayList<Json.Obj>();
        for (var event : events) {
            objects.add(event.json());
        }
        try {
            var batch = held.push(objects, Instant.now());
            // A turn begins with its own `turn_start`: nothing is put before.
            return new Stored(batch.first(), batch.timestamp());
        } catch (StoreRefusal e) {
            throw new StoreProblem("this cannot be stored: " + e.getMessage(), HINT);
        } catch (IOException e) {
            throw new StoreProblem("the conversation cannot be written: " + FileErrorWords.of(e), HINT);
        }
    }
}
