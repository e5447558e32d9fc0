package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Every key that jp knows. docs/configuration.md names each of them.
final class KnownKeys {
    private static final long DAY = 86_400;

    private static final List<SettingKey> OF_ASSISTANT_AND_TOOLS = List.of(
            SettingKey.text("assistant.name", WorkspaceKeyRule.YES, "What the assistant is called.")
                    .or("JP"),
            SettingKey.text(
                    "assistant.system_prompt",
                    WorkspaceKeyRule.YES,
                    "What the assistant is told before every conversation."),
            SettingKey.choice(
                    "assistant.model.id.provider",
                    WorkspaceKeyRule.NO,
                    "Who runs the model. Unset: a reachable ollama, else demo.",
                    ModelProviderKeys.names()),
            SettingKey.text(
                    "assistant.model.id.name", WorkspaceKeyRule.NO, "The model, by its provider's name for it."),
            SettingKey.whole(
                    "assistant.model.parameters.max_tokens",
                    WorkspaceKeyRule.NO,
                    1,
                    100_000_000,
                    "The longest answer, in tokens."),
            SettingKey.number(
                    "assistant.model.parameters.temperature",
                    WorkspaceKeyRule.YES,
                    "How freely the model chooses its words."),
            SettingKey.number(
                    "assistant.model.parameters.top_p",
                    WorkspaceKeyRule.YES,
                    "Chooses among the words of this much likelihood."),
            SettingKey.whole(
                    "assistant.model.parameters.top_k",
                    WorkspaceKeyRule.YES,
                    1,
                    1_000_000,
                    "Chooses among this many words."),
            SettingKey.texts(
                    "assistant.model.parameters.stop_words", WorkspaceKeyRule.YES, "Texts that end an answer."),
            SettingKey.choice(
                    "assistant.model.parameters.reasoning",
                    WorkspaceKeyRule.NO,
                    "How much the model thinks before it answers. Unset: as its provider has it.",
                    "off",
                    "low",
                    "medium",
                    "high"),
            SettingKey.open("assistant.model.parameters.other", "Passed to the provider as it is."),
            // Without a default in the tree: there, every other name is a tool's.
            SettingKey.whole(
                    "conversation.tools.max_result_kb",
                    WorkspaceKeyRule.NO,
                    1,
                    1024,
                    "How much of a tool's result the model gets, in KiB; the rest is cut, with a note. Unset: 64."),
            SettingKey.text(
                    "conversation.tools.*.source",
                    WorkspaceKeyRule.NO,
                    "builtin, local, plugin.<id>, mcp.<server> or kaged.<plugin>; with /<tool> for one of another name."),
            SettingKey.flag(
                    "conversation.tools.*.enable",
                    WorkspaceKeyRule.stricter("true", "false"),
                    "Whether the assistant may see this tool."),
            SettingKey.choice(
                    "conversation.tools.*.run",
                    WorkspaceKeyRule.stricter("unattended", "ask", "skip"),
                    "Whether a call is asked about first.",
                    "ask",
                    "unattended",
                    "skip"),
            SettingKey.text(
                    "conversation.tools.*.description", WorkspaceKeyRule.NO, "What the model is told about this tool."),
            SettingKey.open("conversation.tools.*.parameters", "The arguments of this tool, by name."),
            SettingKey.text("conversation.tools.*.command", WorkspaceKeyRule.NO, "The program of a local tool."),
            SettingKey.texts("conversation.tools.*.args", WorkspaceKeyRule.NO, "Its arguments."),
            SettingKey.whole(
                    "conversation.tools.*.timeout_secs",
                    WorkspaceKeyRule.NO,
                    1,
                    DAY,
                    "How long a call of a local tool may take. Unset: 120."),
            SettingKey.text("conversation.tools.*.env.*", WorkspaceKeyRule.NO, "Its environment.")
                    .hidden());

