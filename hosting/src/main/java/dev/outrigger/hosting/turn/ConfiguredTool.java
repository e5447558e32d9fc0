package dev.outrigger.hosting.turn;

import dev.outrigger.assistant.Proposal;
import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.ToolResult;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.wire.Json;

/// A tool as the settings want it: under this name, with these words, asked about or not.
///
/// @param objection why it is asked about, though the settings let it run unattended; "" when nothing is in the way
public record ConfiguredTool(Tool tool, ToolDefinition definition, Consent consent, String objection) implements Tool {
    @Override
    public String source() {
        return tool.source();
    }

    @Override
    public String fullName() {
        return tool.fullName();
    }

    @Override
    public String definedAs() {
        return tool.definedAs();
    }

    @Override
    public boolean mutating() {
        return tool.mutating();
    }

    @Override
    public String confinement() {
        return tool.confinement();
    }

    @Override
    public String caution() {
        return tool.caution();
    }

    /// What it does is the same, whatever it is called.
    @Override
    public String fingerprint() {
        return tool.fingerprint();
    }

    @Override
    public Proposal propose(Json.Obj arguments) {
        return tool.propose(arguments);
    }

    @Override
    public ToolResult run(Json.Obj arguments, ToolRun run) {
        return tool.run(arguments, run);
    }
}
