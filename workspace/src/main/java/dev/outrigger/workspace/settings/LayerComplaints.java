package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.workspace.WorkspaceProblem;
import java.util.ArrayList;
import java.util.List;

/// What was wrong in the layers. Costs nothing until something is: words, lines and suggestions are made when asked
/// for.
final class LayerComplaints {
    /// Of one file; a clone must not be able to bury the screen.
    private static final int MOST_PER_SOURCE = 20;

    enum Kind {
        UNKNOWN,
        ORIGINAL,
        WRONG_TYPE,
        UNTRUSTED,
        UNUSABLE,
        MORE
    }

    /// @param detail what was wanted, or the nearest known name, or the reason, or the value
    record Complaint(Kind kind, SettingsSource source, List<String> path, String detail) {
        /// See [SettingsWarning]. Without the line: what moves down in its file is nothing new.
        String matter() {
            return switch (kind) {
                case ORIGINAL, UNTRUSTED -> about();
                case MORE -> detail.isEmpty() ? "" : about();
                case UNKNOWN, WRONG_TYPE, UNUSABLE -> "";
            };
        }

        private String about() {
            return kind + " " + source.where() + " " + key() + " " + detail;
        }

        String key() {
            return KeyPath.text(path);
        }
    }

    private final List<Complaint> all = new ArrayList<>();

    void unknown(SettingsSource source, List<String> path, KeyTree node) throws WorkspaceProblem {
        if (OriginalKeys.has(path) && !source.layer().strict()) {
            add(Kind.ORIGINAL, source, path, "");
            return;
        }
        add(Kind.UNKNOWN, source, path, AllToolsRule.has(path) ? KeySuggestion.nearest(path, node) : "");
    }

    void wrongType(SettingsSource source, List<String> path, String wanted) throws WorkspaceProblem {
        add(Kind.WRONG_TYPE, source, path, wanted);
    }

    void untrusted(SettingsSource source, List<String> path, Json value) throws WorkspaceProblem {
        add(Kind.UNTRUSTED, source, path, JsonText.text(value));
    }

    /// The whole file.
    void unusable(SettingsSource source, String reason) throws WorkspaceProblem {
        add(Kind.UNUSABLE, source, List.of(), reason);
    }

    private void add(Kind kind, SettingsSource source, List<String> path, String detail) throws WorkspaceProblem {
        var complaint = new Complaint(kind, source, List.copyOf(path), detail);
        if (source.layer().strict()) {
            throw SettingsWords.problem(complaint);
        }
        int before = 0;
        int last = 0;
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).source().where().equals(source.where())) {
                before++;
                last = i;
            }
        }
        if (before < MOST_PER_SOURCE) {
            all.add(complaint);
        } else if (before == MOST_PER_SOURCE) {
            all.add(more(source, complaint.matter(), complaint.matter()));
        } else {
            all.set(last, more(source, all.get(last).matter(), complaint.matter()));
        }
    }

    /// Stands for all that are not listed, and is told anew when one of them is another; each time as soon as one of
    /// them would be.
    private static Complaint more(SettingsSource source, String before, String matter) {
        boolean once = !before.isEmpty() && !matter.isEmpty();
        return new Complaint(
                Kind.MORE, source, List.of(), once ? Integer.toHexString((before + matter).hashCode()) : "");
    }

    List<SettingsWarning> warnings() {
        return all.isEmpty()
                ? List.of()
                : all.stream().map(SettingsWords::warning).toList();
    }
}
