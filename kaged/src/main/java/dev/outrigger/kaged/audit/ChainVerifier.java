package dev.outrigger.kaged.audit;

import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Walks the chain from where retention cut it to its end, and holds the end against the head.
final class ChainVerifier {
    private long expected;
    private String before;
    private final long headSeq;
    private String hashAtHead = "";
    private final Set<Long> wanted;
    /// Those that are wanted, as far as the chain led to them.
    private final Map<Long, Cut> reached = new HashMap<>();

    private final List<String> notes = new ArrayList<>();
    private ChainVerdict.@Nullable Broken broken;

    private ChainVerifier(Cut cut, long headSeq, Set<Long> wanted) {
        expected = cut.seq() + 1;
        before = cut.hash();
        this.wanted = wanted;
        reached.put(cut.seq(), cut);
        this.headSeq = headSeq;
    }

    /// The last row that retention removed, as its checkpoint tells it; the checkpoint is itself a row of the chain. Of
    /// the row's time, checkpoints did not always tell: then it is empty.
    record Cut(long seq, String hash, String time) {
        static final Cut GENESIS = new Cut(0, AuditRow.GENESIS, "");

        static Optional<Cut> of(AuditRow checkpoint) {
            try {
                if (JsonText.parse(checkpoint.payload()) instanceof Json.Obj object) {
                    var fields = new FieldReader(object);
                    long through = fields.whole("through", 1, Long.MAX_VALUE - 1);
                    var hash = fields.text("hash");
                    if (hash.matches("[0-9a-f]{64}")) {
                        return Optional.of(
                                new Cut(through, hash, object.text("time").orElse("")));
                    }
                }
            } catch (MalformedJson | FieldReader.Mistake _) {
                // Not what retention writes: the caller says so.
            }
            return Optional.empty();
        }
    }

    /// `audit` is which one this is.
    static AnchorComparison compare(
            AuditTable ledger, @Nullable AuditHead head, String audit, List<AuditAnchor> anchors) throws SQLException {
        var cut = Cut.GENESIS;
        var checkpoint = ledger.lastCheckpoint();
        if (checkpoint.isPresent()) {
            var named = Cut.of(checkpoint.get());
            if (named.isEmpty()) {
                var broken = new ChainVerdict.Broken(checkpoint.get().seq(), "a checkpoint that names no row");
                return new AnchorComparison(broken, unreached(anchors));
            }
            cut = named.get();
        }
        var verifier = new ChainVerifier(
                cut,
                head == null ? 0 : head.seq(),
                anchors.stream().map(AuditAnchor::seq).collect(Collectors.toSet()));
        ledger.walk(cut.seq(), verifier::row);
        var verdict = verifier.verdict(cut.seq() + 1, head);
        var from = cut;
        return new AnchorComparison(
                verdict,
                anchors.stream().map(each -> verifier.found(each, audit, from)).toList());
    }

    static List<AnchorComparison.Found> unreached(List<AuditAnchor> anchors) {
        return anchors.stream().map(each -> fails(each, "no row leads to it")).toList();
    }

    private AnchorComparison.Found found(AuditAnchor anchor, String audit, Cut cut) {
        if (!anchor.audit().equals(audit)) {
            return fails(
                    anchor,
                    "it is of the audit " + anchor.audit() + ", and this is " + audit
                            + ": another daemon's, or this one was replaced as a whole");
        }
        var there = reached.get(anchor.seq());
        if (there != null) {
            return held(anchor, there);
        }
        if (anchor.seq() < cut.seq()) {
            return new AnchorComparison.Found(
                    anchor,
                    AnchorComparison.Finding.UNDECIDED,
                    "retention removed the rows up to " + cut.seq() + ", and nothing that is left tells of it");
        }
        return broken != null
                ? fails(anchor, "the chain breaks before it")
                : fails(
                        anchor,
                        "it is newer than this audit, which ends with row " + (expected - 1)
                                + ": its end was cut off, or an older copy was put in its place");
    }

