package dev.outrigger.workspace.settings;

import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.settings.LayerComplaints.Complaint;

/// What people read about a mistake in the configuration.
final class SettingsWords {
    private static final int LONGEST_KEY = 200;

    private SettingsWords() {}

    static SettingsWarning warning(Complaint complaint) {
        return new SettingsWarning(
                complaint.source().origin(complaint.path()),
                shown(complaint.key()),
                message(complaint),
                hint(complaint),
                complaint.matter());
    }

    static WorkspaceProblem problem(Complaint complaint) {
        return new WorkspaceProblem(
                complaint.source().where() + ": " + shown(complaint.key()) + " " + message(complaint), hint(complaint));
    }

    /// A key as long as a file is not for people.
    private static String shown(String key) {
        return key.length() <= LONGEST_KEY ? key : key.substring(0, LONGEST_KEY) + "…";
    }

    private static String message(Complaint complaint) {
        return switch (complaint.kind()) {
            case UNKNOWN -> "is no key that jp knows";
            case ORIGINAL -> "is a key of the original jp, and does nothing here";
            case WRONG_TYPE -> "wants " + complaint.detail();
            case UNTRUSTED -> "is ignored: " + complaint.source().layer().words() + " may not set it, only you may";
            case UNUSABLE -> complaint.detail();
            case MORE -> "more of this kind, not listed";
        };
    }

    private static String hint(Complaint complaint) {
        return switch (complaint.kind()) {
            case UNKNOWN -> complaint.detail().isEmpty() ? "" : "did you mean " + complaint.detail() + "?";
            case ORIGINAL, WRONG_TYPE, UNUSABLE, MORE -> "";
            case UNTRUSTED ->
                "if you want it, put it into your own file: jp config set " + shown(complaint.key()) + " …";
        };
    }
}
