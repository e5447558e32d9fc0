package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Reads what lists need of one folder: its metadata, and of its own index the number of events. The events themselves
/// are opened only where that index does not fit them.
final class ContentReader {
    private final IndexPublisher publisher;

    ContentReader(IndexPublisher publisher) {
        this.publisher = publisher;
    }

    FolderContent read(ConversationFolder folder) {
        var metadata = ConversationMetadata.NONE;
        @Nullable ConversationDamage damage = null;
        boolean lasting = true;
        long count = 0;
        long mtime = 0;
        try {
            metadata = ConversationMetadata.read(folder.metadata());
        } catch (IOException e) {
            damage = new ConversationDamage("metadata.json: " + reason(e));
            lasting = false;
        } catch (MalformedJson e) {
            damage = new ConversationDamage("metadata.json: " + e.getMessage());
        }
        try {
            var stamp = FileStamp.of(folder);
            mtime = stamp.mtime();
            count = count(folder, stamp);
        } catch (UnreadableFile e) {
            damage = e.damage();
        } catch (IOException e) {
            damage = new ConversationDamage(reason(e));
            lasting = false;
        }
        var told = metadata.lastActivatedAt();
        return new FolderContent(
                metadata.title(),
                told.isEmpty() ? time(mtime) : told,
                count,
                metadata.pinnedAt(),
                metadata.archivedAt(),
                damage,
                metadata.copiedEvents(),
                metadata.copiedSize(),
                lasting);
    }

    /// Of the events; 0 when there are none to be read.
    long size(ConversationFolder folder) {
        try {
            return FileStamp.of(folder).size();
        } catch (IOException | UnreadableFile _) {
            // What is wrong with them was said as damage.
            return 0;
        }
    }

    /// Of what cannot be opened.
    static FolderContent damaged(String reason) {
        return new FolderContent(null, time(0), 0, null, null, new ConversationDamage(reason), 0, 0, true);
    }

    private static String time(long mtime) {
        return TimestampText.format(Instant.ofEpochSecond(0, mtime));
    }

    private long count(ConversationFolder folder, FileStamp stamp) throws IOException, UnreadableFile {
        var header = ConversationIndex.header(folder.index()).orElse(null);
        if (header != null && header.describes(stamp, folder.isOriginal())) {
            return header.events();
        }
        var survey = EventsSurvey.of(folder);
        publisher.publish(survey);
        return survey.tally.events;
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
}
