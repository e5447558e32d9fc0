package dev.outrigger.wire.rpc;

import dev.outrigger.wire.EndlessLine;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Exchange;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.Outbox;
import dev.outrigger.wire.Weight;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// A conversation in JSON-RPC with one peer, both directions at once. [#run] reads, by a thread that the caller
/// gives and that also hands over what it reads; everything else may come from any thread, and none of it waits
/// for the peer.
///
/// Calls end exactly once. A peer that does not read fills its own queue, and then calls to it fail with
/// `rate_limited`.
public final class Channel {
    private static final int HEAD = 120;

    private final Dialect dialect;
    private final Handler handler;
    private final Listener listener;
    private final Ticker ticker;
    private final Limits limits;
    private final Budget budget;
    private final Spool spool;
    private final Outbox outbox;
    private final Exchange exchange;
    private final Lines lines = new Lines();
    private final Ticker.Ticked watch = this::look;

    private final AtomicLong lastId = new AtomicLong();
    private final ConcurrentMap<Long, Call> calls = new ConcurrentHashMap<>();
    /// The peer's requests that have no answer yet.
    private final ConcurrentMap<Json, Reply> requests = new ConcurrentHashMap<>();

    private final AtomicLong requestBytes = new AtomicLong();

    /// Why it is closed; `null` while it is not.
    private final AtomicReference<@Nullable String> closed = new AtomicReference<>();

    private final AtomicReference<@Nullable Fault> fault = new AtomicReference<>();
    private volatile @Nullable Thread reader;
    private int straysInARow;

    /// Bytes that surely fit are known by the peer's answers; see [Spool]. Where callers may be interrupted,
    /// `out` must not be over a channel of `java.nio`: that closes itself when its writer is interrupted.
    public Channel(InputStream in, OutputStream out, Handler handler, Listener listener, Ticker ticker, Limits limits) {
        this(in, null, out, null, Dialect.KAGED, handler, listener, ticker, limits, new Budget(Long.MAX_VALUE));
    }

    /// In another dialect than kaged's, and with a `byway` for [Call#seek] if there is one: another way to the
    /// bytes of `in`, on which a read that waits ends when it is closed. That is done when a call ends without an
    /// answer while its thread reads there. `in` must keep nothing that it has read.
    public Channel(
            InputStream in,
            @Nullable ReadableByteChannel byway,
            OutputStream out,
            Dialect dialect,
            Handler handler,
            Listener listener,
            Ticker ticker,
            Limits limits) {
        this(in, byway, out, null, dialect, handler, listener, ticker, limits, new Budget(Long.MAX_VALUE));
    }

    /// With a `room` that knows the pipe or socket itself: for peers that ask more than they are asked, and of whom
    /// there are many, who share a `budget`.
    public Channel(
            InputStream in,
            OutputStream out,
            @Nullable Room room,
            Handler handler,
            Listener listener,
            Ticker ticker,
            Limits limits,
            Budget budget) {
        this(in, null, out, room, Dialect.KAGED, handler, listener, ticker, limits, budget);
    }

    private Channel(
            InputStream in,
            @Nullable ReadableByteChannel byway,
            OutputStream out,
            @Nullable Room room,
            Dialect dialect,
            Handler handler,
            Listener listener,
            Ticker ticker,
            Limits limits,
            Budget budget) {
        this.dialect = dialect;
        this.handler = handler;
        this.listener = listener;
        this.ticker = ticker;
        this.limits = limits;
        this.budget = budget;
        this.spool = new Spool(out, room, limits.directBytes(), this::lostBehind);
        // The spool never makes a writer wait, so nothing gathers in the outbox for long; its own limit would block.
        this.outbox = new Outbox(spool, Integer.MAX_VALUE);
        this.exchange = new Exchange(in, byway, limits.lineBytes(), limits.endlessBytes(), outbox, lines);
        ticker.join(watch);
    }

