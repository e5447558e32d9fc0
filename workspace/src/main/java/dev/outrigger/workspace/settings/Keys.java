package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import java.util.List;

/// Every key that jp knows. docs/configuration.md names each of them.
final class Keys {
    private static final long DAY = 86_400;

    private static final List<Key> ALL = List.of(
            Key.text("assistant.name", FromWorkspace.YES, "What the assistant is called.")
                    .or("JP"),
            Key.text(
                    "assistant.system_prompt",
                    FromWorkspace.YES,
                    "What the assistant is told before every conversation."),
            Key.choice(
                    "assistant.model.id.provider",
                    FromWorkspace.NO,
                    "Who runs the model. Unset: a reachable ollama, else demo.",
                    "anthropic",
                    "openai",
                    "ollama",
                    "demo"),
            Key.text("assistant.model.id.name", FromWorkspace.NO, "The model, by its provider's name for it."),
            Key.whole(
                    "assistant.model.parameters.max_tokens",
                    FromWorkspace.NO,
                    1,
                    100_000_000,
                    "The longest answer, in tokens."),
            Key.number(
                    "assistant.model.parameters.temperature",
                    FromWorkspace.YES,
                    "How freely the model chooses its words."),
            Key.number(
                    "assistant.model.parameters.top_p",
                    FromWorkspace.YES,
                    "Chooses among the words of this much likelihood."),
            Key.whole(
                    "assistant.model.parameters.top_k",
                    FromWorkspace.YES,
                    1,
                    1_000_000,
                    "Chooses among this many words."),
            Key.texts("assistant.model.parameters.stop_words", FromWorkspace.YES, "Texts that end an answer."),
            Key.choice(
                    "assistant.model.parameters.reasoning",
                    FromWorkspace.NO,
                    "How much the model thinks before it answers. Unset: as its provider has it.",
                    "off",
                    "low",
                    "medium",
                    "high"),
            Key.open("assistant.model.parameters.other", "Passed to the provider as it is."),
            // Without a default in the tree: there, every other name is a tool's.
            Key.whole(
                    "conversation.tools.max_result_kb",
                    FromWorkspace.NO,
                    1,
                    1024,
                    "How much of a tool's result the model gets, in KiB; the rest is cut, with a note. Unset: 64."),
            Key.text(
                    "conversation.tools.*.source",
                    FromWorkspace.NO,
                    "builtin, local, plugin.<id>, mcp.<server> or kaged.<plugin>; with /<tool> for one of another name."),
            Key.flag(
                    "conversation.tools.*.enable",
                    FromWorkspace.stricter("true", "false"),
                    "Whether the assistant may see this tool."),
            Key.choice(
                    "conversation.tools.*.run",
                    FromWorkspace.stricter("unattended", "ask", "skip"),
                    "Whether a call is asked about first.",
                    "ask",
                    "unattended",
                    "skip"),
            Key.text("conversation.tools.*.description", FromWorkspace.NO, "What the model is told about this tool."),
            Key.open("conversation.tools.*.parameters", "The arguments of this tool, by name."),
            Key.text("conversation.tools.*.command", FromWorkspace.NO, "The program of a local tool."),
            Key.texts("conversation.tools.*.args", FromWorkspace.NO, "Its arguments."),
            Key.whole(
                    "conversation.tools.*.timeout_secs",
                    FromWorkspace.NO,
                    1,
                    DAY,
                    "How long a call of a local tool may take. Unset: 120."),
            Key.text("conversation.tools.*.env.*", FromWorkspace.NO, "Its environment.")
                    .hidden(),
            Key.text("providers.anthropic.base_url", FromWorkspace.NO, "Where Anthropic's API is.")
                    .or("https://api.anthropic.com"),
            Key.text("providers.anthropic.api_key_env", FromWorkspace.NO, "The variable that holds the key.")
                    .or("ANTHROPIC_API_KEY"),
            Key.text("providers.anthropic.api_key_file", FromWorkspace.NO, "Or the file that holds it."),
            Key.text("providers.openai.base_url", FromWorkspace.NO, "Where OpenAI's API, or one like it, is.")
                    .or("https://api.openai.com/v1"),
            Key.text("providers.openai.api_key_env", FromWorkspace.NO, "The variable that holds the key.")
                    .or("OPENAI_API_KEY"),
            Key.text("providers.openai.api_key_file", FromWorkspace.NO, "Or the file that holds it."),
            Key.text("providers.ollama.base_url", FromWorkspace.NO, "Where Ollama listens.")
                    .or("http://localhost:11434"),
            Key.text(
                    "providers.ollama.api_key_env",
                    FromWorkspace.NO,
                    "The variable that holds a key, if it wants one."),
            Key.text("providers.ollama.api_key_file", FromWorkspace.NO, "Or the file that holds it."),
            Key.text(
                    "providers.llm.aliases.*",
                    FromWorkspace.NO,
                    "A short name for a model, for `-m`: PROVIDER/MODEL, or a table of `provider` and `name`."),
            Key.text("providers.mcp.*.command", FromWorkspace.NO, "The program of an MCP server."),
            Key.texts("providers.mcp.*.args", FromWorkspace.NO, "Its arguments."),
            Key.choice(
                    "providers.mcp.*.era",
                    FromWorkspace.NO,
                    "How it wants to be spoken to. Unset: found out.",
                    "initialize",
                    "stateless"),
            Key.whole(
                    "providers.mcp.*.start_timeout_secs",
                    FromWorkspace.NO,
                    1,
                    DAY,
                    "How long it may take to tell its tools. Unset: 60."),
            Key.whole(
                    "providers.mcp.*.timeout_secs",
                    FromWorkspace.NO,
                    1,
                    DAY,
                    "How long a call may take as a whole. Unset: 1800."),
            Key.whole(
                    "providers.mcp.*.idle_timeout_secs",
                    FromWorkspace.NO,
                    1,
                    DAY,
                    "And without a sign of progress. Unset: 120."),
            Key.text("providers.mcp.*.env.*", FromWorkspace.NO, "Its environment; ours is not handed down.")
                    .hidden(),
            Key.choice(
                            "style.color",
                            FromWorkspace.NO,
                            "Whether output is coloured. auto: on a terminal, unless NO_COLOR is set.",
                            "auto",
                            "always",
                            "never")
                    .or("auto"),
            Key.whole("style.width", FromWorkspace.NO, 20, 1000, "Columns to fill with text. Unset: the terminal's."),
            Key.text("editor.command", FromWorkspace.NO, "What edits a text. Unset: $VISUAL, then $EDITOR."),
            Key.open("server", "For plugins that serve something; jp does not look inside."),
            Key.flag(
                            "plugins.auto_install",
                            FromWorkspace.stricter("true", "false"),
                            "Whether a plugin from the registry is installed when it is called.")
                    .or(Json.Bool.TRUE),
            Key.text(
                            "plugins.registry_url",
                            FromWorkspace.NO,
                            "Where the list of plugins is: https, or file for a mirror.")
                    .or("https://jp.computer/plugins.json"),
            Key.text(
                    "plugins.ca_file",
                    FromWorkspace.NO,
                    "Certificates of authorities, PEM, believed besides the usual ones."),
            Key.whole(
                            "plugins.download_stall_secs",
                            FromWorkspace.NO,
                            1,
                            DAY,
                            "How long a download may stand as good as still.")
                    .or(Json.of(30)),
            Key.whole(
                            "plugins.download_timeout_secs",
                            FromWorkspace.NO,
                            1,
                            DAY,
                            "How long a download may take as a whole.")
                    .or(Json.of(1800)),
            Key.whole(
                            "plugins.shutdown_timeout_secs",
                            FromWorkspace.NO,
                            0,
                            DAY,
                            "Grace after exit or shutdown, before the kill.")
                    .or(Json.of(5)),
            Key.whole(
                            "plugins.handshake_timeout_secs",
                            FromWorkspace.NO,
                            1,
                            DAY,
                            "How long a plugin may take to say ready.")
                    .or(Json.of(10)),
            Key.whole(
                            "plugins.describe_timeout_secs",
                            FromWorkspace.NO,
                            1,
                            DAY,
                            "How long it may take to describe itself.")
                    .or(Json.of(2)),
            Key.whole(
                            "plugins.respond_timeout_secs",
                            FromWorkspace.NO,
                            1,
                            DAY,
                            "How long it may take to answer a question.")
                    .or(Json.of(300)),
            Key.whole(
                            "plugins.stall_secs",
                            FromWorkspace.NO,
                            1,
                            DAY,
                            "How long it may read nothing while its queue is full.")
                    .or(Json.of(60)),
            Key.whole(
                            "plugins.max_line_bytes",
                            FromWorkspace.NO,
                            1024,
                            Integer.MAX_VALUE - 8,
                            "The longest line a plugin may send.")
                    .or(Json.of(16 << 20)),
            Key.whole(
                            "plugins.max_stray_lines",
                            FromWorkspace.NO,
                            1,
                            1_000_000,
                            "Lines in a row that are no message, before the end.")
                    .or(Json.of(20)),
            Key.whole(
                            "plugins.queue_bytes",
                            FromWorkspace.NO,
                            1024,
                            Integer.MAX_VALUE - 8,
                            "What may wait for a plugin that reads slowly.")
                    .or(Json.of(4 << 20)),
            Key.flag(
                    "plugins.command.*.install",
                    FromWorkspace.stricter("true", "false"),
                    "Whether this plugin may be installed from the registry."),
            Key.choice(
                    "plugins.command.*.run",
                    FromWorkspace.stricter("unattended", "ask", "deny"),
                    "Whether a start is asked about first. Unset: ask, but unattended for official ones.",
                    "ask",
                    "unattended",
                    "deny"),
            Key.choice(
                    "plugins.command.*.checksum.algorithm",
                    FromWorkspace.UNLESS_SET,
                    "How the pin was computed.",
                    "sha256"),
            Key.text(
                    "plugins.command.*.checksum.value",
                    FromWorkspace.UNLESS_SET,
                    "The only program that may run under this name, in hex."),
            Key.text(
                    "plugins.command.*.dev",
                    FromWorkspace.NO,
                    "The file that may change and run unasked, by its real path, while you develop it."),
            Key.flag(
                    "plugins.command.*.contain",
                    FromWorkspace.stricter("false", "true"),
                    "Whether it runs in a process namespace that nothing outlives."),
            Key.open("plugins.command.*.options", "Handed to this plugin when it starts, and to no other."),
            Key.texts(
                    "plugins.tool.*.grant",
                    FromWorkspace.NO,
                    "What this tool plugin may do, instead of the capabilities that it declares."),
            Key.flag(
                    "plugins.tool.*.unconfined",
                    FromWorkspace.NO,
                    "Whether this tool plugin runs without a sandbox, with all your rights."),
            Key.whole(
                    "plugins.tool.*.timeout_secs",
                    FromWorkspace.NO,
                    1,
                    600,
                    "How long one of its calls may take. Unset: as its manifest says, else 5."));

    private Keys() {}

    static List<Key> all() {
        return ALL;
    }

    /// The tree of what is built in.
    static Json.Obj defaults() {
        var tree = Json.EMPTY;
        for (var key : ALL) {
            if (key.standard() != null) {
                tree = KeyPath.with(tree, KeyPath.split(key.path()), key.standard());
            }
        }
        return tree;
    }
}
