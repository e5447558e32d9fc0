package dev.outrigger.kaged.service;

import dev.outrigger.kaged.service.StartContract.Method;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.wire.rpc.CallWaiter;
import dev.outrigger.wire.rpc.RpcChannel;
import java.util.Map;

/// In kaged's own protocol: what the manifest declares is what is called.
record KagedDialogue(Map<String, Method> methods, RpcChannel channel) implements ServiceDialogue {
    @Override
    public boolean knowsShutdown() {
        return true;
    }

    @Override
    public String declaredBy() {
        return "its manifest declares";
    }

    @Override
    public boolean isClosed() {
        return channel.isClosed();
    }

    @Override
    public void tell(String method, Json params) {
        channel.tell(method, params);
    }

    @Override
    public AcceptedCall call(Method method, MethodCall ask, CallDeadlines patience, CallWaiter caller) {
        return channel.call(ask.method(), ask.context().in(ask.params()), patience, caller)::cancel;
    }
}
