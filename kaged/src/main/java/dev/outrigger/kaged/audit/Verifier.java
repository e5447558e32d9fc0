package dev.outrigger.kaged.audit;

import dev.outrigger.wire.Fields;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Walks the chain from where retention cut it to its end, and holds the end against the head.
final class Verifier {
    private long expected;
    private String before;
    private final long headSeq;
    private String hashAtHead = "";
    private final List<String> notes = new ArrayList<>();
    private Verdict.@Nullable Broken broken;

    private Verifier(Anchor anchor, long headSeq) {
        expected = anchor.seq() + 1;
        before = anchor.hash();
        this.headSeq = headSeq;
    }

    /// The last row that retention removed, as its checkpoint tells it; the checkpoint is itself a row of the chain.
    record Anchor(long seq, String hash) {
        static final Anchor GENESIS = new Anchor(0, Row.GENESIS);

        static Optional<Anchor> of(Row checkpoint) {
            try {
                if (JsonText.parse(checkpoint.payload()) instanceof Json.Obj object) {
                    var fields = new Fields(object);
                    long through = fields.whole("through", 1, Long.MAX_VALUE - 1);
                    var hash = fields.text("hash");
                    if (hash.matches("[0-9a-f]{64}")) {
                        return Optional.of(new Anchor(through, hash));
                    }
                }
            } catch (MalformedJson | Fields.Mistake _) {
                // Not what retention writes: the caller says so.
            }
            return Optional.empty();
        }
    }

    static Verdict verify(Ledger ledger, Optional<Head> head) throws SQLException {
        var anchor = Anchor.GENESIS;
        var checkpoint = ledger.lastCheckpoint();
        if (checkpoint.isPresent()) {
            var named = Anchor.of(checkpoint.get());
            if (named.isEmpty()) {
                return new Verdict.Broken(checkpoint.get().seq(), "a checkpoint that names no row");
            }
            anchor = named.get();
        }
        var verifier = new Verifier(anchor, head.map(Head::seq).orElse(0L));
        ledger.walk(anchor.seq(), verifier::row);
        return verifier.verdict(anchor.seq() + 1, head);
    }

    private boolean row(Row row) {
        if (row.seq() != expected) {
            broken = new Verdict.Broken(expected, "it is missing");
            return false;
        }
        if (!row.hashAfter(before).equals(row.hash())) {
            broken = new Verdict.Broken(row.seq(), "it, or the row before it, is not what was written");
            return false;
        }
        if (row.kind().equals(Entry.Kind.NOTE.word())) {
            notes.add("row " + row.seq() + ", " + row.time() + ": " + row.method() + loss(row));
        }
        if (row.seq() == headSeq) {
            hashAtHead = row.hash();
        }
        before = row.hash();
        expected++;
        return true;
    }

    /// What the note of a start says, in words; the payload itself when it is none of those that a start writes.
    private static String loss(Row note) {
        try {
            if (JsonText.parse(note.payload()) instanceof Json.Obj object) {
                var fields = new Fields(object);
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
        } catch (MalformedJson | Fields.Mistake _) {
            // Then it stands as it is.
        }
        return " " + note.payload();
    }

    private Verdict verdict(long first, Optional<Head> head) {
        if (broken != null) {
            return broken;
        }
        long last = expected - 1;
        if (head.isEmpty()) {
            return last < first
                    ? new Verdict.Whole(first, last, before, List.of())
                    : new Verdict.Broken(last, "the head is missing, so nobody knows whether rows follow");
        }
        if (headSeq > last) {
            return new Verdict.TailLost(last, headSeq - last);
        }
        if (!hashAtHead.equals(head.get().hash())) {
            return new Verdict.Broken(headSeq, "it is not the row that the head names");
        }
        return new Verdict.Whole(first, last, before, List.copyOf(notes));
    }
}
