package dev.outrigger.assistant.tools;

import dev.outrigger.assistant.Cancellation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Lines out of a file of any size: no more of it is held than a model is shown.
final class FileExcerpts {
    private static final int MOST_LINES = 2000;
    /// Less than what a model gets of a result, so that the note on how to read on is not cut off.
    private static final int MOST_BYTES = 60 * 1024;
    /// How far a file is searched for the lines that are wanted, and then for its end.
    private static final long FARTHEST = 1L << 30;

    private static final long FARTHEST_END = 64L << 20;
    private static final int BINARY_HEAD = 8192;

    private final ReadableByteChannel channel;
    private final String name;
    private final Cancellation cancellation;

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    /// Behind the last whole line of what is kept.
    private int wholeLines;

    private long scanned;
    private long line = 1;
    private long lastKept;
    private boolean lineOpen;
    private boolean full;

    FileExcerpts(ReadableByteChannel channel, String name, Cancellation cancellation) {
        this.channel = channel;
        this.name = name;
        this.cancellation = cancellation;
    }

    String lines(long from, long to) throws ToolRefused, IOException {
        var buffer = ByteBuffer.allocate(64 * 1024);
        boolean ended = false;
        while (!ended && scanned < farthest(to)) {
            if (cancellation.isCancelled()) {
                throw new ToolRefused("cancelled by the user");
            }
            buffer.clear();
            int n = channel.read(buffer);
            ended = n < 0;
            for (int i = 0; i < n; i++) {
                take(buffer.get(i), from, to);
            }
        }
        return text(from, to, ended);
    }

    private long farthest(long to) {
        return full || line > to ? FARTHEST_END : FARTHEST;
    }

    private void take(byte b, long from, long to) throws ToolRefused {
        if (b == 0 && scanned < BINARY_HEAD) {
            throw new ToolRefused(name + " is binary, and not text");
        }
        scanned++;
        lineOpen = true;
        if (!full && line >= from && line <= to) {
            kept.write(b);
            if (b == '\n') {
                wholeLines = kept.size();
                lastKept = line;
            }
            full = kept.size() >= MOST_BYTES || (b == '\n' && line - from + 1 >= MOST_LINES);
        }
        if (b == '\n') {
            line++;
            lineOpen = false;
        }
    }

    private String text(long from, long to, boolean ended) {
        long total = lineOpen ? line : line - 1;
        var bytes = kept.toByteArray();
        int length = bytes.length;
        boolean cutInLine = false;
        if (length > wholeLines) {
            // A last line without its end: the file's, or one that was too long.
            if (!full) {
                lastKept = total;
            } else if (wholeLines > 0) {
                length = wholeLines;
            } else {
                cutInLine = true;
                lastKept = from;
                length = boundary(bytes);
            }
        }
        var text = decoded(bytes, length);
        var note = new StringBuilder();
        if (lastKept < from) {
            note.append(
                    total == 0
                            ? name + " is empty"
                            : name + " has " + (ended ? "" : "more than ") + total + " lines: nothing is there");
        } else if (cutInLine) {
            note.append("line ")
                    .append(from)
                    .append(" is cut: it is longer than ")
                    .append(MOST_BYTES)
                    .append(" bytes");
        } else if (lastKept < total || !ended) {
            note.append("lines ").append(from).append(" to ").append(lastKept).append(" of ");
            note.append(ended ? "" : "more than ").append(total);
            if (lastKept < to) {
                note.append("; from_line ").append(lastKept + 1).append(" reads on");
            }
        }
        if (!text.exact()) {
            note.append(note.isEmpty() ? "" : "; ").append("not UTF-8: what cannot be shown is \uFFFD");
        }
        if (note.isEmpty()) {
            return text.text();
        }
        var gap = text.text().isEmpty() || text.text().endsWith("\n") ? "" : "\n";
        return text.text() + gap + "[" + note + "]";
    }

    private static int boundary(byte[] bytes) {
        int end = bytes.length;
        for (int back = 1; back <= 3 && back <= bytes.length; back++) {
            if ((bytes[bytes.length - back] & 0xC0) == 0xC0) {
                end = bytes.length - back;
                break;
            }
            if ((bytes[bytes.length - back] & 0x80) == 0) {
                break;
            }
        }
        return end;
    }

    /// @param exact whether nothing had to be replaced
    record Text(String text, boolean exact) {}

    static Text decoded(byte[] bytes, int length) {
        try {
            var strict = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length));
            return new Text(strict.toString(), true);
        } catch (CharacterCodingException _) {
            return new Text(new String(bytes, 0, length, StandardCharsets.UTF_8), false);
        }
    }
}