    private static final List<SettingKey> OF_EVERYTHING_ELSE = List.of(
            SettingKey.text(
                    "providers.llm.aliases.*",
                    WorkspaceKeyRule.NO,
                    "A short name for a model, for `-m`: PROVIDER/MODEL, or a table of `provider` and `name`."),
            SettingKey.text("providers.mcp.*.command", WorkspaceKeyRule.NO, "The program of an MCP server."),
            SettingKey.texts("providers.mcp.*.args", WorkspaceKeyRule.NO, "Its arguments."),
            SettingKey.choice(
                    "providers.mcp.*.era",
                    WorkspaceKeyRule.NO,
                    "How it wants to be spoken to. Unset: found out.",
                    "initialize",
                    "stateless"),
            SettingKey.whole(
                    "providers.mcp.*.start_timeout_secs",
                    WorkspaceKeyRule.NO,
                    1,
                    DAY,
                    "How long it may take to tell its tools. Unset: 60."),
            SettingKey.whole(
                    "providers.mcp.*.timeout_secs",
                    WorkspaceKeyRule.NO,
                    1,
                    DAY,
                    "How long a call may take as a whole. Unset: 1800."),
            SettingKey.whole(
                    "providers.mcp.*.idle_timeout_secs",
                    WorkspaceKeyRule.NO,
                    1,
                    DAY,
                    "And without a sign of progress. Unset: 120."),
            SettingKey.text("providers.mcp.*.env.*", WorkspaceKeyRule.NO, "Its environment; ours is not handed down.")
                    .hidden(),
            SettingKey.text("editor.command", WorkspaceKeyRule.NO, "What edits a text. Unset: $VISUAL, then $EDITOR."),
            SettingKey.open("server", "For plugins that serve something; jp does not look inside."),
            SettingKey.flag(
                            "plugins.auto_install",
                            WorkspaceKeyRule.stricter("true", "false"),
                            "Whether a plugin from the registry is installed when it is called.")
                    .or(Json.Bool.TRUE),
            SettingKey.text(
                            "plugins.registry_url",
                            WorkspaceKeyRule.NO,
                            "Where the list of plugins is: https, or file for a mirror.")
                    .or("https://jp.computer/plugins.json"),
            SettingKey.text(
                    "plugins.ca_file",
                    WorkspaceKeyRule.NO,
                    "Certificates of authorities, PEM, believed besides the usual ones."),
            SettingKey.whole(
                            "plugins.download_stall_secs",
                            WorkspaceKeyRule.NO,
                            1,
                            DAY,
                            "How long a download may stand as good as still.")
                    .or(Json.of(30)),
            SettingKey.whole(
                            "plugins.download_timeout_secs",
                            WorkspaceKeyRule.NO,
                            1,
                            DAY,
                            "How long a download may take as a whole.")
                    .or(Json.of(1800)),
            SettingKey.whole(
                            "plugins.shutdown_timeout_secs",
                            WorkspaceKeyRule.NO,
                            0,
                            DAY,
                            "Grace after exit or shutdown, before the kill.")
                    .or(Json.of(5)),
            SettingKey.whole(
                            "plugins.handshake_timeout_secs",
                            WorkspaceKeyRule.NO,
                            1,
                            DAY,
                            "How long a plugin may take to say ready.")
                    .or(Json.of(10)),
            SettingKey.whole(
                            "plugins.describe_timeout_secs",
                            WorkspaceKeyRule.NO,
                            1,
                            DAY,
                            "How long it may take to describe itself.")
                    .or(Json.of(2)),
            SettingKey.whole(
                            "plugins.stall_secs",
                            WorkspaceKeyRule.NO,
                            1,
                            DAY,
                            "How long it may read nothing while its queue is full.")
                    .or(Json.of(60)),
            SettingKey.whole(
                            "plugins.max_line_bytes",
                            WorkspaceKeyRule.NO,
                            1024,
                            Integer.MAX_VALUE - 8,
                            "The longest line a plugin may send.")
                    .or(Json.of(16 << 20)),
            SettingKey.whole(
                            "plugins.max_stray_lines",
                            WorkspaceKeyRule.NO,
                            1,
                            1_000_000,
                            "Lines in a row that are no message, before the end.")
                    .or(Json.of(20)),
            SettingKey.whole(
                            "plugins.queue_bytes",
                            WorkspaceKeyRule.NO,
                            1024,
                            Integer.MAX_VALUE - 8,
                            "What may wait for a plugin that reads slowly.")
                    .or(Json.of(4 << 20)),
            SettingKey.whole(
                            "plugins.respond_timeout_secs",
                            WorkspaceKeyRule.NO,
                            1,
                            DAY,
                            "How long a plugin may leave a question of a turn unanswered.")
                    .or(Json.of(300)),
            SettingKey.choice(
                            "plugins.respond_timeout_action",
                            WorkspaceKeyRule.NO,
                            "What becomes of a tool call that nobody decided about in time.",
                            "reject",
                            "approve")
                    .or("reject"),
            SettingKey.whole(
                            "plugins.queries_at_once",
                            WorkspaceKeyRule.NO,
                            1,
                            1000,
                            "How many turns a plugin may have running, each in its conversation.")
                    .or(Json.of(8)),
            SettingKey.flag(
                    "plugins.command.*.install",
                    WorkspaceKeyRule.stricter("true", "false"),
                    "Whether this plugin may be installed from the registry."),
            SettingKey.choice(
                    "plugins.command.*.run",
                    WorkspaceKeyRule.stricter("unattended", "ask", "deny"),
                    "Whether a start is asked about first. Unset: ask, but unattended for official ones.",
                    "ask",
                    "unattended",
                    "deny"),
            SettingKey.choice(
                    "plugins.command.*.checksum.algorithm",
                    WorkspaceKeyRule.UNLESS_SET,
                    "How the pin was computed.",
                    "sha256"),
            SettingKey.text(
                    "plugins.command.*.checksum.value",
                    WorkspaceKeyRule.UNLESS_SET,
                    "The only program that may run under this name, in hex."),
            SettingKey.text(
                    "plugins.command.*.dev",
                    WorkspaceKeyRule.NO,
                    "The file that may change and run unasked, by its real path, while you develop it."),
            SettingKey.flag(
                    "plugins.command.*.contain",
                    WorkspaceKeyRule.stricter("false", "true"),
                    "Whether it runs in a process namespace that nothing outlives."),
            SettingKey.flag(
                    "plugins.command.*.may_remove",
                    WorkspaceKeyRule.NO,
                    "Whether this plugin may delete conversations."),
            SettingKey.open("plugins.command.*.options", "Handed to this plugin when it starts, and to no other."),
            SettingKey.texts(
                    "plugins.tool.*.grant",
                    WorkspaceKeyRule.NO,
                    "What this tool plugin may do, instead of the capabilities that it declares."),
            SettingKey.flag(
                    "plugins.tool.*.unconfined",
                    WorkspaceKeyRule.NO,
                    "Whether this tool plugin runs without a sandbox, with all your rights."),
            SettingKey.whole(
                    "plugins.tool.*.timeout_secs",
                    WorkspaceKeyRule.NO,
                    1,
                    600,
                    "How long one of its calls may take. Unset: as its manifest says, else 5."));

