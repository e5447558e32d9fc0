package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;
import java.util.zip.CRC32;

/// What has to be known of all batches up to `covered`, brought forward batch by batch: by the writer with what it
/// wrote, by a scan with what it found.
///
/// The file is divided into stretches of whole batches, at least [#STRETCH] bytes each. A stretch is either plain
/// (its bytes, less the brackets, are what readers see) or has to be rewritten on the way out.
final class BatchTally {
    static final int STRETCH = 1 << 16;
    static final int TAIL = 4096;

    long covered;
    /// Up to where all of it is written down in an index.
    long base;
    long events;
    boolean turnActive;
    /// How many `config_delta`s there are. Each is noted among the requests, under its number.
    int deltas;
    int tailLength;
    int tailCrc;
    /// The stretch that is still growing.
    long stretchStart;
    long stretchEvents;
    boolean stretchPlain = true;

    /// Stretches that were closed since this was last written down: where they start (as [BatchStretch#pack] has
    /// it), and how many events come before.
    final LongPairList closedStretches = new LongPairList();
    /// Requests likewise: [KnownRequests#hash], and where their batch starts.
    final LongPairList requests = new LongPairList();

    /// A batch that stands in `line[from, to)`, a newline behind it, directly at `covered`.
    void add(byte[] line, int from, int to, Json.Arr batch) {
        boolean plain = isBare(line, from, to);
        for (var item : batch.items()) {
            if (!(item instanceof Json.Obj event)) {
                throw new IllegalArgumentException("a batch holds objects");
            }
            plain &= note(event);
        }
        stretchPlain &= plain;
        events += batch.items().size();
        covered += to - from + 1;
        tailLength = Math.min(TAIL, to - from + 1);
        tailCrc = crc(line, to + 1 - tailLength, tailLength);
        if (covered - stretchStart >= STRETCH) {
            closedStretches.add(BatchStretch.pack(stretchStart, stretchPlain), stretchEvents);
            stretchStart = covered;
            stretchEvents = events;
            stretchPlain = true;
        }
    }

    /// One event of an original folder: counted, nothing else.
    void count(Json.Obj event) {
        note(event);
        events++;
    }

    /// Whether readers see the event as it is stored.
    private boolean note(Json.Obj event) {
        var kind = EventKind.of(event.text("type").orElse(""));
        if (kind == null) {
            return true;
        }
        switch (kind) {
            case TURN_START -> turnActive = true;
            case CHAT_REQUEST -> turnActive = false;
            case TOOL_CALL_REQUEST, INQUIRY_REQUEST ->
                event.text("id").ifPresent(id -> requests.add(KnownRequests.hash(kind, id), covered));
            case CONFIG_DELTA -> requests.add(ConfigDeltas.hash(deltas++), covered);
            case CHAT_RESPONSE, TOOL_CALL_RESPONSE, INQUIRY_RESPONSE -> {}
        }
        return !StoredForm.differs(kind, event);
    }

    /// `[{…}]` and nothing around it, so that dropping one byte at each end leaves the events.
    private static boolean isBare(byte[] line, int from, int to) {
        return to - from >= 4
                && line[from] == '['
                && line[from + 1] == '{'
                && line[to - 2] == '}'
                && line[to - 1] == ']';
    }

    static int crc(byte[] bytes, int from, int length) {
        var crc = new CRC32();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    void written() {
        base = covered;
        closedStretches.clear();
        requests.clear();
    }
}