    /// Reads until the peer's stream has ended, and closes the channel then. The fault, if there was one: now or
    /// before.
    public Optional<Fault> run() {
        reader = Thread.currentThread();
        try {
            exchange.run();
        } catch (EndlessLine e) {
            // Nothing of it is read any more: the peer waits in its own write until somebody ends it.
            fault(new Fault.EndlessLine(e.bytes()));
        } catch (IOException | UncheckedIOException e) {
            if (!isClosed()) {
                fault(new Fault.Broken(String.valueOf(e.getMessage())));
            }
        } finally {
            close("the peer has closed the connection");
        }
        return Optional.ofNullable(fault.get());
    }

    /// Never waits. `params` is an object, an array or absent; also a deferred value that writes one of them.
    public Call call(String method, @Nullable Json params, Patience patience, Caller caller) {
        checkParams(params);
        return call(lastId.incrementAndGet(), method, params, patience, caller);
    }

    /// The same for params that name the call: they are made with its id.
    public Call callWithId(String method, LongFunction<? extends Json> params, Patience patience, Caller caller) {
        long id = lastId.incrementAndGet();
        var made = params.apply(id);
        checkParams(made);
        return call(id, method, made, patience, caller);
    }

    private Call call(long id, String method, @Nullable Json params, Patience patience, Caller caller) {
        var call = new Call(this, id, method, caller, patience, ticker.now(), spool.position());
        if (isFull()) {
            end(call, Outcome.lost(ErrorCode.RATE_LIMITED, "too much waits for the peer to read"));
            return call;
        }
        calls.put(id, call);
        if (exchange.lingers() && !caller.seeks()) {
            exchange.recall();
        }
        var why = closed.get();
        if (why != null || spool.isOver()) {
            endIfOpen(call, Outcome.lost(ErrorCode.PLUGIN_UNAVAILABLE, why == null ? "the peer takes no more" : why));
            return call;
        }
        send(new Message.Request(Json.of(id), method, params));
        if (spool.isOver()) {
            // It broke off while we wrote, maybe before the call was to be seen among those it is told of.
            endIfOpen(call, Outcome.lost(ErrorCode.PLUGIN_UNAVAILABLE, "the peer takes no more"));
        }
        return call;
    }

    /// The same for who wants to wait. An interrupt cancels the call.
    public Outcome callAndWait(String method, @Nullable Json params, Patience patience) throws InterruptedException {
        if (Thread.currentThread().equals(reader)) {
            throw new IllegalStateException("the thread that reads cannot wait for what it has to read: " + method);
        }
        var waiter = new Waiter();
        return waiter.outcome(call(method, params, patience, waiter));
    }

    /// A notification. False when it was not sent: the channel is closed, or the peer's queue full.
    public boolean tell(String method, @Nullable Json params) {
        checkParams(params);
        if (isClosed() || spool.isOver() || isFull()) {
            return false;
        }
        send(new Message.Notification(method, params));
        return true;
    }

    /// Ends every call with `plugin_unavailable` at once and the peer's input with it. [#run] returns when the
    /// peer's output ends as well; what comes until then is not heard.
    public void close(String why) {
        if (!closed.compareAndSet(null, why)) {
            return;
        }
        ticker.leave(watch);
        try {
            outbox.close();
        } catch (IOException e) {
            listener.ignored("the peer's input was closed already: " + e.getMessage());
        }
        for (var call : calls.values()) {
            endIfOpen(call, Outcome.lost(ErrorCode.PLUGIN_UNAVAILABLE, why));
        }
        for (var reply : requests.values()) {
            forget(reply);
            cancel(reply);
        }
    }

    /// The end of the peer's input, while its output is still heard: after it has agreed to shut down.
    public void closeInput() {
        try {
            outbox.flush();
            spool.closeWhenWritten();
        } catch (IOException e) {
            listener.ignored("the peer's input was closed already: " + e.getMessage());
        }
    }

    /// Calls that have no answer yet.
    public int openCalls() {
        return calls.size();
    }

