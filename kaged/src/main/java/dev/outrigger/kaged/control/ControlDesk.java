package dev.outrigger.kaged.control;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.RpcReply;

/// Where what clients ask is answered. Each method is called with who asks.
public interface ControlDesk {
    Json quick(ToDaemon.Quick asked, SocketPeer peer);

    /// May take its time.
    Json slow(ToDaemon.Slow asked, SocketPeer peer) throws Declined;

    /// Never waits; the answer comes by `reply`, once.
    void call(ToDaemon.Call asked, SocketPeer peer, RpcReply reply);

    /// Tells until [AutoCloseable#close], which is called once; or until there is no more to tell, and then
    /// [Teller#end].
    Telling follow(ToDaemon.Follow asked, SocketPeer peer, Teller teller) throws Declined;

    /// To whoever follows something.
    interface Teller {
        /// False when it was not sent, because too much waits for the client to read. Never waits.
        boolean tell(Json.Obj said);

        void end(Json result);
    }

    /// Something that is being told.
    interface Telling {
        void close();
    }

    /// What was asked cannot be done; one line for people.
    final class Declined extends Exception {
        public Declined(String what) {
            super(what);
        }

        public Declined(Exception why) {
            super(why.getMessage() == null ? why.toString() : why.getMessage(), why);
        }
    }
}
