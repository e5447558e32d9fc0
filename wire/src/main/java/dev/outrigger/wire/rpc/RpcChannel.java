package dev.outrigger.wire.rpc;

import dev.outrigger.wire.EndlessLine;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.LineExchange;
import dev.outrigger.wire.LineOutbox;
import dev.outrigger.wire.MemoryWeight;
import dev.outrigger.wire.ReadingTurn;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
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
public final class RpcChannel {
    private static final int HEAD = 120;

    private final RpcDialect dialect;
    private final RpcHandler handler;
    private final ChannelListener listener;
    private final DeadlineTicker ticker;
    private final RpcLimits limits;
    private final MemoryBudget budget;
    private final SpoolingOutput spool;
    private final LineOutbox outbox;
    private final LineExchange exchange;
    private final Lines lines = new Lines();
    private final DeadlineTicker.Ticked watch = this::look;

    private final AtomicLong lastId = new AtomicLong();
    private final ConcurrentMap<Long, RpcCall> calls = new ConcurrentHashMap<>();
    /// The peer's requests that have no answer yet.
    private final ConcurrentMap<Json, RpcReply> requests = new ConcurrentHashMap<>();

    private final AtomicLong requestBytes = new AtomicLong();

    /// Why it is closed; `null` while it is not.
    private final AtomicReference<@Nullable String> closed = new AtomicReference<>();

    private final AtomicReference<@Nullable ChannelFault> fault = new AtomicReference<>();
    private volatile @Nullable Thread reader;
    private int straysInARow;

    /// Bytes that surely fit are known by the peer's answers; see [SpoolingOutput]. Where callers may be interrupted,
    /// `out` must not be over a channel of `java.nio`: that closes itself when its writer is interrupted.
    public RpcChannel(
            InputStream in,
            OutputStream out,
            RpcHandler handler,
            ChannelListener listener,
            DeadlineTicker ticker,
            RpcLimits limits) {
        this(in, out, RpcDialect.KAGED, handler, listener, ticker, limits);
    }

    /// In another dialect than kaged's.
    public RpcChannel(
            InputStream in,
            OutputStream out,
            RpcDialect dialect,
            RpcHandler handler,
            ChannelListener listener,
            DeadlineTicker ticker,
            RpcLimits limits) {
        this(in, out, null, dialect, handler, listener, ticker, limits, new MemoryBudget(Long.MAX_VALUE));
    }

    /// With a `room` that knows the pipe or socket itself: for peers that ask more than they are asked, and of whom
    /// there are many, who share a `budget`.
    public RpcChannel(
            InputStream in,
            OutputStream out,
            @Nullable WriteRoom room,
            RpcHandler handler,
            ChannelListener listener,
            DeadlineTicker ticker,
            RpcLimits limits,
            MemoryBudget budget) {
        this(in, out, room, RpcDialect.KAGED, handler, listener, ticker, limits, budget);
    }

    private RpcChannel(
            InputStream in,
            OutputStream out,
            @Nullable WriteRoom room,
            RpcDialect dialect,
            RpcHandler handler,
            ChannelListener listener,
            DeadlineTicker ticker,
            RpcLimits limits,
            MemoryBudget budget) {
        this.dialect = dialect;
        this.handler = handler;
        this.listener = listener;
        this.ticker = ticker;
        this.limits = limits;
        this.budget = budget;
        this.spool = new SpoolingOutput(out, room, limits.directBytes(), this::lostBehind);
        // The spool never makes a writer wait, so nothing gathers in the outbox for long; its own limit would block.
        this.outbox = new LineOutbox(spool, Integer.MAX_VALUE);
        this.exchange = new LineExchange(in, limits.lineBytes(), limits.endlessBytes(), outbox, lines);
        ticker.join(watch);
    }

    /// Reads until the peer's stream has ended, and closes the channel then. The fault, if there was one: now or
    /// before.
    public Optional<ChannelFault> run() {
        var _ = run(ReadingTurn.TO_THE_END);
        return Optional.ofNullable(fault.get());
    }

    /// The same, unless the turn is over before: then it returns true, with the channel as open as it was, and another
    /// thread goes on by calling this. Calls are made meanwhile as ever; only what the peer says waits.
    public boolean run(ReadingTurn turn) {
        reader = Thread.currentThread();
        boolean leftOff = false;
        try {
            leftOff = exchange.run(turn);
        } catch (EndlessLine e) {
            // Nothing of it is read any more: the peer waits in its own write until somebody ends it.
            fault(new ChannelFault.NoLineEnd(e.bytes()));
        } catch (IOException | UncheckedIOException e) {
            if (!isClosed()) {
                fault(new ChannelFault.Broken(String.valueOf(e.getMessage())));
            }
        } finally {
            reader = null;
            listener.settled();
            if (!leftOff) {
                close("the peer has closed the connection");
            }
        }
        return leftOff;
    }

    /// Never waits. `params` is an object, an array or absent; also a deferred value that writes one of them.
    public RpcCall call(String method, @Nullable Json params, CallDeadlines patience, CallWaiter caller) {
        checkParams(params);
        return call(lastId.incrementAndGet(), method, params, patience, caller);
    }