    private static AnchorComparison.Found held(AuditAnchor anchor, Cut row) {
        if (!row.hash().equals(anchor.hash())) {
            return fails(anchor, "the row of that number is another one: it, or a row before it, was changed");
        }
        if (row.time().isEmpty()) {
            return new AnchorComparison.Found(
                    anchor,
                    AnchorComparison.Finding.HOLDS,
                    "the chain leads to it; of when it was, nothing that is left tells");
        }
        // The hash covers the row's own time: this one was changed in the anchor.
        return row.time().equals(anchor.time().toString())
                ? new AnchorComparison.Found(anchor, AnchorComparison.Finding.HOLDS, "the chain leads to it")
                : fails(anchor, "the row is of " + row.time() + ": the time in the anchor was changed");
    }

    private static AnchorComparison.Found fails(AuditAnchor anchor, String why) {
        return new AnchorComparison.Found(anchor, AnchorComparison.Finding.FAILS, why);
    }

    private boolean row(AuditRow row) {
        if (row.seq() != expected) {
            broken = new ChainVerdict.Broken(expected, "it is missing");
            return false;
        }
        if (!row.hashAfter(before).equals(row.hash())) {
            broken = new ChainVerdict.Broken(row.seq(), "it, or the row before it, is not what was written");
            return false;
        }
        if (row.kind().equals(AuditEntry.Kind.NOTE.word())) {
            notes.add("row " + row.seq() + ", " + row.time() + ": " + row.method() + loss(row));
        }
        if (wanted.contains(row.seq())) {
            reached.put(row.seq(), new Cut(row.seq(), row.hash(), row.time().toString()));
        }
        if (row.kind().equals(AuditEntry.Kind.CHECKPOINT.word())) {
            // Of what earlier retentions removed, that one row is still known.
            Cut.of(row).filter(cut -> wanted.contains(cut.seq())).ifPresent(cut -> reached.put(cut.seq(), cut));
        }
        if (row.seq() == headSeq) {
            hashAtHead = row.hash();
        }
        before = row.hash();
        expected++;
        return true;
    }

    /// What the note of a start says, in words; the payload itself when it is none of those that a start writes.
    private static String loss(AuditRow note) {
        try {
            if (JsonText.parse(note.payload()) instanceof Json.Obj object) {
                var fields = new FieldReader(object);
                if (note.method().equals("audit missing")) {
                    return ": the whole audit before it is gone; that there was one is known from "
                            + fields.text("evidence");
                }
                var after = " after row " + fields.whole("after", 0, Long.MAX_VALUE);
                switch (note.method()) {
                    case "tail lost" -> {
                        return ": " + fields.whole("missing", 1, Long.MAX_VALUE) + " rows" + after + " are gone";
                    }
                    case "head missing" -> {
                        return ": nobody knows whether rows" + after + " are gone";
                    }
                    case "head differs" -> {
                        return ": row " + fields.whole("head_seq", 0, Long.MAX_VALUE)
                                + " is not the one that the head named";
                    }
                    case "journal cut" -> {
                        return ": " + fields.whole("rows", 0, Long.MAX_VALUE) + " rows and "
                                + fields.whole("bytes", 0, Long.MAX_VALUE) + " bytes" + after
                                + " could not be taken up; they are kept in " + fields.text("kept") + ".*";
                    }
                    default -> {}
                }
            }
        } catch (MalformedJson | FieldReader.Mistake _) {
            // Then it stands as it is.
        }
        return " " + note.payload();
    }

    private ChainVerdict verdict(long first, @Nullable AuditHead head) {
        if (broken != null) {
            return broken;
        }
        long last = expected - 1;
        if (head == null) {
            return last < first
                    ? new ChainVerdict.Whole(first, last, before, List.of())
                    : new ChainVerdict.Broken(last, "the head is missing, so nobody knows whether rows follow");
        }
        if (headSeq > last) {
            return new ChainVerdict.TailLost(last, headSeq - last);
        }
        if (!hashAtHead.equals(head.hash())) {
            return new ChainVerdict.Broken(headSeq, "it is not the row that the head names");
        }
        return new ChainVerdict.Whole(first, last, before, List.copyOf(notes));
    }
}