    public boolean isClosed() {
        return closed.get() != null;
    }

    void seek(Call call) {
        if (!exchange.lingers()) {
            return;
        }
        if (calls.size() > 1) {
            // The next answer may be another's, for which the thread that reads is needed anyway.
            exchange.recall();
            return;
        }
        var seeking = new Seeking(this, call);
        call.seeking = seeking;
        exchange.seek(seeking);
    }

    void cancel(Call call) {
        if (calls.remove(call.id(), call)) {
            sendCancel(call);
            end(call, Outcome.lost(ErrorCode.CANCELLED, "`" + call.method + "` was taken back"));
        }
    }

    boolean isOpen(Call call) {
        return calls.containsKey(call.id());
    }

    /// By the thread that waits for the answer. Whether this was it.
    boolean takeAnswer(Call call, byte[] bytes, int from, int to) {
        return lines.takeAnswer(call, Envelope.decode(bytes, from, to, Limits.MOST_VALUES));
    }

    Dialect dialect() {
        return dialect;
    }

    long now() {
        return ticker.now();
    }

    /// From a [Reply].
    void answer(Reply reply, Message.Answer answer) {
        forget(reply);
        if (!isClosed()) {
            send(answer);
        }
    }

    private boolean forget(Reply reply) {
        boolean there = requests.remove(reply.id(), reply);
        if (there) {
            requestBytes.addAndGet(-reply.cost());
            budget.giveBack(reply.cost());
        }
        return there;
    }

    /// What the peer's open requests hold, in bytes of memory.
    long requestBytes() {
        return requestBytes.get();
    }

    void awaitRoom() {
        spool.awaitAtMost(limits.queueBytes());
    }

    private boolean isFull() {
        return spool.waiting() + outbox.waitingBytes() > limits.queueBytes();
    }

    /// What the reading thread says leaves when it has read what is at hand.
    private void send(Message message) {
        if (spool.isOver()) {
            return;
        }
        // Somebody has to see to it if the peer does not take this.
        ticker.wake();
        try {
            if (Thread.currentThread().equals(reader)) {
                outbox.add(message);
            } else {
                outbox.send(message);
            }
        } catch (RuntimeException e) {
            // A value that could not write itself: half a line is out.
            listener.bug("while writing to the peer", e);
            fault(new Fault.Broken("what we wrote broke off"));
        }
    }

    private void sendCancel(Call call) {
        if (!isClosed()) {
            send(new Message.Notification(
                    dialect.cancel(),
                    Json.object().put(dialect.cancelled(), call.id()).build()));
        }
    }

    /// By the ticker, again and again.
    private boolean look(long now) {
        for (var call : calls.values()) {
            var why = call.overdue(now);
            if (why != null && calls.remove(call.id(), call)) {
                sendCancel(call);
                end(call, Outcome.lost(ErrorCode.TIMEOUT, why));
            }
        }
        var stuck = outbox.stuck();
        long stall = limits.stall().toNanos();
        // Of these two the clock is the system's, since it is not the caller's patience that they are about.
        boolean held = stuck != null && System.nanoTime() - stuck.sinceNanos() > stall;
        boolean unread = isFull() && System.nanoTime() - spool.waitingSince() > stall;
        if (held || unread) {
            fault(new Fault.Stalled(limits.stall()));
        }
        return !calls.isEmpty() || stuck != null || spool.waiting() > 0;
    }

    /// The peer took no more than this: the calls behind it never reached it.
    private void lostBehind(long position) {
        for (var call : calls.values()) {
            if (call.position >= position) {
                endIfOpen(call, Outcome.lost(ErrorCode.PLUGIN_UNAVAILABLE, "the peer takes no more"));
            }
        }
    }

    private void endIfOpen(Call call, Outcome outcome) {
        if (calls.remove(call.id(), call)) {
            end(call, outcome);
        }
    }

