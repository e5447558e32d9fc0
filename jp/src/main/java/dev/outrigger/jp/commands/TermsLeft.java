package dev.outrigger.jp.commands;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.trust.Terms;

/// What other files and variables say of a plugin, when the user's own file no longer does.
final class TermsLeft {
    private TermsLeft() {}

    /// As they are now; as they were before, where they can no longer be read.
    static Terms after(Session session, Terms before) {
        try {
            return Terms.of(before.id(), session.loadSettings());
        } catch (Problem _) {
            return before;
        }
    }

    static String of(Terms terms) {
        var run = terms.run() == Terms.Run.UNSET
                ? ""
                : "Still set: " + terms.key("run") + " is \"" + word(terms) + "\" in "
                        + terms.origin("run").text() + "\n";
        var dev = terms.dev().isEmpty()
                ? ""
                : "Still set: " + terms.key("dev") + " in "
                        + terms.origin("dev").text() + "\n";
        return run + dev + pin(terms);
    }

    static String pin(Terms terms) {
        return terms.pin().isEmpty()
                ? ""
                : "Still pinned: " + terms.key("checksum", "value") + " in "
                        + terms.pinOrigin().text() + "\n";
    }

    static String word(Terms terms) {
        return switch (terms.run()) {
            case UNSET -> "unset";
            case ASK -> "ask";
            case UNATTENDED -> "unattended";
            case DENY -> "deny";
        };
    }
}
