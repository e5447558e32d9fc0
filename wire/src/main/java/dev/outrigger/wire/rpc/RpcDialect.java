package dev.outrigger.wire.rpc;

/// What a protocol over JSON-RPC calls the notifications about a call that is on its way, and where it differs
/// around them.
///
/// @param cancel the method by which a call is taken back, and `cancelled` its member with the call's id
/// @param progress the method of a sign of life, and `token` its member that names the call
/// @param answersCancelled whether a request that was taken back is answered all the same
/// @param strict whether an answer to nobody ends the connection; if not, it is a stray
public record RpcDialect(
        String cancel, String cancelled, String progress, String token, boolean answersCancelled, boolean strict) {
    /// What `kaged` speaks.
    public static final RpcDialect KAGED = new RpcDialect("$/cancel", "id", "$/progress", "token", true, true);

    /// The Model Context Protocol. Some of its servers answer notifications, with an error for nobody.
    public static final RpcDialect MCP = new RpcDialect(
            "notifications/cancelled", "requestId", "notifications/progress", "progressToken", false, false);
}