    private void end(Call call, Outcome outcome) {
        try {
            call.caller.ended(outcome);
        } catch (RuntimeException e) {
            listener.bug("in the caller of " + call.method, e);
        }
        var seeking = call.seeking;
        if (seeking != null && outcome instanceof Outcome.Lost) {
            callOff(seeking);
        }
    }

    private void callOff(Seeking seeking) {
        try {
            exchange.callOff(seeking);
        } catch (IOException e) {
            listener.ignored("the byway could not be closed: " + e.getMessage());
        }
    }

    /// Whether it was still open.
    private boolean cancel(Reply reply) {
        try {
            return reply.cancel();
        } catch (RuntimeException e) {
            listener.bug("in a cancellation", e);
            return true;
        }
    }

    private void fault(Fault found) {
        if (fault.compareAndSet(null, found)) {
            close(listener.words(found));
            listener.fault(found);
        }
    }

    private static void checkParams(@Nullable Json params) {
        switch (params) {
            case null -> {}
            case Json.Obj _, Json.Arr _, Json.Deferred _ -> {}
            case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ ->
                throw new IllegalArgumentException("params must be an object or an array: " + params);
        }
    }

    /// What the peer says. Only one thread at a time is in here: the one that reads, or one that seeks its answer.
    private final class Lines implements Exchange.Handler {
        private boolean lastWasSought;

        @Override
        public void line(byte[] bytes, int from, int to) {
            lastWasSought = false;
            if (!isClosed()) {
                handle(Envelope.decode(bytes, from, to, Limits.MOST_VALUES), bytes, from, to);
            }
        }

        @Override
        public void tooLong(byte[] bytes, int from, int to) {
            lastWasSought = false;
            if (!isClosed()) {
                handle(Envelope.cutOff(bytes, from, to, limits.lineBytes()), bytes, from, to);
            }
        }

        @Override
        public boolean mayLinger() {
            return lastWasSought && calls.isEmpty();
        }

        boolean takeAnswer(Call call, Decoded decoded) {
            if (!(decoded instanceof Decoded.Said(Message.Answer answer))
                    || Envelope.ours(answer.id()) != call.id()
                    || !calls.remove(call.id(), call)) {
                return false;
            }
            straysInARow = 0;
            answered(call, outcome(answer));
            return true;
        }

        private void answered(Call call, Outcome outcome) {
            lastWasSought = call.caller.seeks();
            spool.readUpTo(call.position);
            end(call, outcome);
        }

        private static Outcome outcome(Message.Answer answer) {
            return switch (answer) {
                case Message.Result result -> new Outcome.Answered(result.value());
                case Message.Failure failure -> new Outcome.Refused(failure.error());
            };
        }

        private void handle(Decoded decoded, byte[] bytes, int from, int to) {
            switch (decoded) {
                case Decoded.Said(var message) -> {
                    if (take(message)) {
                        straysInARow = 0;
                    } else {
                        stray("an answer to a call that was never made", bytes, from, to);
                    }
                }
                case Decoded.Unfit(var answer) -> {
                    straysInARow = 0;
                    listener.ignored("refused: " + answer.error().message());
                    awaitRoom();
                    send(answer);
                }
                case Decoded.BadAnswer(var id, var why, var code) -> {
                    stray(why, bytes, from, to);
                    var wrong = code == ErrorCode.PAYLOAD_TOO_LARGE ? "too large: " : "no JSON-RPC: ";
                    badAnswer(id, Outcome.lost(code, "the answer is " + wrong + why));
                }
                case Decoded.ToNobody(var what) -> {
                    if (dialect.strict()) {
                        fault(new Fault.AnsweredNobody(what));
                    } else {
                        stray("an answer to nobody", bytes, from, to);
                    }
                }
                case Decoded.Stray(var why) -> stray(why, bytes, from, to);
            }
        }

        /// False for an answer to what we never asked.
        private boolean take(Message message) {
            switch (message) {
                case Message.Request request -> request(request);
                case Message.Notification notification -> notification(notification);
                case Message.Answer answer -> {
                    return ended(answer);
                }
            }
            return true;
        }

