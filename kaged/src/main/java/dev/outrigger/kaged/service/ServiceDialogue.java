package dev.outrigger.kaged.service;

import dev.outrigger.kaged.service.StartContract.Method;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.wire.rpc.CallWaiter;
import dev.outrigger.wire.rpc.RpcChannel;
import java.util.Map;

/// How one process of a plugin is called, in the protocol that its manifest names.
sealed interface ServiceDialogue permits KagedDialogue, McpDialogue {
    RpcChannel channel();

    /// Whether it is asked to leave by a call; who knows none understands the end of its input.
    boolean knowsShutdown();

    /// What can be called now, by its name.
    Map<String, Method> methods();

    /// Who says what these are, as a clause.
    String declaredBy();

    boolean isClosed();

    /// Something for the plugin to know, in kaged's own words: not for who speaks another protocol.
    void tell(String method, Json params);

    /// Never waits. The caller hears the end exactly once, and progress before it.
    AcceptedCall call(Method method, MethodCall ask, CallDeadlines patience, CallWaiter caller);
}
