package dev.outrigger.system;

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

/// The body of an HTTP answer, to be waited for with a limit by the thread that reads it. One chunk is on its way at a
/// time, so that a fast server does not fill our memory.
public final class ResponseChunks implements HttpResponse.BodySubscriber<ResponseChunks>, AutoCloseable {
    public sealed interface Arrival {}

    public record Bytes(List<ByteBuffer> buffers) implements Arrival {}

    public record End() implements Arrival {}

    public record Failed(Throwable why) implements Arrival {}

    /// Within the time that there was.
    public record Nothing() implements Arrival {}

    /// By us: nobody wants the rest.
    public record Closed() implements Arrival {}

    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private volatile Flow.@Nullable Subscription subscription;
    private volatile boolean closed;

    /// What comes next.
    public Arrival next(long nanos) throws InterruptedException {
        var arrival = closed ? new Closed() : arrivals.poll(nanos, TimeUnit.NANOSECONDS);
        if (arrival == null) {
            return new Nothing();
        }
        var source = subscription;
        if (arrival instanceof Bytes && source != null) {
            source.request(1);
        }
        return arrival;
    }

    /// Lets go of the connection, whatever is on its way, and of who waits for more. By any thread.
    @Override
    public void close() {
        closed = true;
        arrivals.add(new Closed());
        var source = subscription;
        if (source != null) {
            source.cancel();
        }
    }

    @Override
    public CompletionStage<ResponseChunks> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        if (closed) {
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
