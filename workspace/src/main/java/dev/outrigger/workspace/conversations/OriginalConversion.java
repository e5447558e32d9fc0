package dev.outrigger.workspace.conversations;

import java.io.IOException;

/// The events of a folder of the original, as ours in another folder.
final class OriginalConversion {
    private OriginalConversion() {}

    static void run(ConversationFolder original, ConversationFolder ours) throws IOException, UnreadableFile {
        DurableFiles.replace(ours.events(), out -> {
            var lines = new ByteOutput();
            var open = new boolean[1];
            OriginalEvents.forEachBytes(original.originalEvents(), (bytes, from, to) -> {
                lines.put(open[0] ? ',' : '[');
                lines.copy(bytes, from, to);
                open[0] = lines.size < ByteOutput.LARGE;
                if (!open[0]) {
                    lines.put(']');
                    lines.put('\n');
                    lines.flush(out);
                }
                return true;
            });
            if (open[0]) {
                lines.put(']');
                lines.put('\n');
            }
            lines.flush(out);
        });
    }
}
