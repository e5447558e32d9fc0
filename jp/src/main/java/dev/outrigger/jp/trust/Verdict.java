package dev.outrigger.jp.trust;

import dev.outrigger.workspace.settings.Origin;

/// Whether a program may run.
public sealed interface Verdict {
    /// Without a question.
    record Approved(How how) implements Verdict {}

    /// If the user says so now.
    record Ask(Why why) implements Verdict {}

    /// Said by whom.
    record Denied(Origin origin) implements Verdict {}

    /// Another program than the one that the settings name.
    record PinMismatch(String wanted, String found, Origin origin) implements Verdict {}

    /// Another program than the one that was installed and, being official, needed no approval.
    record Changed(String installed, String found) implements Verdict {}

    /// Approved for development, but for another file, or for one that others could have written.
    record DevelopedElsewhere(String why) implements Verdict {}

    enum How {
        /// The settings say `unattended`.
        UNATTENDED,
        /// And that this very file may change.
        DEVELOPMENT,
        /// The registry called it official when it was installed, and it is what was installed.
        OFFICIAL
    }

    enum Why {
        /// Nobody approved it.
        NOT_APPROVED,
        /// Its name is approved, but not for what a workspace brings along: whoever wrote the workspace could have
        /// named a program of theirs so.
        IN_WORKSPACE
    }

    /// One word for lists and programs.
    default String word() {
        return switch (this) {
            case Approved(var how) ->
                switch (how) {
                    case UNATTENDED, OFFICIAL -> "approved";
                    case DEVELOPMENT -> "dev";
                };
            case Ask _ -> "ask";
            case Denied _ -> "denied";
            case PinMismatch _ -> "pin mismatch";
            case Changed _ -> "changed";
            case DevelopedElsewhere _ -> "dev refused";
        };
    }
}
