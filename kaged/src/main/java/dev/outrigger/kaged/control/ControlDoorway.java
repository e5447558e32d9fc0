package dev.outrigger.kaged.control;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.rpc.DeadlineTicker;
import dev.outrigger.wire.rpc.MemoryBudget;
import dev.outrigger.wire.rpc.RpcError;
import dev.outrigger.wire.rpc.RpcMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/// Lets clients in at `kaged.sock`: the daemon's own user and root, so many at once, a platform thread each. Whoever is
/// not let in is told why in one line.
public final class ControlDoorway implements AutoCloseable {
    static final int MOST_GUESTS = 128;

    /// What the open requests of all clients may hold of the daemon's memory.
    private static final long MOST_HELD = 64 << 20;

    private static final long PAUSE_NANOS = 100_000_000L;

    /// Where the doorway says what concerns the operator.
    public interface Log {
        void note(String line);

        void bug(String where, Throwable bug);
    }

    private final ListeningSocket listening;
    private final int owner;
    private final ControlDesk desk;
    private final DeadlineTicker ticker;
    private final Log log;
    private final MemoryBudget budget = new MemoryBudget(MOST_HELD);
    private final Set<ControlClient> guests = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private ControlDoorway(ListeningSocket listening, int owner, ControlDesk desk, DeadlineTicker ticker, Log log) {
        this.listening = listening;
        this.owner = owner;
        this.desk = desk;
        this.ticker = ticker;
        this.log = log;
    }

    /// `owner` is whose daemon this is.
    public static ControlDoorway open(Path socket, int owner, ControlDesk desk, DeadlineTicker ticker, Log log)
            throws IOException {
        var doorway = new ControlDoorway(ListeningSocket.at(socket), owner, desk, ticker, log);
        Thread.ofPlatform().daemon().name("doorway").start(doorway::attend);
        return doorway;
    }

    public int guests() {
        return guests.size();
    }

    private void attend() {
        while (!closed) {
            try {
                var client = listening.accept();
                if (client.isEmpty()) {
                    break;
                }
                admit(client.get());
            } catch (IOException e) {
                log.note(String.valueOf(e.getMessage()));
                LockSupport.parkNanos(PAUSE_NANOS);
            } catch (RuntimeException | Error e) {
                // Whatever it is: with this thread gone, nobody would be let in any more.
                log.bug("while letting a client in", e);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        if (!closed) {
            log.note("the control socket is gone: nobody can reach this daemon any more");
        }
    }

    private void admit(UnixSocket socket) {
        int uid = socket.peer().uid();
        if (uid != owner && uid != 0) {
            log.note("a client of user " + uid + " was not let in");
            turnAway(socket, "this daemon serves user " + owner + " and root alone, and you are user " + uid);
        } else if (guests.size() >= MOST_GUESTS) {
            turnAway(socket, "the daemon has " + MOST_GUESTS + " clients already: try again when one has gone");
        } else {
            var guest = new ControlClient(socket, desk, ticker, log, budget);
            guests.add(guest);
            try {
                Thread.ofPlatform().daemon().name("client").start(() -> stay(guest));
            } catch (OutOfMemoryError e) {
                // No thread to be had: this client is not served, all others are.
                guests.remove(guest);
                turnAway(socket, "the daemon has no thread for another client");
                guest.leave("there is no thread for it");
            }
        }
    }

    private void stay(ControlClient guest) {
        try {
            if (closed) {
                guest.leave("the daemon ends");
            }
            guest.stay();
        } catch (RuntimeException | Error e) {
            log.bug("in a client's thread", e);
        } finally {
            guests.remove(guest);
        }
    }

    private static void turnAway(UnixSocket socket, String why) {
        try (socket) {
            var answer = new RpcMessage.Failure(Json.Null.NULL, new RpcError(ToDaemon.REFUSED, why, null));
            var line = (JsonText.text(answer) + "\n").getBytes(StandardCharsets.UTF_8);
            if (socket.takes(line.length)) {
                socket.out().write(line);
            }
        } catch (IOException _) {
            // It has gone already, and does not want to know.
        }
    }

    /// Nobody is let in any more, and everybody who is in has to go.
    @Override
    public void close() throws IOException {
        closed = true;
        try {
            listening.close();
        } finally {
            guests.forEach(guest -> guest.leave("the daemon ends"));
        }
    }
}
