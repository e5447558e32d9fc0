package dev.outrigger.kaged.service;

import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.storage.Answer;
import dev.outrigger.kaged.storage.Request;
import dev.outrigger.kaged.storage.StorageFailure;
import dev.outrigger.launch.sandbox.Capability.Access;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Fields;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.rpc.Backlog;
import dev.outrigger.wire.rpc.ErrorCode;
import dev.outrigger.wire.rpc.Handler;
import dev.outrigger.wire.rpc.Message;
import dev.outrigger.wire.rpc.Reply;
import dev.outrigger.wire.rpc.RpcError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a plugin may want of the daemon. Everything in here comes from a stranger.
final class Desk implements Handler, AutoCloseable {
    private static final int NOTIFICATIONS_PER_SECOND = 100;

    private final Grounds grounds;
    private final Contract contract;
    private final List<Subscriber> subscribers;
    private final Allowance allowance = new Allowance(NOTIFICATIONS_PER_SECOND);

    /// Statements wait for a disk, and the thread that reads must not. One at a time, so that nobody's statements hold
    /// up another plugin's.
    private final Backlog statements = new Backlog("storage", 256 << 10);

    /// Set once `initialize` has been answered well: before, a plugin is not heard.
    private volatile boolean open;

    Desk(Grounds grounds, Contract contract, List<Subscriber> subscribers) {
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
    public void request(Message.Request request, Reply reply) {
        if (!open) {
            reply.error(ErrorCode.NOT_INITIALIZED.error("answer initialize first"));
            return;
        }
        switch (request.method()) {
            case "kaged:storage:exec" -> storage(Access.WRITE, request, reply, grounds.storage()::exec);
            case "kaged:storage:query" -> storage(Access.READ, request, reply, grounds.storage()::query);
            case "kaged:log" -> {
                try {
                    log(object(request.params()));
                    reply.result(Json.EMPTY);
                } catch (Fields.Mistake e) {
                    reply.error(ErrorCode.INVALID_PARAMS.error(e.what()));
                }
            }
            default ->
                reply.error(ErrorCode.METHOD_NOT_FOUND.error("kaged knows kaged:storage:exec,"
                        + " kaged:storage:query and kaged:log, not " + Excerpt.of(request.method())));
        }
    }

    private interface Statement {
        Answer run(String plugin, Request request) throws StorageFailure;
    }

    private void storage(Access access, Message.Request request, Reply reply, Statement statement) {
        if (!contract.may(access)) {
            reply.error(ErrorCode.DENIED.error(
                    "the manifest does not declare kaged:storage:" + (access == Access.READ ? "read" : "write")));
            return;
        }
        try {
            var wanted = Request.of(object(request.params()));
            statements.add(reply, () -> answer(wanted, reply, statement));
        } catch (Fields.Mistake e) {
            reply.error(ErrorCode.INVALID_PARAMS.error(e.what()));
        }
    }

    private void answer(Request wanted, Reply reply, Statement statement) {
        try {
            reply.result(statement.run(contract.manifest().name(), wanted).json());
        } catch (StorageFailure e) {
            reply.error(error(e));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            grounds.log().bug("in a statement of " + contract.manifest().name(), e);
            reply.error(ErrorCode.INTERNAL_ERROR.error("the host failed; its log says why"));
        }
    }

    private static RpcError error(StorageFailure failure) {
        var code = switch (failure.kind()) {
            case REFUSED -> ErrorCode.DENIED;
            case WRONG -> ErrorCode.INVALID_PARAMS;
            case LIMIT -> ErrorCode.TIMEOUT;
            case FULL -> ErrorCode.PAYLOAD_TOO_LARGE;
            case BUSY -> ErrorCode.RATE_LIMITED;
            case BROKEN -> ErrorCode.INTERNAL_ERROR;
        };
        return code.error(failure.what());
    }

    @Override
    public void notification(Message.Notification notification) {
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
        } catch (Fields.Mistake e) {
            grounds.log().note(name + ", notification " + Excerpt.of(notification.method()) + ": " + e.what());
        }
    }

    /// Kept where the plugin's stderr is, within the same limits.
    private void log(Json.Obj params) throws Fields.Mistake {
        var fields = new Fields(params);
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

    private static Json.Obj object(@Nullable Json params) throws Fields.Mistake {
        return switch (params) {
            case null -> Json.EMPTY;
            case Json.Obj object -> object;
            default -> throw new Fields.Mistake("params must be an object");
        };
    }
}