    /// The same for params that name the call: they are made with its id.
    public RpcCall callWithId(
            String method, LongFunction<? extends Json> params, CallDeadlines patience, CallWaiter caller) {
        long id = lastId.incrementAndGet();
        var made = params.apply(id);
        checkParams(made);
        return call(id, method, made, patience, caller);
    }

    private RpcCall call(long id, String method, @Nullable Json params, CallDeadlines patience, CallWaiter caller) {
        var call = new RpcCall(this, id, method, caller, patience, ticker.now(), spool.position());
        if (isFull()) {
            end(call, CallOutcome.lost(RpcErrorCode.RATE_LIMITED, "too much waits for the peer to read"));
            return call;
        }
        calls.put(id, call);
        var why = closed.get();
        if (why != null || spool.isOver()) {
            endIfOpen(
                    call,
                    CallOutcome.lost(RpcErrorCode.PLUGIN_UNAVAILABLE, why == null ? "the peer takes no more" : why));
            return call;
        }
        send(new RpcMessage.Request(Json.of(id), method, params));
        if (spool.isOver()) {
            // It broke off while we wrote, maybe before the call was to be seen among those it is told of.
            endIfOpen(call, CallOutcome.lost(RpcErrorCode.PLUGIN_UNAVAILABLE, "the peer takes no more"));
        }
        return call;
    }

    /// The same for who wants to wait. An interrupt cancels the call.
    public CallOutcome callAndWait(String method, @Nullable Json params, CallDeadlines patience)
            throws InterruptedException {
        if (Thread.currentThread().equals(reader)) {
            throw new IllegalStateException("the thread that reads cannot wait for what it has to read: " + method);
        }
        var waiter = new WaitingThread();
        return waiter.outcome(call(method, params, patience, waiter));
    }

