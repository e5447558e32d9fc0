package dev.outrigger.wire.tool;

import dev.outrigger.wire.Json;

/// What the core says to a tool plugin: first one, then the other, then no more.
public sealed interface ToToolPlugin {
    /// The only version there is.
    String PROTOCOL = "rterm.plugin.v1";

    /// The first line. `protocolVersion` is the one that the plugin must answer in.
    record Handshake(String protocolVersion) implements ToToolPlugin {
        public Handshake() {
            this(PROTOCOL);
        }
    }

    /// The one call.
    ///
    /// @param requestId `plugin_req_` and 16 hexadecimal digits, to be repeated in the response
    /// @param input [Json#EMPTY] when there is none
    record Request(String requestId, String toolName, Context context, Json.Obj input) implements ToToolPlugin {}

    /// Where a call comes from. What is not known is "", and not sent.
    record Context(String workspaceId, String widgetId, String repoRoot, String roleId, String modeId) {
        public static final Context NONE = new Context("", "", "", "", "");

        public static Context in(String workspaceId, String repoRoot) {
            return new Context(workspaceId, "", repoRoot, "", "");
        }
    }
}
