package dev.outrigger.hosting.web;

import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The body of an answer, to be waited for with a limit. One piece is on its way at a time, so that a fast server does
/// not fill our memory.
final class ResponseChunks implements HttpResponse.BodySubscriber<ResponseChunks>, AutoCloseable {
    sealed interface Arrival {}

    record Bytes(List<ByteBuffer> buffers) implements Arrival {}

    record End() implements Arrival {}

    record Failed(Throwable why) implements Arrival {}

    record Nothing() implements Arrival {}

    private final BlockingQueue<Arrival> queue = new LinkedBlockingQueue<>();
    private volatile Flow.@Nullable Subscription subscription;

    /// What comes next, or [Nothing] when nothing does within this time.
    Arrival next(long nanos) throws InterruptedException {
        var arrival = queue.poll(nanos, TimeUnit.NANOSECONDS);
        if (arrival == null) {
            return new Nothing();
        }
        var source = subscription;
        if (arrival instanceof Bytes && source != null) {
            source.request(1);
        }
        return arrival;
    }

    @Override
    public CompletionStage<ResponseChunks> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        this.subscription = subscription;
        subscription.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        queue.add(new Bytes(buffers));
    }

    @Override
    public void onError(Throwable why) {
        queue.add(new Failed(why));
    }

    @Override
    public void onComplete() {
        queue.add(new End());
    }

    @Override
    public void close() {
        var source = subscription;
        if (source != null) {
            source.cancel();
        }
    }
}
