package dev.outrigger.kaged.control;

import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.ChannelFault;
import dev.outrigger.wire.rpc.ChannelListener;
import dev.outrigger.wire.rpc.DeadlineTicker;
import dev.outrigger.wire.rpc.MemoryBudget;
import dev.outrigger.wire.rpc.RequestBacklog;
import dev.outrigger.wire.rpc.RpcChannel;
import dev.outrigger.wire.rpc.RpcError;
import dev.outrigger.wire.rpc.RpcErrorCode;
import dev.outrigger.wire.rpc.RpcHandler;
import dev.outrigger.wire.rpc.RpcLimits;
import dev.outrigger.wire.rpc.RpcMessage;
import dev.outrigger.wire.rpc.RpcReply;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/// One client of the daemon, for as long as it stays. The thread that reads from it hands calls on itself; what may
/// take its time goes to one thread of this client's, so that none can make the others wait. When it goes, everything
/// it had asked for is taken back.
final class ControlClient implements RpcHandler, ChannelListener {
    private static final RpcLimits LIMITS =
            new RpcLimits(16 << 20, 16 << 20, 64 << 10, 20, 1024, Duration.ofSeconds(10));

    /// Each has a thread.
    static final int MOST_FOLLOWED = 16;

    private final UnixSocket socket;
    private final ControlDesk desk;
    private final ControlDoorway.Log log;
    private final RpcChannel channel;
    private final RequestBacklog slow = new RequestBacklog("client-slow", 0);
    private final Semaphore follows = new Semaphore(MOST_FOLLOWED);

    /// `budget` is what all clients share.
    ControlClient(
            UnixSocket socket, ControlDesk desk, DeadlineTicker ticker, ControlDoorway.Log log, MemoryBudget budget) {
        this.socket = socket;
        this.desk = desk;
        this.log = log;
        this.channel = new RpcChannel(socket.in(), socket.out(), socket, this, this, ticker, LIMITS, budget);
    }

    /// Until the client is gone.
    void stay() {
        try {
            channel.run();
        } finally {
            slow.close();
            socket.close();
        }
    }

    void leave(String why) {
        channel.close(why);
        socket.shutdown();
    }

    @Override
    public void request(RpcMessage.Request request, RpcReply reply) {
        ToDaemon asked;
        try {
            var decoded = ToDaemon.decode(request.method(), request.params());
            if (decoded.isEmpty()) {
                reply.error(RpcErrorCode.METHOD_NOT_FOUND.error(
                        "this daemon knows no `" + Excerpt.of(request.method()) + "`"));
                return;
            }
            asked = decoded.get();
        } catch (FieldReader.Mistake e) {
            reply.error(RpcErrorCode.INVALID_PARAMS.error(e.what()));
            return;
        }
        switch (asked) {
            case ToDaemon.Call call -> desk.call(call, socket.peer(), reply);
            case ToDaemon.Quick quick -> reply.result(desk.quick(quick, socket.peer()));
            case ToDaemon.Slow it -> later(reply, () -> reply.result(desk.slow(it, socket.peer())));
            case ToDaemon.Follow it -> later(reply, () -> follow(it, request.id(), reply));
        }
    }

    private interface Work {
        void run() throws ControlDesk.Declined;
    }

    private void later(RpcReply reply, Work work) {
        slow.add(reply, () -> {
            try {
                work.run();
            } catch (ControlDesk.Declined e) {
                reply.error(new RpcError(ToDaemon.REFUSED, String.valueOf(e.getMessage()), null));
            } catch (RuntimeException | StackOverflowError e) {
                bug("while answering a client", e);
                reply.error(RpcErrorCode.INTERNAL_ERROR.error("the daemon failed; its log says why"));
            }
        });
    }

    private void follow(ToDaemon.Follow asked, Json id, RpcReply reply) throws ControlDesk.Declined {
        if (!follows.tryAcquire()) {
            reply.error(
                    RpcErrorCode.RATE_LIMITED.error("a client follows at most " + MOST_FOLLOWED + " things at once"));
            return;
        }
        var over = new AtomicBoolean();
        Runnable ended = () -> {
            if (over.compareAndSet(false, true)) {
                follows.release();
            }
        };
        boolean told = false;
        try {
            var telling = desk.follow(asked, socket.peer(), new ControlDesk.Teller() {
                @Override
                public boolean tell(Json.Obj said) {
                    return channel.tell("$/progress", said.with("token", id));
                }

                @Override
                public void end(Json result) {
                    ended.run();
                    reply.result(result);
                }
            });
            told = true;
            reply.onCancel(() -> {
                telling.close();
                ended.run();
            });
        } finally {
            if (!told) {
                ended.run();
            }
        }
    }

    @Override
    public void notification(RpcMessage.Notification notification) {
        ignored("a notification: " + Excerpt.of(notification.method()));
    }

    @Override
    public void stray(String why, String head) {
        ignored(why + ": " + head);
    }

    /// Clients are programs of the operator's own: what is odd about them is theirs to see, not the log's to keep.
    @Override
    public void ignored(String what) {}

    @Override
    public void fault(ChannelFault fault) {
        log.note("client " + socket.peer().pid() + " is given up: " + words(fault));
        // Also whoever is stuck in a write to it.
        socket.shutdown();
    }

    @Override
    public String words(ChannelFault fault) {
        return switch (fault) {
            case ChannelFault.OnlyStrays(var lines, var why, var _) ->
                lines + " lines in a row were no request: " + why;
            case ChannelFault.AnsweredNobody _ -> "it answers what nobody asked";
            case ChannelFault.NoLineEnd(var bytes) -> "it said " + (bytes >> 20) + " MiB without ending a line";
            case ChannelFault.Stalled(var since) -> "it has read nothing for " + since.toSeconds() + " s";
            case ChannelFault.Broken(var why) -> why;
        };
    }

    @Override
    public void bug(String where, Throwable bug) {
        log.bug(where, bug);
    }
}
