package dev.outrigger.workspace.conversations;

import java.io.IOException;

/// The events of a folder of the original, as ours in another folder.
final class Conversion {
    private Conversion() {}

    static void run(Folder original, Folder ours) throws IOException, Unreadable {
        Disk.replace(ours.events(), out -> {
            var lines = new Output();
            var open = new boolean[1];
            Original.forEachBytes(original.originalEvents(), (bytes, from, to) -> {
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
    }
}
