package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;

/// The events of a folder of the original, as ours in another file.
final class OriginalConversion {
    private final OutputStream out;
    private final BatchTally tally;
    private final ByteOutput line = new ByteOutput();
    private final ArrayList<Json> batch = new ArrayList<>();

    private OriginalConversion(OutputStream out, BatchTally tally) {
        this.out = out;
        this.tally = tally;
    }

    /// @param tally comes to say of the new file what a survey of it would
    static void run(Path originalEvents, OutputStream out, BatchTally tally) throws IOException, UnreadableFile {
        var conversion = new OriginalConversion(out, tally);
        OriginalEvents.forEach(originalEvents, event -> {
            conversion.add(event);
            return true;
        });
        conversion.endLine();
    }

    private void add(OriginalEvents.StoredEvent event) throws IOException {
        var bytes = event.bytes();
        line.put(batch.isEmpty() ? '[' : ',');
        line.copy(bytes, 0, bytes.length);
        batch.add(event.fields());
        if (line.size >= ByteOutput.LARGE) {
            endLine();
        }
    }

    private void endLine() throws IOException {
        if (batch.isEmpty()) {
            return;
        }
        line.put(']');
        line.put('\n');
        tally.add(line.bytes, 0, line.size - 1, new Json.Arr(batch));
        batch.clear();
        line.flush(out);
    }
}
