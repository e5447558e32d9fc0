package dev.outrigger.hosting.describe;

import dev.outrigger.fuzz.base.ScratchFolder;
import dev.outrigger.fuzz.base.Target;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;

/// What is remembered of plugins, read by every start.
public final class DescribeCacheTarget implements Target {
    @Override
    public String name() {
        return "describe-cache";
    }

    @Override
    public String read(byte[] input) throws IOException {
        ScratchFolder.file("index.jsonl", input);
        var shelf = new DescriptionCache(ScratchFolder.folder());
        var index = shelf.index();
        for (var entry : index.values()) {
            try {
                if (!entry.equals(DescriptionEntry.of(JsonText.parse(JsonText.bytes(entry.line()))))) {
                    throw new Broken("written and read again, it is another line");
                }
            } catch (MalformedJson e) {
                throw new Broken("what was written cannot be read");
            }
            var _ = shelf.entry(entry.shown().file());
            var _ = shelf.told(entry);
        }
        return "entries " + Math.min(index.size(), 3) + index.values();
    }
}
