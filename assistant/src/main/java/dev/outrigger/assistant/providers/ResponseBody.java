package dev.outrigger.assistant.providers;

import dev.outrigger.system.ResponseChunks;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;

/// An answer's bytes as a stream, waited for with patience by the thread that reads them.
final class ResponseBody extends InputStream {
    private final ProviderPatience patience;
    private final ResponseChunks chunks = new ResponseChunks();
    private final Queue<ByteBuffer> held = new ArrayDeque<>();
    private boolean begun;
    private boolean ended;

    ResponseBody(ProviderPatience patience) {
        this.patience = patience;
    }

    /// Where the client is to put them.
    ResponseChunks chunks() {
        return chunks;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        while (held.isEmpty() && !ended) {
            take(begun ? patience.idle() : patience.first());
        }
        var buffer = held.peek();
        if (buffer == null) {
            return -1;
        }
        int count = Math.min(length, buffer.remaining());
        buffer.get(into, offset, count);
        if (!buffer.hasRemaining()) {
            held.remove();
        }
        return count;
    }

    private void take(Duration time) throws IOException {
        switch (next(time)) {
            case ResponseChunks.Nothing _ -> throw new ProviderTooSlow(begun, time);
            case ResponseChunks.Bytes(var buffers) -> {
                for (var buffer : buffers) {
                    if (buffer.hasRemaining()) {
                        held.add(buffer);
                        begun = true;
                    }
                }
            }
            case ResponseChunks.End _ -> ended = true;
            case ResponseChunks.Failed(var why) -> throw why instanceof IOException e ? e : new IOException(why);
            case ResponseChunks.Closed _ -> throw new AnswerUnwanted();
        }
    }

    private ResponseChunks.Arrival next(Duration time) throws AnswerUnwanted {
        try {
            return chunks.next(time.toNanos());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new AnswerUnwanted();
        }
    }

    /// The rest is nothing but the end, so that the connection can serve again; if it does not come soon, so be it.
    void finish(Duration time) throws IOException {
        long until = System.nanoTime() + time.toNanos();
        while (!ended && System.nanoTime() - until < 0) {
            held.clear();
            try {
                take(Duration.ofNanos(Math.max(1, until - System.nanoTime())));
            } catch (ProviderTooSlow _) {
                return;
            }
        }
    }

    /// By any thread.
    @Override
    public void close() {
        chunks.close();
    }
}
