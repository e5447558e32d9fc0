package dev.outrigger.jp.completion;

import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the value of an argument names.
enum ArgumentSubject {
    CONVERSATION,
    /// A dotted key.
    KEY,
    /// What the key takes that was given before.
    VALUE_OF_KEY,
    /// `key=value`.
    ASSIGNMENT,
    /// The same below `assistant.model.parameters`.
    PARAMETER,
    MODEL,
    TOOL,
    TOOL_PLUGIN,
    TOOL_OR_ITS_PLUGIN,
    /// A command plugin that is here.
    PLUGIN,
    /// One that the registry has.
    PUBLISHED_PLUGIN,
    /// Something new, or nothing that anybody could list.
    ANYTHING;

    /// Of a built-in command; nothing for an argument that is not listed here.
    static Optional<ArgumentSubject> of(List<Command> path, Argument arg) {
        if (arg.name().equals("cfg")) {
            return Optional.of(ASSIGNMENT);
        }
        var group = path.size() > 1 ? path.get(1).name() : "";
        return Optional.ofNullable(
                switch (group) {
                    case "conversation" -> ofConversation(arg.name());
                    case "query" -> ofQuery(arg.name());
                    case "config" -> ofConfig(arg.name());
                    case "plugin" -> ofPlugin(path.getLast().name(), arg.name());
                    case "tool" -> ofTool(arg.name());
                    default -> null;
                });
    }

    private static @Nullable ArgumentSubject ofConversation(String arg) {
        return switch (arg) {
            case "ID" -> CONVERSATION;
            case "TITLE", "title", "PATTERN", "turns" -> ANYTHING;
            default -> null;
        };
    }

    private static @Nullable ArgumentSubject ofQuery(String arg) {
        return switch (arg) {
            case "id" -> CONVERSATION;
            case "model" -> MODEL;
            case "tool", "no-tool" -> TOOL;
            case "param" -> PARAMETER;
            case "title", "schema", "TEXT" -> ANYTHING;
            default -> null;
        };
    }

    private static @Nullable ArgumentSubject ofConfig(String arg) {
        return switch (arg) {
            case "KEY", "PATH" -> KEY;
            case "VALUE" -> VALUE_OF_KEY;
            default -> null;
        };
    }

    private static @Nullable ArgumentSubject ofPlugin(String command, String arg) {
        return switch (arg) {
            case "NAME" ->
                switch (command) {
                    case "install" -> PUBLISHED_PLUGIN;
                    case "new" -> ANYTHING;
                    default -> PLUGIN;
                };
            case "WORD" -> command.equals("which") ? PLUGIN : ANYTHING;
            case "ARGS", "sha256" -> ANYTHING;
            default -> null;
        };
    }

    private static @Nullable ArgumentSubject ofTool(String arg) {
        return switch (arg) {
            case "TOOL", "accept", "revoke" -> TOOL;
            case "NAME" -> TOOL_OR_ITS_PLUGIN;
            case "ID" -> TOOL_PLUGIN;
            case "input" -> ANYTHING;
            default -> null;
        };
    }
}
