package dev.outrigger.jp.commands.plugin;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.program.PluginTerms;
import dev.outrigger.terminal.program.Problem;

/// What other files and variables say of a plugin, when the user's own file no longer does.
final class RemainingTerms {
    private RemainingTerms() {}

    /// As they are now; as they were before, where they can no longer be read.
    static PluginTerms after(JpContext context, PluginTerms before) {
        try {
            return PluginTerms.of(before.id(), context.loadSettings());
        } catch (Problem _) {
            // Where they cannot be read now, they say what they said.
            return before;
        }
    }

    static String of(PluginTerms terms) {
        var run = terms.run() == PluginTerms.Run.UNSET
                ? ""
                : "Still set: " + terms.key("run") + " is \"" + word(terms) + "\" in "
                        + terms.origin("run").text() + "\n";
        var dev = terms.dev().isEmpty()
                ? ""
                : "Still set: " + terms.key("dev") + " in "
                        + terms.origin("dev").text() + "\n";
        return run + dev + pin(terms);
    }

    static String pin(PluginTerms terms) {
        return terms.pin().isEmpty()
                ? ""
                : "Still pinned: " + terms.key("checksum", "value") + " in "
                        + terms.pinOrigin().text() + "\n";
    }

    static String word(PluginTerms terms) {
        return switch (terms.run()) {
            case UNSET -> "unset";
            case ASK -> "ask";
            case UNATTENDED -> "unattended";
            case DENY -> "deny";
        };
    }
}
