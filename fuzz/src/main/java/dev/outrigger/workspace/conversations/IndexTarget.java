package dev.outrigger.workspace.conversations;

import dev.outrigger.fuzz.base.ScratchFolder;
import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.List;

/// The index beside a conversation, with a right checksum over whatever it says: that keeps out accidents, not people.
public final class IndexTarget implements Target {
    private static final FileStamp STAMP = new FileStamp(100, 1, 1, 1);

    @Override
    public String name() {
        return "index";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) throws IOException {
        var file = ScratchFolder.folder().resolve("index");
        var tally = new BatchTally();
        tally.covered = 100;
        tally.events = 3;
        for (int i = 1; i < 10; i++) {
            tally.requests.add(i * 0x1234567L, i * 10L);
        }
        tally.closedStretches.add(0, 0);
        ConversationIndex.write(file, tally, STAMP, false);
        return List.of(Files.readAllBytes(file));
    }

    @Override
    public String read(byte[] input) throws IOException {
        var file = ScratchFolder.file("index", sealed(input));
        try (var index = ConversationIndex.open(file, false)) {
            if (index == null) {
                return "none";
            }
            var found = index.candidates(0x1234567L).pairs();
            var tally = index.header().tally();
            tally.requests.add(1, 2);
            var outcome = stretches(index);
            index.grown(ScratchFolder.folder().resolve("grown"), tally, STAMP);
            return outcome + found;
        } catch (UnreadableFile e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static String stretches(ConversationIndex index) throws IOException {
        try {
            return "stretches " + index.stretches().pairs();
        } catch (UnreadableFile e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static byte[] sealed(byte[] input) {
        if (input.length < IndexHeader.SIZE) {
            return input;
        }
        var sealed = ByteBuffer.wrap(input.clone());
        return sealed.putInt(IndexHeader.SIZE - 4, BatchTally.crc(sealed.array(), 0, IndexHeader.SIZE - 4))
                .array();
    }
}
