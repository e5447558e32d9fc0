package dev.outrigger.kaged.audit;

import java.util.List;

/// What walking the chain found, and what became of each row that was noted elsewhere, in the order they were given.
public record AnchorComparison(ChainVerdict verdict, List<Found> anchors) {
    /// `why` is one line for people.
    public record Found(AuditAnchor anchor, Finding finding, String why) {}

    public enum Finding {
        /// The row is there, and the chain leads to it.
        HOLDS,
        /// It is not: rows up to it were changed or removed, or it is another audit.
        FAILS,
        /// Retention removed it, and nothing that is left tells of it.
        UNDECIDED
    }

    public AnchorComparison {
        anchors = List.copyOf(anchors);
    }

    /// Of all together. Old ones that cannot be decided any more do not hurt while a newer one holds: it binds all that
    /// was before it. None at all prove nothing.
    public Finding finding() {
        if (!(verdict instanceof ChainVerdict.Whole) || any(Finding.FAILS)) {
            return Finding.FAILS;
        }
        return any(Finding.HOLDS) ? Finding.HOLDS : Finding.UNDECIDED;
    }

    private boolean any(Finding finding) {
        return anchors.stream().anyMatch(each -> each.finding == finding);
    }

    public String text() {
        var text = new StringBuilder(verdict.text());
        for (var each : anchors) {
            text.append('\n')
                    .append(
                            switch (each.finding) {
                                case HOLDS -> "holds: ";
                                case FAILS -> "FAILS: ";
                                case UNDECIDED -> "undecided: ";
                            })
                    .append("row ")
                    .append(each.anchor.seq())
                    .append(" of ")
                    .append(each.anchor.time())
                    .append(": ")
                    .append(each.why);
        }
        return text.toString();
    }
}
