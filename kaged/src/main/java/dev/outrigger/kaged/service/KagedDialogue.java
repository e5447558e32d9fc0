package dev.outrigger.kaged.service;

import dev.outrigger.kaged.service.StartContract.Method;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.wire.rpc.CallOutcome;
import dev.outrigger.wire.rpc.CallWaiter;
import dev.outrigger.wire.rpc.RpcChannel;
import dev.outrigger.wire.rpc.RpcErrorCode;
import java.time.Duration;
import java.util.Map;

/// In kaged's own protocol: what the manifest declares is what is called.
///
/// @param version of this program
record KagedDialogue(
        StartContract contract, String version, PluginProjects projects, PluginRequestDesk desk, RpcChannel channel)
        implements ServiceDialogue {
    private static final CallDeadlines GREETING = CallDeadlines.of(Duration.ofSeconds(30));

    @Override
    public void greet(Greeted told) {
        var _ = channel.call("initialize", contract.greeting(version, projects.told()), GREETING, said -> {
            switch (said) {
                case CallOutcome.Answered(var result) -> greeted(told, result);
                case CallOutcome.Refused(var error) ->
                    told.failed(new ProcessEnd.Failed(
                            "it answered initialize with an error: " + Excerpt.of(error.message())));
                case CallOutcome.Lost(var error) -> {
                    if (!error.is(RpcErrorCode.PLUGIN_UNAVAILABLE)) {
                        told.failed(new ProcessEnd.Failed("it did not answer initialize: " + error.message()));
                    }
                }
            }
        });
    }

    private void greeted(Greeted told, Json result) {
        var objection = contract.objection(result);
        if (objection.isPresent()) {
            told.failed(new ProcessEnd.Unfit(objection.get()));
            return;
        }
        desk.open();
        channel.tell("initialized", null);
        told.ready();
    }

    @Override
    public boolean knowsShutdown() {
        return true;
    }

    @Override
    public Map<String, Method> methods() {
        return contract.methods();
    }

    @Override
    public boolean isStale() {
        return false;
    }

    @Override
    public void look(Duration within, Runnable then) {
        then.run();
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
