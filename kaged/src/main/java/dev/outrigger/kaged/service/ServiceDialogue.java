package dev.outrigger.kaged.service;

import dev.outrigger.kaged.service.StartContract.Method;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.wire.rpc.CallWaiter;
import dev.outrigger.wire.rpc.RpcChannel;
import java.time.Duration;
import java.util.Map;

/// How one process of a plugin is called, in the protocol that its manifest names.
sealed interface ServiceDialogue permits KagedDialogue, McpDialogue {
    RpcChannel channel();

    /// The first words. Never waits: what came of them is told, once, by another thread; nothing when the pipe is gone,
    /// since the end of the process says more.
    void greet(Greeted told);

    /// Who wants to know what came of the greeting.
    interface Greeted {
        void ready();

        void failed(ProcessEnd why);

        /// By a mistake of ours.
        void mistaken(Throwable mistake);
    }

    /// Whether it is asked to leave by a call; who knows none understands the end of its input.
    boolean knowsShutdown();

    /// What can be called now, by its name.
    Map<String, Method> methods();

    /// Whether it has said that it may have others by now: [#look] finds out.
    boolean isStale();

    /// Never waits. `then` is run when the look is over, whatever came of it, or after so long.
    void look(Duration within, Runnable then);

    /// Who says what these are, as a clause.
    String declaredBy();

    boolean isClosed();

    /// Something for the plugin to know, in kaged's own words: not for who speaks another protocol.
    void tell(String method, Json params);

    /// Never waits. The caller hears the end exactly once, and progress before it.
    AcceptedCall call(Method method, MethodCall ask, CallDeadlines patience, CallWaiter caller);
}
