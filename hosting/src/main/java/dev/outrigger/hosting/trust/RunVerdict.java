package dev.outrigger.hosting.trust;

import dev.outrigger.workspace.settings.ValueOrigin;

/// Whether a program may run.
public sealed interface RunVerdict {
    /// Without a question.
    record Approved(How how) implements RunVerdict {}

    /// If the user says so now.
    record Ask(Why why) implements RunVerdict {}

    /// Said by whom.
    record Denied(ValueOrigin origin) implements RunVerdict {}

    /// Another program than the one that the settings name.
    record PinMismatch(String wanted, String found, ValueOrigin origin) implements RunVerdict {}

    /// Another program than the one that was installed and, being official, needed no approval.
    record Changed(String installed, String found) implements RunVerdict {}

    /// Approved for development, but for another file, or for one that others could have written.
    record DevelopedElsewhere(String why) implements RunVerdict {}

    enum How {
        /// The settings say `unattended`.
        UNATTENDED,
        /// And that this very file may change.
        DEVELOPMENT,
        /// It is part of jp, and nobody wants to be asked.
        SHIPPED,
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
                    case UNATTENDED, SHIPPED, OFFICIAL -> "approved";
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
