package dev.outrigger.assistant.plugin;

import dev.outrigger.assistant.Proposal;
import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.ToolResult;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.system.ReaderRisk;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.tool.ToToolPlugin;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// A tool of a tool plugin, for the assistant.
final class PluginTool implements Tool {
    private final ToolPlugin plugin;
    private final ToolPluginManifest.ToolEntry entry;
    private final SchemaCheckedCall call;
    private final ToToolPlugin.Context context;
    private final Supplier<Optional<String>> objection;

    /// @param objection looked at before every call: why the plugin may not be run any more
    PluginTool(
            ToolPlugin plugin,
            ToolPluginManifest.ToolEntry entry,
            PluginRuntime runtime,
            ToToolPlugin.Context context,
            Supplier<Optional<String>> objection) {
        this.plugin = plugin;
        this.entry = entry;
        this.call = new SchemaCheckedCall(runtime, plugin, entry);
        this.context = context;
        this.objection = objection;
    }

    @Override
    public ToolDefinition definition() {
        return new ToolDefinition(entry.name(), entry.description(), entry.inputSchema());
    }

    @Override
    public String source() {
        return "plugin." + plugin.id();
    }

    @Override
    public Consent consent() {
        return plugin.asksFor(entry) ? Consent.ASK : Consent.UNATTENDED;
    }

    @Override
    public boolean mutating() {
        return entry.mutating();
    }

    @Override
    public String confinement() {
        var granted = plugin.granted();
        return granted.unconfined()
                ? ""
                : "a sandbox"
                        + (granted.enforced().isEmpty()
                                ? ""
                                : " with " + String.join(", ", GrantedCapabilities.texts(granted.enforced())));
    }

    @Override
    public String caution() {
        return plugin.granted().unconfined() ? "without a sandbox" : "";
    }

    @Override
    public String fingerprint() {
        var granted = plugin.granted();
        return source() + " " + entry.name() + " " + plugin.sha256() + " "
                + (granted.unconfined()
                        ? "unconfined"
                        : String.join(" ", GrantedCapabilities.texts(granted.enforced())));
    }

    @Override
    public Proposal propose(Json.Obj arguments) {
        var words = "Plugin `" + plugin.id() + "` " + plugin.manifest().version() + " runs `" + entry.name() + "` ("
                + entry.tier().word() + (entry.mutating() ? ", changes things" : "") + ") " + rights() + ".";
        return new Proposal(arguments, words, run -> run(arguments, run));
    }

    private String rights() {
        var granted = plugin.granted();
        if (granted.unconfined()) {
            return "**without a sandbox**, with your rights, as your settings have it";
        }
        var words = granted.enforced().isEmpty()
                ? "in a sandbox that opens nothing to it"
                : "in a sandbox with " + quoted(GrantedCapabilities.texts(granted.enforced()));
        return granted.declared().isEmpty()
                ? words
                : words + "; it also declares, in words that nothing enforces: " + quoted(granted.declared());
    }

    /// Words of a stranger's, so that they cannot pass for ours.
    private static String quoted(List<String> words) {
        return words.stream()
                .map(word -> "`" + Excerpt.of(ReaderRisk.masked(word.replaceAll("[`\\s]+", " "))) + "`")
                .collect(Collectors.joining(", "));
    }

    @Override
    public ToolResult run(Json.Obj arguments, ToolRun run) {
        var why = objection.get();
        if (why.isPresent()) {
            return result(new PluginCallOutcome.Failure(FailureCode.LAUNCH_FAILED, plugin.id(), why.get(), List.of()));
        }
        return result(call.run(arguments, context, CallTrace.NONE, run.cancellation()));
    }

    private ToolResult result(PluginCallOutcome outcome) {
        return switch (outcome) {
            case PluginCallOutcome.Ok(var output, var metadata) ->
                new ToolResult(text(output), false, metadata instanceof Json.Obj object ? object : Json.EMPTY);
            case PluginCallOutcome.ToolError(var code, var message, var metadata) ->
                new ToolResult(
                        (code.isEmpty() ? "" : code + ": ") + message + hint(outcome),
                        true,
                        Json.object()
                                .put("code", code)
                                .put("plugin_id", plugin.id())
                                .put("metadata", metadata)
                                .build());
            case PluginCallOutcome.Failure failure ->
                new ToolResult(
                        words(failure) + hint(outcome),
                        true,
                        Json.object()
                                .put("code", failure.code().word())
                                .put("plugin_id", failure.pluginId())
                                .put("stderr", Json.texts(failure.stderr()))
                                .build());
            case PluginCallOutcome.Cancelled _ -> ToolResult.error("cancelled");
        };
    }

    private String hint(PluginCallOutcome outcome) {
        return NetworkHint.of(plugin, outcome).map(hint -> "\n(" + hint + ")").orElse("");
    }

    private static String text(Json output) {
        return switch (output) {
            case Json.Str(var text) -> text;
            case Json.Null _ -> "(no output)";
            case Json other -> JsonText.text(other);
        };
    }

    private static String words(PluginCallOutcome.Failure failure) {
        var words = new StringBuilder(failure.code().word())
                .append(": plugin ")
                .append(failure.pluginId())
                .append(": ")
                .append(failure.message());
        if (!failure.stderr().isEmpty()) {
            words.append("\nThe last lines of its stderr:");
            failure.stderr().forEach(line -> words.append('\n').append(line));
        }
        return words.toString();
    }
}
