package dev.outrigger.assistant.plugin;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.schema.Schema;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.tool.ToToolPlugin;
import java.util.List;
import java.util.Optional;

/// Calls of one tool whose input and output fit the schemas in its manifest. Input that does not is the caller's error,
/// and nothing is started for it; output that does not is a malformed response.
public final class SchemaCheckedCall {
    private final PluginRuntime runtime;
    private final ToolPlugin plugin;
    private final ToolPluginManifest.ToolEntry tool;
    private final Schema input;
    private final Optional<Schema> output;

    public SchemaCheckedCall(PluginRuntime runtime, ToolPlugin plugin, ToolPluginManifest.ToolEntry tool) {
        this.runtime = runtime;
        this.plugin = plugin;
        this.tool = tool;
        this.input = Schema.of(tool.inputSchema());
        this.output = tool.outputSchema().map(Schema::of);
    }

    public PluginCallOutcome run(
            Json.Obj arguments, ToToolPlugin.Context context, CallTrace trace, Cancellation cancellation) {
        var misfit = misfit(arguments);
        if (misfit.isPresent()) {
            return new PluginCallOutcome.ToolError("invalid_input", misfit.get(), Json.Null.NULL);
        }
        try {
            var call = runtime.prepare(plugin.spec(), tool.name(), context, arguments, trace);
            var outcome = call.run(cancellation);
            return outcome instanceof PluginCallOutcome.Ok(var said, var _) ? checked(outcome, said, call) : outcome;
        } catch (PluginSpec.Bad e) {
            return new PluginCallOutcome.Failure(
                    FailureCode.LAUNCH_FAILED, plugin.id(), String.valueOf(e.getMessage()), List.of());
        }
    }

    /// Why this input would not reach the plugin.
    Optional<String> misfit(Json.Obj arguments) {
        return misfit(input, arguments, "the input");
    }

    private PluginCallOutcome checked(PluginCallOutcome outcome, Json said, ToolPluginCall call) {
        return output.flatMap(schema -> misfit(schema, said, "its output"))
                .<PluginCallOutcome>map(what ->
                        new PluginCallOutcome.Failure(FailureCode.MALFORMED_RESPONSE, plugin.id(), what, call.stderr()))
                .orElse(outcome);
    }

    private static Optional<String> misfit(Schema schema, Json value, String what) {
        return switch (schema.check(value)) {
            case Schema.Verdict.Fits _ -> Optional.empty();
            case Schema.Verdict.Misfit(var path, var why) ->
                Optional.of(what + " does not fit its schema" + (path.isEmpty() ? "" : ": " + String.join(".", path))
                        + ": " + why);
            case Schema.Verdict.Unusable(var why) ->
                Optional.of(what + " cannot be checked, since the schema is no good: " + why);
        };
    }
}
