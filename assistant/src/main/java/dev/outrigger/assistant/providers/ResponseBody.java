package dev.outrigger.assistant.providers;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// An answer's bytes, waited for with patience by the thread that reads them. One piece is on its way at a time, so
/// that
/// a fast server does not fill our memory.
final class ResponseBody extends InputStream implements HttpResponse.BodySubscriber<ResponseBody> {
    private sealed interface Arrival {}

    private record Bytes(List<ByteBuffer> buffers) implements Arrival {}

    private record End() implements Arrival {}

    private record Failed(Throwable why) implements Arrival {}

    private record Stop() implements Arrival {}

    private final ProviderPatience patience;
    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private final Queue<ByteBuffer> held = new ArrayDeque<>();
    private volatile Flow.@Nullable Subscription subscription;
    private volatile boolean stopped;
    private boolean begun;
    private boolean ended;

    ResponseBody(ProviderPatience patience) {
        this.patience = patience;
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
            case null -> throw new ProviderTooSlow(begun, time);
            case Bytes(var buffers) -> {
                for (var buffer : buffers) {
                    if (buffer.hasRemaining()) {
                        held.add(buffer);
                        begun = true;
                    }
                }
                var source = subscription;
                if (source != null) {
                    source.request(1);
                }
            }
            case End _ -> ended = true;
            case Failed(var why) -> throw why instanceof IOException e ? e : new IOException(why);
            case Stop _ -> throw new AnswerUnwanted();
        }
    }

    private @Nullable Arrival next(Duration time) throws AnswerUnwanted {
        try {
            return stopped ? new Stop() : arrivals.poll(time.toNanos(), TimeUnit.NANOSECONDS);
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

    /// Lets go of the connection, whatever is on its way. By any thread.
    @Override
    public void close() {
        stopped = true;
        arrivals.add(new Stop());
        var source = subscription;
        if (source != null) {
            source.cancel();
        }
    }

    @Override
    public CompletionStage<ResponseBody> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        if (stopped) {
            given.cancel();
        } else {
            given.request(1);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        arrivals.add(new Bytes(buffers));
    }

    @Override
    public void onError(Throwable why) {
        arrivals.add(new Failed(why));
    }

    @Override
    public void onComplete() {
        arrivals.add(new End());
    }
}
