package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import java.util.List;

/// Every key that jp knows. docs/configuration.md names each of them.
final class Keys {
    private static final long DAY = 86_400;

    private static final List<Key> ALL = List.of(
            Key.text("assistant.name", "What the assistant is called.").or("JP"),
            Key.text("assistant.system_prompt", "What the assistant is told before every conversation."),
            Key.choice(
                    "assistant.model.id.provider",
                    "Who runs the model. Unset: a reachable ollama, else demo.",
                    "anthropic",
                    "openai",
                    "ollama",
                    "demo"),
            Key.text("assistant.model.id.name", "The model, by its provider's name for it."),
            Key.whole("assistant.model.parameters.max_tokens", 1, 100_000_000, "The longest answer, in tokens."),
            Key.of("assistant.model.parameters.temperature", Type.NUMBER, "How freely the model chooses its words."),
            Key.of("assistant.model.parameters.top_p", Type.NUMBER, "Chooses among the words of this much likelihood."),
            Key.whole("assistant.model.parameters.top_k", 1, 1_000_000, "Chooses among this many words."),
            Key.of("assistant.model.parameters.stop_words", Type.TEXTS, "Texts that end an answer."),
            Key.choice(
                    "assistant.model.parameters.reasoning",
                    "How much the model thinks before it answers. Unset: as its provider has it.",
                    "off",
                    "low",
                    "medium",
                    "high"),
            Key.of("assistant.model.parameters.other", Type.OPEN, "Passed to the provider as it is."),
            Key.text("conversation.tools.*.source", "builtin, local, plugin.<id>, mcp.<server> or kaged.<plugin>.")
                    .userOnly(),
            Key.flag("conversation.tools.*.enable", "Whether the assistant may see this tool.")
                    .tightenOnly("true", "false"),
            Key.choice("conversation.tools.*.run", "Whether a call is asked about first.", "ask", "unattended", "skip")
                    .tightenOnly("unattended", "ask", "skip"),
            Key.text("conversation.tools.*.description", "What the model is told about this tool.")
                    .userOnly(),
            Key.of("conversation.tools.*.parameters", Type.OPEN, "The arguments of this tool, by name.")
                    .userOnly(),
            Key.text("conversation.tools.*.command", "The program of a local tool.")
                    .userOnly(),
            Key.of("conversation.tools.*.args", Type.TEXTS, "Its arguments.").userOnly(),
            Key.whole(
                            "conversation.tools.*.timeout_secs",
                            1,
                            DAY,
                            "How long a call of a local tool may take. Unset: 120.")
                    .userOnly(),
            Key.text("conversation.tools.*.env.*", "Its environment.")
                    .userOnly()
                    .hidden(),
            Key.text("providers.anthropic.base_url", "Where Anthropic's API is.")
                    .or("https://api.anthropic.com")
                    .userOnly(),
            Key.text("providers.anthropic.api_key_env", "The variable that holds the key.")
                    .or("ANTHROPIC_API_KEY")
                    .userOnly(),
            Key.text("providers.anthropic.api_key_file", "Or the file that holds it.")
                    .userOnly(),
            Key.text("providers.openai.base_url", "Where OpenAI's API, or one like it, is.")
                    .or("https://api.openai.com/v1")
                    .userOnly(),
            Key.text("providers.openai.api_key_env", "The variable that holds the key.")
                    .or("OPENAI_API_KEY")
                    .userOnly(),
            Key.text("providers.openai.api_key_file", "Or the file that holds it.")
                    .userOnly(),
            Key.text("providers.ollama.base_url", "Where Ollama listens.")
                    .or("http://localhost:11434")
                    .userOnly(),
            Key.text("providers.ollama.api_key_env", "The variable that holds a key, if it wants one.")
                    .userOnly(),
            Key.text("providers.ollama.api_key_file", "Or the file that holds it.")
                    .userOnly(),
            Key.text("providers.mcp.*.command", "The program of an MCP server.").userOnly(),
            Key.of("providers.mcp.*.args", Type.TEXTS, "Its arguments.").userOnly(),
            Key.whole(
                            "providers.mcp.*.start_timeout_secs",
                            1,
                            DAY,
                            "How long it may take to tell its tools. Unset: 60.")
                    .userOnly(),
            Key.whole("providers.mcp.*.timeout_secs", 1, DAY, "How long a call may take as a whole. Unset: 1800.")
                    .userOnly(),
            Key.whole("providers.mcp.*.idle_timeout_secs", 1, DAY, "And without a sign of progress. Unset: 120.")
                    .userOnly(),
            Key.text("providers.mcp.*.env.*", "Its environment; ours is not handed down.")
                    .userOnly()
                    .hidden(),
            Key.choice(
                            "style.color",
                            "Whether output is coloured. auto: on a terminal, unless NO_COLOR is set.",
                            "auto",
                            "always",
                            "never")
                    .or("auto"),
            Key.whole("style.width", 20, 1000, "Columns to fill with text. Unset: the terminal's."),
            Key.text("editor.command", "What edits a text. Unset: $VISUAL, then $EDITOR.")
                    .userOnly(),
            Key.of("server", Type.OPEN, "For plugins that serve something; jp does not look inside."),
            Key.flag("plugins.auto_install", "Whether a plugin from the registry is installed when it is called.")
                    .or(Json.Bool.TRUE)
                    .tightenOnly("true", "false"),
            Key.text("plugins.registry_url", "Where the list of plugins is: https, or file for a mirror.")
                    .or("https://jp.computer/plugins.json")
                    .userOnly(),
            Key.text("plugins.ca_file", "Certificates of authorities, PEM, believed besides the usual ones.")
                    .userOnly(),
            Key.whole("plugins.download_stall_secs", 1, DAY, "How long a download may stand as good as still.")
                    .or(Json.of(30))
                    .userOnly(),
            Key.whole("plugins.download_timeout_secs", 1, DAY, "How long a download may take as a whole.")
                    .or(Json.of(1800))
                    .userOnly(),
            Key.whole("plugins.shutdown_timeout_secs", 0, DAY, "Grace after exit or shutdown, before the kill.")
                    .or(Json.of(5)),
            Key.whole("plugins.handshake_timeout_secs", 1, DAY, "How long a plugin may take to say ready.")
                    .or(Json.of(10)),
            Key.whole("plugins.describe_timeout_secs", 1, DAY, "How long it may take to describe itself.")
                    .or(Json.of(2)),
            Key.whole("plugins.respond_timeout_secs", 1, DAY, "How long it may take to answer a question.")
                    .or(Json.of(300)),
            Key.whole("plugins.stall_secs", 1, DAY, "How long it may read nothing while its queue is full.")
                    .or(Json.of(60)),
            Key.whole("plugins.max_line_bytes", 1024, Integer.MAX_VALUE - 8, "The longest line a plugin may send.")
                    .or(Json.of(16 << 20))
                    .userOnly(),
            Key.whole("plugins.max_stray_lines", 1, 1_000_000, "Lines in a row that are no message, before the end.")
                    .or(Json.of(20))
                    .userOnly(),
            Key.whole(
                            "plugins.queue_bytes",
                            1024,
                            Integer.MAX_VALUE - 8,
                            "What may wait for a plugin that reads slowly.")
                    .or(Json.of(4 << 20))
                    .userOnly(),
            Key.flag("plugins.command.*.install", "Whether this plugin may be installed from the registry.")
                    .tightenOnly("true", "false"),
            Key.choice(
                            "plugins.command.*.run",
                            "Whether a start is asked about first. Unset: ask, but unattended for official ones.",
                            "ask",
                            "unattended",
                            "deny")
                    .tightenOnly("unattended", "ask", "deny"),
            Key.choice("plugins.command.*.checksum.algorithm", "How the pin was computed.", "sha256")
                    .tightenOnly(),
            Key.text("plugins.command.*.checksum.value", "The only program that may run under this name, in hex.")
                    .tightenOnly(),
            Key.flag("plugins.command.*.contain", "Whether it runs in a process namespace that nothing outlives.")
                    .tightenOnly("false", "true"),
            Key.of("plugins.command.*.options", Type.OPEN, "Handed to this plugin when it starts, and to no other."),
            Key.of(
                            "plugins.tool.*.grant",
                            Type.TEXTS,
                            "What this tool plugin may do, instead of the capabilities that it declares.")
                    .userOnly(),
            Key.flag(
                            "plugins.tool.*.unconfined",
                            "Whether this tool plugin runs without a sandbox, with all your rights.")
                    .userOnly());

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
