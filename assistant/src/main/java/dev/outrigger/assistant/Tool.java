package dev.outrigger.assistant;

import dev.outrigger.wire.Json;

/// Something the assistant can do.
public interface Tool {
    ToolDefinition definition();

    /// `builtin`, `local`, `plugin.<id>`, `mcp.<server>`.
    String source();

    /// Whether a call is asked about first, unless the settings say otherwise.
    Consent consent();

    /// What whoever looks at the list of tools should know of this one besides, in a word or two; "" for nothing.
    default String caution() {
        return "";
    }

    /// Everything that whoever approves it agrees to: when this text changes, an earlier approval counts no more.
    String fingerprint();

    /// A call for somebody to decide about. Nothing is done yet.
    default Proposal propose(Json.Obj arguments) {
        return new Proposal(arguments, "", run -> run(arguments, run));
    }

    /// Without anybody having looked at this call. Never throws for what goes wrong with a tool: a failure is a result
    /// like any other, and the model reads it. May
    /// be called by several threads at once. When cancelled it ends what it started and returns soon.
    ToolResult run(Json.Obj arguments, ToolRun run);

    enum Consent {
        ASK,
        UNATTENDED,
        /// Never run; the model is told so.
        SKIP
    }
}