    /// A notification. False when it was not sent: the channel is closed, or the peer's queue full.
    public boolean tell(String method, @Nullable Json params) {
        checkParams(params);
        if (isClosed() || spool.isOver() || isFull()) {
            return false;
        }
        send(new RpcMessage.Notification(method, params));
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
            endIfOpen(call, CallOutcome.lost(RpcErrorCode.PLUGIN_UNAVAILABLE, why));
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

    void cancel(RpcCall call) {
        if (calls.remove(call.id(), call)) {
            sendCancel(call);
            end(call, CallOutcome.lost(RpcErrorCode.CANCELLED, "`" + call.method + "` was taken back"));
        }
    }

    RpcDialect dialect() {
        return dialect;
    }

    long now() {
        return ticker.now();
    }

    /// From a [RpcReply].
    void answer(RpcReply reply, RpcMessage.Answer answer) {
        forget(reply);
        if (!isClosed()) {
            send(answer);
        }
    }

    private boolean forget(RpcReply reply) {
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
    private void send(RpcMessage message) {
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
            fault(new ChannelFault.Broken("what we wrote broke off"));
        }
    }

    private void sendCancel(RpcCall call) {
        if (!isClosed()) {
            send(new RpcMessage.Notification(
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
                end(call, CallOutcome.lost(RpcErrorCode.TIMEOUT, why));
            }
        }
        var stuck = outbox.stuck();
        long stall = limits.stall().toNanos();
        // Of these two the clock is the system's, since it is not the caller's patience that they are about.
        boolean held = stuck != null && System.nanoTime() - stuck.sinceNanos() > stall;
        boolean unread = isFull() && System.nanoTime() - spool.waitingSince() > stall;
        if (held || unread) {
            fault(new ChannelFault.Stalled(limits.stall()));
        }
        return !calls.isEmpty() || stuck != null || spool.waiting() > 0;
    }

    /// The peer took no more than this: the calls behind it never reached it.
    private void lostBehind(long position) {
        for (var call : calls.values()) {
            if (call.position >= position) {
                endIfOpen(call, CallOutcome.lost(RpcErrorCode.PLUGIN_UNAVAILABLE, "the peer takes no more"));
            }
        }
    }

    private void endIfOpen(RpcCall call, CallOutcome outcome) {
        if (calls.remove(call.id(), call)) {
            end(call, outcome);
        }
    }

    private void end(RpcCall call, CallOutcome outcome) {
        tell(call, outcome);
        listener.settled();
    }

    /// [ChannelListener#settled] is for whoever calls this.
    private void tell(RpcCall call, CallOutcome outcome) {
        try {
            call.caller.ended(outcome);
        } catch (RuntimeException e) {
            listener.bug("in the caller of " + call.method, e);
        }
    }

    /// Whether it was still open.
    private boolean cancel(RpcReply reply) {
        try {
            return reply.cancel();
        } catch (RuntimeException e) {
            listener.bug("in a cancellation", e);
            return true;
        }
    }

    private void fault(ChannelFault found) {
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

    /// What the peer says. Only one thread at a time is in here: the one that reads.
    private final class Lines implements LineExchange.Handler {
        @Override
        public void line(byte[] bytes, int from, int to) {
            if (!isClosed()) {
                handle(RpcEnvelope.decode(bytes, from, to, RpcLimits.MOST_VALUES), bytes, from, to);
            }
        }

        @Override
        public void tooLong(byte[] bytes, int from, int to) {
            if (!isClosed()) {
                handle(RpcEnvelope.cutOff(bytes, from, to, limits.lineBytes()), bytes, from, to);
            }
        }

        @Override
        public void pause() {
            listener.settled();
        }

        private void answered(RpcCall call, CallOutcome outcome) {
            spool.readUpTo(call.position);
            tell(call, outcome);
        }

        private static CallOutcome outcome(RpcMessage.Answer answer) {
            return switch (answer) {
                case RpcMessage.Result result -> new CallOutcome.Answered(result.value());
                case RpcMessage.Failure failure -> new CallOutcome.Refused(failure.error());
            };
        }

        private void handle(DecodedLine decoded, byte[] bytes, int from, int to) {
            switch (decoded) {
                case DecodedLine.Said(var message) -> {
                    if (take(message)) {
                        straysInARow = 0;
                    } else {
                        stray("an answer to a call that was never made", bytes, from, to);
                    }
                }
                case DecodedLine.Unfit(var answer) -> {
                    straysInARow = 0;
                    listener.ignored("refused: " + answer.error().message());
                    awaitRoom();
                    send(answer);
                }
                case DecodedLine.BadAnswer(var id, var why, var code) -> {
                    stray(why, bytes, from, to);
                    var wrong = code == RpcErrorCode.PAYLOAD_TOO_LARGE ? "too large: " : "no JSON-RPC: ";
                    badAnswer(id, CallOutcome.lost(code, "the answer is " + wrong + why));
                }
                case DecodedLine.ToNobody(var what) -> {
                    if (dialect.strict()) {
                        fault(new ChannelFault.AnsweredNobody(what));
                    } else {
                        stray("an answer to nobody", bytes, from, to);
                    }
                }
                case DecodedLine.Stray(var why) -> stray(why, bytes, from, to);
            }
        }

        /// False for an answer to what we never asked.
        private boolean take(RpcMessage message) {
            switch (message) {
                case RpcMessage.Request request -> request(request);
                case RpcMessage.Notification notification -> notification(notification);
                case RpcMessage.Answer answer -> {
                    return ended(answer);
                }
            }
            return true;
        }

        private boolean ended(RpcMessage.Answer answer) {
            long number = RpcEnvelope.ours(answer.id());
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

        private void badAnswer(Json id, CallOutcome outcome) {
            var call = calls.remove(id == Json.Null.NULL ? onlyCall() : RpcEnvelope.ours(id));
            if (call != null) {
                tell(call, outcome);
            }
        }

        /// Whose an answer is that does not say so; nobody's while several wait, or the peer has to say it.
        private long onlyCall() {
            var open = dialect.strict() ? Set.<Long>of() : calls.keySet();
            var first = open.iterator();
            long id = first.hasNext() ? first.next() : 0;
            return first.hasNext() ? 0 : id;
        }

        private void request(RpcMessage.Request request) {
            // Who asks on and on without reading the answers is not heard until it does.
            awaitRoom();
            var reply = new RpcReply(RpcChannel.this, request.id(), weight(request));
            if (requests.size() >= limits.openRequests()
                    || requestBytes.get() > limits.queueBytes()
                    || budget.isSpent()) {
                refuse(request, RpcErrorCode.RATE_LIMITED, "too many requests are open, or too large ones");
            } else if (requests.putIfAbsent(request.id(), reply) != null) {
                refuse(request, RpcErrorCode.INVALID_REQUEST, "a request with this id is open");
            } else {
                requestBytes.addAndGet(reply.cost());
                budget.take(reply.cost());
                try {
                    handler.request(request, reply);
                } catch (RuntimeException e) {
                    listener.bug("while answering " + Excerpt.of(request.method()), e);
                    if (reply.isOpen()) {
                        reply.error(RpcErrorCode.INTERNAL_ERROR.error("the host failed; its log says why"));
                    }
                }
                if (isClosed()) {
                    forget(reply);
                    cancel(reply);
                }
            }
        }

        private static long weight(RpcMessage.Request request) {
            var params = request.params();
            return MemoryWeight.of(request.id())
                    + request.method().length()
                    + (params == null ? 0 : MemoryWeight.of(params));
        }

        private void refuse(RpcMessage.Request request, RpcErrorCode code, String why) {
            listener.ignored("refused: " + why);
            send(new RpcMessage.Failure(request.id(), code.error(why)));
        }

        private void notification(RpcMessage.Notification notification) {
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
                send(new RpcMessage.Failure(reply.id(), RpcErrorCode.CANCELLED.error("taken back")));
            }
        }

        private void progress(@Nullable Json params) {
            var said = params instanceof Json.Obj object ? object : Json.EMPTY;
            var token = said.fields().get(dialect.token());
            var call = token == null ? null : calls.get(RpcEnvelope.ours(token));
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
                fault(new ChannelFault.OnlyStrays(straysInARow, why, head));
            }
        }
    }
}
