package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.command.ToPlugin;
import dev.outrigger.workspace.catalogue.ListLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// The list of all conversations. Every file that it depends on is asked for its status; what has the one that it had
/// when it was read last is in the [Catalogue], and is not opened.
final class ConversationListing {
    private final FolderSearch search;
    private final ContentReader reader;
    private final ListingMemory memory;
    private final InstantSource clock;

    ConversationListing(FolderSearch search, ContentReader reader, ListingMemory memory, InstantSource clock) {
        this.search = search;
        this.reader = reader;
        this.memory = memory;
        this.clock = clock;
    }

    /// Newest first.
    List<ConversationSummary> summaries() throws IOException {
        var summaries = new ArrayList<ConversationSummary>();
        for (var line : lines(look())) {
            summaries.add(line.summary());
        }
        return summaries;
    }

    /// The same as plugins get it. What goes by the id of a copy of ours is not in it.
    List<ToPlugin.Conversations.Entry> told() throws IOException {
        var look = look();
        if (look.known().isPresent() && look.isUnchanged()) {
            return new ConversationListText(look.known().get().shownLines());
        }
        var told = new ByteOutput();
        for (var line : toldLines(lines(look))) {
            if (told.size > 0) {
                told.put(',');
            }
            told.copy(line.bytes(), 0, line.bytes().length);
        }
        return new ConversationListText(ByteBuffer.wrap(told.bytes, 0, told.size));
    }

    private ListingSnapshot look() throws IOException {
        return new ListingSnapshot(search, memory.known().orElse(null), clock);
    }

    private static List<ListLine> toldLines(List<ListOrder.Line> lines) {
        var told = new ArrayList<ListLine>(lines.size());
        for (var line : lines) {
            var text = line.told();
            if (text != null) {
                told.add(text);
            }
        }
        return told;
    }

    /// Of a folder that was found just now. One that was moved meanwhile is looked for again.
    ConversationSummary summary(ConversationFolder folder) {
        return listed(folder).summary();
    }

    private ListedFolder listed(ConversationFolder folder) {
        boolean mayHaveMoved = folder.origin() == ConversationFolder.Origin.BEFORE;
        if (folder.isStray()) {
            var now = mayHaveMoved && !folder.exists() ? again(folder) : folder;
            return now.equals(folder)
                    ? ListedFolder.of(folder, true, ContentReader.damaged(folder.strayness()), 0)
                    : listed(now);
        }
        var content = reader.read(folder);
        if (content.damage() != null && mayHaveMoved && !folder.exists()) {
            var now = again(folder);
            return now.equals(folder) ? ListedFolder.of(folder, false, content, 0) : listed(now);
        }
        return ListedFolder.of(folder, false, content, reader.size(folder));
    }

    private ConversationFolder again(ConversationFolder moved) {
        try {
            return search.find(moved.id()).orElse(moved);
        } catch (IOException _) {
            // Then it is listed as what was seen of it.
            return moved;
        }
    }

    private List<ListOrder.Line> lines(ListingSnapshot look) throws IOException {
        var draft = memory.draft();
        // Made when it is needed: what it sorts by is in no cache, and every run of a plugin would make it.
        var lines = new ListOrder(reader).lines(look.folders(this::listed, draft));
        if (!look.isUnchanged() && (!lines.isEmpty() || look.known().isPresent())) {
            memory.keep(draft.bytes(toldLines(lines)), look.known().orElse(null));
        }
        return lines;
    }
}