    private static final List<SettingKey> ALL = together();

    private KnownKeys() {}

    private static List<SettingKey> together() {
        var all = new ArrayList<>(OF_ASSISTANT_AND_TOOLS);
        all.addAll(ModelProviderKeys.all());
        all.addAll(OF_EVERYTHING_ELSE);
        return List.copyOf(all);
    }

    static List<SettingKey> all() {
        return ALL;
    }

    /// The tree of what is built in.
    static Json.Obj defaults() {
        var tree = new LinkedHashMap<String, Json>();
        var tables = new HashMap<String, Map<String, Json>>();
        for (var key : ALL) {
            if (key.standard() != null) {
                int name = key.path().lastIndexOf('.');
                table(key.path().substring(0, name), tree, tables)
                        .put(key.path().substring(name + 1), key.standard());
            }
        }
        return new Json.Obj(tree);
    }

    /// Filled while it is already in the tree: a copy of the tree for each key takes half a millisecond of every start.
    private static Map<String, Json> table(String path, Map<String, Json> tree, Map<String, Map<String, Json>> tables) {
        var known = tables.get(path);
        if (known != null) {
            return known;
        }
        var table = new LinkedHashMap<String, Json>();
        tables.put(path, table);
        int name = path.lastIndexOf('.');
        var above = name < 0 ? tree : table(path.substring(0, name), tree, tables);
        above.put(path.substring(name + 1), new Json.Obj(table));
        return table;
    }
}
