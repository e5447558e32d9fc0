package dev.outrigger.assistant.mcp;

import dev.outrigger.assistant.ToolDefinition;
import java.util.Set;

/// The names under which models see tools ([ToolDefinition#isName]). Servers may use any.
final class Names {
    private Names() {}

    /// The server's own name where that fits and nobody has it yet; else one that tells where it comes from. The same
    /// tools in the same order always get the same names.
    static String of(String server, String tool, Set<String> taken) {
        var name = ToolDefinition.isName(tool) ? tool : fitted(tool, tool);
        if (!taken.contains(name)) {
            return name;
        }
        var longer = server + "_" + tool;
        name = ToolDefinition.isName(longer) ? longer : fitted(longer, longer);
        for (int i = 2; taken.contains(name); i++) {
            name = fitted(longer, longer + "\0" + i);
        }
        return name;
    }

    /// Two names that look alike then differ in the digest of what they were.
    private static String fitted(String name, String whole) {
        var out = new StringBuilder();
        for (int i = 0; i < name.length() && out.length() < ToolDefinition.LONGEST_NAME - 9; i++) {
            char c = name.charAt(i);
            out.append(ToolDefinition.isName(String.valueOf(c)) ? c : '_');
        }
        return out.append('_').append(Sha256.hex(whole), 0, 8).toString();
    }
}
