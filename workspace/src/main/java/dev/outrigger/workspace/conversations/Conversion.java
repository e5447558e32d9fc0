package dev.outrigger.workspace.conversations;

import java.io.IOException;

/// A folder of the original becomes ours at the first write; its `events.json` stays as it is.
final class Conversion {
    private Conversion() {}

    static void run(Folder folder) throws IOException, Unreadable {
        // A pipe would keep us waiting.
        Stamp.of(folder.originalEvents());
        Disk.replace(folder.events(), out -> {
            var lines = new Output();
            var open = new boolean[1];
            Original.forEachBytes(folder.originalEvents(), (bytes, from, to) -> {
                lines.put(open[0] ? ',' : '[');
                lines.copy(bytes, from, to);
                open[0] = lines.size < Output.LARGE;
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
        Disk.syncFolder(folder.path());
    }
}
