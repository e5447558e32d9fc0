package dev.outrigger.kaged.service;

import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.storage.StatementAnswer;
import dev.outrigger.kaged.storage.StatementRequest;
import dev.outrigger.kaged.storage.StorageFailure;
import dev.outrigger.launch.sandbox.Capability.Access;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.rpc.RequestBacklog;
import dev.outrigger.wire.rpc.RpcError;
import dev.outrigger.wire.rpc.RpcErrorCode;
import dev.outrigger.wire.rpc.RpcHandler;
import dev.outrigger.wire.rpc.RpcMessage;
import dev.outrigger.wire.rpc.RpcReply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a plugin may want of the daemon. Everything in here comes from a stranger.
final class PluginRequestDesk implements RpcHandler, AutoCloseable {
    private static final int NOTIFICATIONS_PER_SECOND = 100;

    private final DaemonServices grounds;
    private final StartContract contract;
    private final List<NotificationSubscriber> subscribers;
    private final RateAllowance allowance = new RateAllowance(NOTIFICATIONS_PER_SECOND);

    /// Statements wait for a disk, and the thread that reads must not. One at a time, so that nobody's statements hold
    /// up another plugin's.
    private final RequestBacklog statements = new RequestBacklog("storage", 256 << 10);

    /// Set once `initialize` has been answered well: before, a plugin is not heard.
    private volatile boolean open;

    PluginRequestDesk(DaemonServices grounds, StartContract contract, List<NotificationSubscriber> subscribers) {
        this.grounds = grounds;
        this.contract = contract;
        this.subscribers = subscribers;
    }

    void open() {
        open = true;
    }

    @Override
    public void close() {
        statements.close();
    }

    @Override
    public void request(RpcMessage.Request request, RpcReply reply) {
        if (!open) {
            reply.error(RpcErrorCode.NOT_INITIALIZED.error("answer initialize first"));
            return;
        }
        switch (request.method()) {
            case "kaged:storage:exec" -> storage(Access.WRITE, request, reply, grounds.storage()::exec);
            case "kaged:storage:query" -> storage(Access.READ, request, reply, grounds.storage()::query);
            case "kaged:log" -> {
                try {
                    log(object(request.params()));
                    reply.result(Json.EMPTY);
                } catch (FieldReader.Mistake e) {
                    reply.error(RpcErrorCode.INVALID_PARAMS.error(e.what()));
                }
            }
            default ->
                reply.error(RpcErrorCode.METHOD_NOT_FOUND.error("kaged knows kaged:storage:exec,"
                        + " kaged:storage:query and kaged:log, not " + Excerpt.of(request.method())));
        }
    }

    private interface Statement {
        StatementAnswer run(String plugin, StatementRequest request) throws StorageFailure;
    }

    private void storage(Access access, RpcMessage.Request request, RpcReply reply, Statement statement) {
        if (!contract.may(access)) {
            reply.error(RpcErrorCode.DENIED.error(
                    "the manifest does not declare kaged:storage:" + (access == Access.READ ? "read" : "write")));
            return;
        }
        try {
            var wanted = StatementRequest.of(object(request.params()));
            statements.add(reply, () -> answer(wanted, reply, statement));
        } catch (FieldReader.Mistake e) {
            reply.error(RpcErrorCode.INVALID_PARAMS.error(e.what()));
        }
    }

    private void answer(StatementRequest wanted, RpcReply reply, Statement statement) {
        try {
            reply.result(statement.run(contract.manifest().name(), wanted).json());
        } catch (StorageFailure e) {
            reply.error(error(e));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            grounds.log().bug("in a statement of " + contract.manifest().name(), e);
            reply.error(RpcErrorCode.INTERNAL_ERROR.error("the host failed; its log says why"));
        }
    }

    private static RpcError error(StorageFailure failure) {
        var code = switch (failure.kind()) {
            case REFUSED -> RpcErrorCode.DENIED;
            case WRONG -> RpcErrorCode.INVALID_PARAMS;
            case LIMIT -> RpcErrorCode.TIMEOUT;
            case FULL -> RpcErrorCode.PAYLOAD_TOO_LARGE;
            case BUSY -> RpcErrorCode.RATE_LIMITED;
            case BROKEN -> RpcErrorCode.INTERNAL_ERROR;
        };
        return code.error(failure.what());
    }

    @Override
    public void notification(RpcMessage.Notification notification) {
        var name = contract.manifest().name();
        // First of all: what is noted in the log below is the plugin's doing, too.
        if (!allowance.takes(System.nanoTime())) {
            return;
        }
        long dropped = allowance.dropped();
        if (dropped > 0) {
            grounds.log().note(name + " tells too much: " + dropped + " notifications were dropped");
        }
        if (!open) {
            grounds.log().note(name + " spoke before it had answered initialize");
            return;
        }
        try {
            var params = object(notification.params());
            if (notification.method().equals("kaged:log")) {
                log(params);
            } else if (contract.notifications().contains(notification.method())) {
                subscribers.forEach(each -> each.told(name, notification.method(), params));
            } else {
                grounds.log()
                        .note(name + " tells of " + Excerpt.of(notification.method())
                                + ", which its manifest does not declare: dropped");
            }
        } catch (FieldReader.Mistake e) {
            grounds.log().note(name + ", notification " + Excerpt.of(notification.method()) + ": " + e.what());
        }
    }

    /// Kept where the plugin's stderr is, within the same limits.
    private void log(Json.Obj params) throws FieldReader.Mistake {
        var fields = new FieldReader(params);
        var level = fields.textOrEmpty("level");
        var more = params.get("fields");
        var line = (level.isEmpty() ? "" : level + ": ")
                + fields.text("message")
                + (more.isPresent() ? " " + JsonText.text(more.get()) : "");
        try {
            grounds.audit().stderr(contract.manifest().name(), line.replace('\n', ' '));
        } catch (AuditFailure e) {
            grounds.log().note(String.valueOf(e.getMessage()));
        }
    }

    private static Json.Obj object(@Nullable Json params) throws FieldReader.Mistake {
        return switch (params) {
            case null -> Json.EMPTY;
            case Json.Obj object -> object;
            default -> throw new FieldReader.Mistake("params must be an object");
        };
    }
}
