package dev.outrigger.hosting.visit;

import dev.outrigger.hosting.context.RunLog;
import dev.outrigger.hosting.live.DeskReply;
import dev.outrigger.wire.LineOutbox;
import dev.outrigger.wire.command.RequestErrorCode;
import dev.outrigger.wire.command.ToHost;
import dev.outrigger.wire.command.ToPlugin;
import dev.outrigger.wire.command.ToPluginCodec;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Takes what a plugin asks to its desk, and the answers to the plugin, in the order in which it asked. Nothing that a
/// plugin asks for keeps us from hearing what it says next: what takes its time, and what there is no room for the
/// answer of, is for another thread than the one that reads.
final class DeskAnswers {
    private final String name;
    private final PluginDesk desk;
    private final LineOutbox outbox;
    private final RunLog log;
    private final Consumer<VisitFault> breakOff;
    private final OrderedAsks asks;

    DeskAnswers(
            String name,
            PluginDesk desk,
            LineOutbox outbox,
            int queueBytes,
            RunLog log,
            Consumer<VisitFault> breakOff) {
        this.name = name;
        this.desk = desk;
        this.outbox = outbox;
        this.log = log;
        this.breakOff = breakOff;
        this.asks = new OrderedAsks(() -> outbox.awaitRoom(queueBytes), this::flush);
    }

    /// @param bytes as many as were read
    void take(@Nullable String id, ToHost.Ask ask, int bytes) {
        boolean slow = ask instanceof ToHost.Lookup || outbox.isFull();
        if (ask instanceof ToHost.CancelQuery && (slow || asks.isBehind())) {
            // What is to stop stops now; only the answer keeps its place.
            place(id, reply(ask));
        } else if (!asks.take(slow, bytes, () -> guarded(() -> send(id, reply(ask))))) {
            place(
                    id,
                    DeskReply.of(new ToPlugin.Failed(
                            RequestErrorCode.BUSY,
                            PluginDesk.typeOf(ask),
                            null,
                            null,
                            "too many requests wait already; this one was not looked at")));
        }
    }

    /// An answer that needs no work: in its place behind those that wait, since without an id nothing else says what it
    /// answers.
    void place(@Nullable String id, DeskReply reply) {
        if (!asks.place(outbox.isFull(), () -> guarded(() -> send(id, reply)))) {
            breakOff.accept(new VisitFault.Flooding());
        }
    }

    /// It cannot be taken for anything else, and waits only where there is no room.
    void refuseResponse(@Nullable String id, ToPlugin.Failed refusal) {
        if (outbox.isFull()) {
            place(id, DeskReply.of(refusal));
        } else {
            outbox.addAtOnce(ToPluginCodec.encode(refusal, id));
        }
    }

    void flush() {
        guarded(outbox::flush);
    }

    /// For whichever thread it is: an answer that breaks off ends the run.
    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (UncheckedIOException e) {
            breakOff.accept(new VisitFault.BrokenAnswer(String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            log.bug("while talking to " + name, e);
        }
    }

    private void send(@Nullable String id, DeskReply reply) {
        outbox.addAtOnce(ToPluginCodec.encode(reply.answer(), id));
        reply.after().run();
    }

    /// Our own bugs end here: the log gets all of it, the plugin no detail, and the run goes on.
    private DeskReply reply(ToHost.Ask ask) {
        try {
            return desk.reply(ask);
        } catch (RuntimeException e) {
            log.bug("while answering " + name, e);
            return DeskReply.of(new ToPlugin.Failed(
                    RequestErrorCode.INTERNAL,
                    PluginDesk.typeOf(ask),
                    null,
                    null,
                    "jp failed to answer; its log says why"));
        }
    }
}
