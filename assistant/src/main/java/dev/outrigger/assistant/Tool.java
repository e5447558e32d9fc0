package dev.outrigger.assistant;

import dev.outrigger.wire.Json;

/// Something the assistant can do.
public interface Tool {
    ToolDefinition definition();

    /// `builtin`, `local`, `plugin.<id>`, `mcp.<server>`. Has no slash in it.
    String source();

    /// `<source>/<tool>`, by which permissions are given: whatever a model sees it as, this names no other.
    default String fullName() {
        return source() + "/" + definition().name();
    }

    /// Whether a call is asked about first, unless the settings say otherwise.
    Consent consent();

    /// At least so strict a call is, also where the settings would have it easier.
    default Consent least() {
        return Consent.UNATTENDED;
    }

    /// Whether a call may change anything; so it is where nobody knows.
    default boolean mutating() {
        return true;
    }

    /// What it cannot get out of, in a few words; "" when it runs with the rights of the user.
    default String confinement() {
        return "";
    }

    /// What whoever looks at the list of tools should know of this one besides, in a word or two; "" for nothing.
    default String caution() {
        return "";
    }

    /// Everything that whoever approves it agrees to: when this text changes, an earlier approval counts no more.
    String fingerprint();

    /// What it is by the word of whoever offers it, whichever workspace it is used in: when this text changes, the
    /// settings' word that it may run unattended counts no more.
    default String definedAs() {
        return fingerprint();
    }

    /// A call for somebody to decide about. Nothing is done yet.
    default Proposal propose(Json.Obj arguments) {
        return new Proposal(arguments, "", run -> run(arguments, run));
    }

    /// Without anybody having looked at this call. Never throws for what goes wrong with a tool: a failure is a
    /// result like any other, and the model reads it. May be called by several threads at once. When cancelled it
    /// ends what it started and returns soon.
    ToolResult run(Json.Obj arguments, ToolRun run);

    enum Consent {
        ASK,
        UNATTENDED,
        /// Never run; the model is told so.
        SKIP
    }
}
