package dev.outrigger.assistant.mcp.client;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.rpc.ChannelFault;
import dev.outrigger.wire.rpc.ChannelListener;
import dev.outrigger.wire.rpc.RpcErrorCode;
import dev.outrigger.wire.rpc.RpcHandler;
import dev.outrigger.wire.rpc.RpcMessage;
import dev.outrigger.wire.rpc.RpcReply;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// Where a server's own asks are answered and its words are taken down.
final class McpServerDesk implements RpcHandler, ChannelListener {
    private final String source;
    private final List<Path> roots;
    private final int linesLogged;
    private final McpListener listener;
    private final Runnable toolsChanged;
    private final Runnable faulty;
    /// The calls on their way, latest last. A server does not say on behalf of which one it asks.
    private final ConcurrentLinkedDeque<WaitingToolCall> open = new ConcurrentLinkedDeque<>();

    private final AtomicBoolean strayTold = new AtomicBoolean();
    private final AtomicInteger logged = new AtomicInteger();

    McpServerDesk(ServerTerms terms, Runnable toolsChanged, Runnable faulty) {
        this.source = terms.source();
        this.roots = terms.roots();
        this.linesLogged = terms.linesLogged();
        this.listener = terms.listener();
        this.toolsChanged = toolsChanged;
        this.faulty = faulty;
    }

    void opened(WaitingToolCall call) {
        open.addLast(call);
    }

    void closed(WaitingToolCall call) {
        open.remove(call);
    }

    @Override
    public void request(RpcMessage.Request request, RpcReply reply) {
        switch (request.method()) {
            case "ping" -> reply.result(Json.EMPTY);
            case "roots/list" -> reply.result(McpParams.roots(roots));
            case "elicitation/create" -> elicit(request, reply);
            default -> {
                listener.refused(HarmlessWords.line(request.method()));
                reply.error(RpcErrorCode.METHOD_NOT_FOUND.error("this client does not do that"));
            }
        }
    }

    @Override
    public void notification(RpcMessage.Notification notification) {
        switch (notification.method()) {
            case "notifications/tools/list_changed" -> toolsChanged.run();
            case "notifications/message" -> {
                if (notification.params() instanceof Json.Obj said) {
                    log(said.text("level").orElse("log") + ": "
                            + said.get("data").map(McpServerDesk::plain).orElse(""));
                }
            }
            default -> {}
        }
    }

    @Override
    public void stray(String why, String head) {
        if (strayTold.compareAndSet(false, true)) {
            listener.note(source + ": a line on its stdout that is no message was ignored (" + why + "): "
                    + HarmlessWords.line(head) + "; more of them are not told");
        }
    }

    @Override
    public void ignored(String what) {
        log("ignored: " + what);
    }

    @Override
    public void fault(ChannelFault fault) {
        listener.note(source + ": given up: " + reason(fault));
        faulty.run();
    }

    @Override
    public void bug(String where, Throwable bug) {
        listener.note(source + ": a mistake of ours " + where + ": " + bug);
    }

    void log(String line) {
        int lines = logged.incrementAndGet();
        if (lines <= linesLogged) {
            listener.log(source + ": " + HarmlessWords.line(line));
        } else if (lines - 1 == linesLogged) {
            listener.log(source + ": says more than is taken down");
        }
    }

    private void elicit(RpcMessage.Request request, RpcReply reply) {
        var asking = open.peekLast();
        var params = request.params() instanceof Json.Obj object ? object : Json.EMPTY;
        if (asking == null) {
            reply.error(RpcErrorCode.INVALID_REQUEST.error("no tool call is open, so there is nobody to ask"));
            return;
        }
        if (open.stream().anyMatch(call -> !call.caller().equals(asking.caller()))) {
            listener.note(source + ": it asked something while calls of several callers were open, and does not say of"
                    + " which one: nobody was asked");
            reply.result(Elicitation.CANCELLED);
            return;
        }
        var takenBack = new AtomicBoolean();
        reply.onCancel(() -> takenBack.set(true));
        // Whichever of them it is, the server may let all wait for the answer.
        var held = List.copyOf(open);
        held.forEach(WaitingToolCall::hold);
        asking.ask(new WaitingToolCall.Asked() {
            @Override
            public void answer() {
                try {
                    if (!takenBack.get()) {
                        reply.result(Elicitation.answer(source, params, asking.run(), listener::note));
                    }
                } finally {
                    held.forEach(WaitingToolCall::release);
                }
            }

            @Override
            public void refuse() {
                held.forEach(WaitingToolCall::release);
                reply.error(RpcErrorCode.RATE_LIMITED.error("too many questions for one call, or too late for them"));
            }
        });
    }

    private static String plain(Json data) {
        return data instanceof Json.Str(var text) ? text : JsonText.text(data);
    }

    private static String reason(ChannelFault fault) {
        return switch (fault) {
            case ChannelFault.OnlyStrays(var lines, var why, var head) ->
                "its last " + lines + " lines on stdout were no messages (" + why + "): " + HarmlessWords.line(head);
            case ChannelFault.AnsweredNobody(var said) -> "it answered nobody: " + HarmlessWords.line(said);
            case ChannelFault.Stalled(var since) -> "it has not read its stdin for " + since.toSeconds() + " s";
            case ChannelFault.NoLineEnd(var bytes) ->
                "it wrote more than " + (bytes >> 20) + " MiB to stdout without ending a line";
            case ChannelFault.Broken(var why) -> HarmlessWords.line(why);
        };
    }
}