        private boolean ended(Message.Answer answer) {
            long number = Envelope.ours(answer.id());
            if (number == 0 || number > lastId.get()) {
                return false;
            }
            var call = calls.remove(number);
            if (call == null) {
                listener.ignored("an answer too late, or the second one, to call " + number);
            } else {
                answered(call, outcome(answer));
            }
            return true;
        }

        private void badAnswer(Json id, Outcome outcome) {
            var call = calls.remove(Envelope.ours(id));
            if (call != null) {
                end(call, outcome);
            }
        }

        private void request(Message.Request request) {
            // Who asks on and on without reading the answers is not heard until it does.
            awaitRoom();
            var reply = new Reply(Channel.this, request.id(), weight(request));
            if (requests.size() >= limits.openRequests()
                    || requestBytes.get() > limits.queueBytes()
                    || budget.isSpent()) {
                refuse(request, ErrorCode.RATE_LIMITED, "too many requests are open, or too large ones");
            } else if (requests.putIfAbsent(request.id(), reply) != null) {
                refuse(request, ErrorCode.INVALID_REQUEST, "a request with this id is open");
            } else {
                requestBytes.addAndGet(reply.cost());
                budget.take(reply.cost());
                try {
                    handler.request(request, reply);
                } catch (RuntimeException e) {
                    listener.bug("while answering " + Excerpt.of(request.method()), e);
                    if (reply.isOpen()) {
                        reply.error(ErrorCode.INTERNAL_ERROR.error("the host failed; its log says why"));
                    }
                }
                if (isClosed()) {
                    forget(reply);
                    cancel(reply);
                }
            }
        }

        private static long weight(Message.Request request) {
            var params = request.params();
            return Weight.of(request.id()) + request.method().length() + (params == null ? 0 : Weight.of(params));
        }

        private void refuse(Message.Request request, ErrorCode code, String why) {
            listener.ignored("refused: " + why);
            send(new Message.Failure(request.id(), code.error(why)));
        }

        private void notification(Message.Notification notification) {
            var method = notification.method();
            if (method.equals(dialect.cancel())) {
                cancelled(notification.params());
            } else if (method.equals(dialect.progress())) {
                progress(notification.params());
            } else {
                try {
                    handler.notification(notification);
                } catch (RuntimeException e) {
                    listener.bug("while hearing " + Excerpt.of(method), e);
                }
            }
        }

        private void cancelled(@Nullable Json params) {
            var id = params instanceof Json.Obj(var fields) ? fields.get(dialect.cancelled()) : null;
            var reply = id == null ? null : requests.get(id);
            if (reply == null || !forget(reply) || !cancel(reply)) {
                listener.ignored("a " + dialect.cancel() + " for nothing that is open");
                return;
            }
            if (dialect.answersCancelled()) {
                send(new Message.Failure(reply.id(), ErrorCode.CANCELLED.error("taken back")));
            }
        }

        private void progress(@Nullable Json params) {
            var said = params instanceof Json.Obj object ? object : Json.EMPTY;
            var token = said.fields().get(dialect.token());
            var call = token == null ? null : calls.get(Envelope.ours(token));
            if (call == null) {
                listener.ignored("a " + dialect.progress() + " for nothing that is open");
                return;
            }
            call.lives(ticker.now());
            try {
                call.caller.progress(said);
            } catch (RuntimeException e) {
                listener.bug("in the caller of " + call.method, e);
            }
        }

        private void stray(String why, byte[] bytes, int from, int to) {
            var text = new String(bytes, from, Math.min(to - from, 4 * HEAD), StandardCharsets.UTF_8);
            int end = Math.min(text.length(), HEAD);
            var head = text.substring(0, end > 0 && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
            listener.stray(why, head);
            if (++straysInARow >= limits.strayLines()) {
                fault(new Fault.OnlyStrays(straysInARow, why, head));
            }
        }
    }
}
