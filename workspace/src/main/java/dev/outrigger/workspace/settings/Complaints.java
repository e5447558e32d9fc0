package dev.outrigger.workspace.settings;

import dev.outrigger.workspace.WorkspaceProblem;
import java.util.ArrayList;
import java.util.List;

/// What was wrong in the layers. Costs nothing until something is: words, lines and suggestions are made when asked
/// for.
final class Complaints {
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

    /// @param detail what was wanted, or the nearest known name, or the reason
    record Complaint(Kind kind, Source source, List<String> path, String detail) {
        String key() {
            return KeyPath.text(path);
        }
    }

    private final List<Complaint> all = new ArrayList<>();

    void unknown(Source source, List<String> path, KeyTree node) throws WorkspaceProblem {
        if (OriginalKeys.has(path) && !source.layer().strict()) {
            add(Kind.ORIGINAL, source, path, "");
            return;
        }
        add(Kind.UNKNOWN, source, path, Suggestion.nearest(path, node));
    }

    void wrongType(Source source, List<String> path, String wanted) throws WorkspaceProblem {
        add(Kind.WRONG_TYPE, source, path, wanted);
    }

    void untrusted(Source source, List<String> path) throws WorkspaceProblem {
        add(Kind.UNTRUSTED, source, path, "");
    }

    /// The whole file.
    void unusable(Source source, String reason) throws WorkspaceProblem {
        add(Kind.UNUSABLE, source, List.of(), reason);
    }

    private void add(Kind kind, Source source, List<String> path, String detail) throws WorkspaceProblem {
        var complaint = new Complaint(kind, source, List.copyOf(path), detail);
        if (source.layer().strict()) {
            throw Words.problem(complaint);
        }
        int before = 0;
        for (var other : all) {
            before += other.source().where().equals(source.where()) ? 1 : 0;
        }
        if (before < MOST_PER_SOURCE) {
            all.add(complaint);
        } else if (before == MOST_PER_SOURCE) {
            all.add(new Complaint(Kind.MORE, source, List.of(), ""));
        }
    }

    List<Warning> warnings() {
        return all.isEmpty() ? List.of() : all.stream().map(Words::warning).toList();
    }
}
