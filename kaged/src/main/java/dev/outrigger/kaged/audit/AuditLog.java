package dev.outrigger.kaged.audit;

import dev.outrigger.system.Sha256;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Everything that happened, in the order it happened, each row bound to the one before it.
///
/// A row is in the kernel's hands when [#append] returns: one write to a journal, by the caller's own thread, so that
/// the answer that waits for it loses microseconds and no thread is woken. Within a few hundredths of a second a
/// thread of ours carries what came together into the table, syncs it, and then writes the head.
///
/// One process at a time: the daemon's own lock sees to that.
public final class AuditLog implements AutoCloseable {
    private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long DROPS_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long MOST_WAITING = 32L << 20;
    /// Rows of several threads come a little out of order; a clock that was set goes further.
    private static final long CLOCK_SLACK_MICROS = TimeUnit.MINUTES.toMicros(1);

    private static final int LONGEST_TEXT = 200;
    private static final int LONGEST_PAYLOAD = 64 << 10;
    private static final int SHOWN_OF_LONGER = 1000;

    private final AuditTable ledger;
    private final Path database;
    /// Which file that was when it was opened.
    private final Object file;

    private final Path headFile;
    private final Clock clock;
    private final LongSupplier nanos;
    private final Thread carrier = new Thread(this::carry, "audit");

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private AuditJournal filling;
    private AuditJournal emptying;
    private List<AuditRow> fresh = new ArrayList<>();
    private long waitingBytes;
    private long seq;
    private String hash = AuditRow.GENESIS;
    /// Of the newest row, unless the clock went back.
    private long latestMicros;
    /// Which audit this is, for whoever holds an anchor against it.
    private String id = "";

    private boolean closed;
    /// Rows that could not be written, since the last one that could.
    private final AtomicInteger unwritten = new AtomicInteger();

    /// Why rows that were taken cannot be kept safe; no more are taken until they can.
    private @Nullable Exception trouble;
    private final Map<String, StderrAllowance> drips = new HashMap<>();
    private boolean drops;
    private long dropsToldAt = System.nanoTime();

    /// Held while rows are carried; never taken by whoever holds [#lock].
    private final Object carrying = new Object();
    private List<AuditRow> carried = List.of();
    private long carriedBytes;
    private boolean again;

    /// Held while the beginning of the chain must stay where it is.
    private final Object beginning = new Object();

    private AuditLog(
            AuditTable ledger,
            Path database,
            AuditJournal first,
            AuditJournal second,
            Path headFile,
            Clock clock,
            LongSupplier nanos)
            throws IOException {
        this.ledger = ledger;
        this.database = database;
        this.file = Files.getAttribute(database, "unix:ino");
        this.filling = first;
        this.emptying = second;
        this.headFile = headFile;
        this.clock = clock;
        this.nanos = nanos;
        carrier.setDaemon(true);
    }

    /// `database` is SQLite's file; beside it are two journals, `audit.1` and `audit.2`, and `audit.head`. Rows that a
    /// crash left in the journals are carried over; what is lost is told by a row. Call [Sqlite#library] before.
    public static AuditLog open(Path database, Clock clock) throws AuditFailure {
        return open(database, clock, System::nanoTime);
    }

    static AuditLog open(Path database, Clock clock, LongSupplier nanos) throws AuditFailure {
        try {
            var folder = Files.createDirectories(
                    database.toAbsolutePath().normalize().getParent());
            var ledger = AuditTable.open(database);
            Files.setPosixFilePermissions(database, PosixFilePermissions.fromString("rw-------"));
            var audit = new AuditLog(
                    ledger,
                    database,
                    new AuditJournal(folder.resolve("audit.1")),
                    new AuditJournal(folder.resolve("audit.2")),
                    folder.resolve("audit.head"),
                    clock,
                    nanos);
            audit.recover();
            audit.carrier.start();
            return audit;
        } catch (IOException | SQLException e) {
            throw new AuditFailure("the audit cannot be opened at " + database, e);
        }
    }

    /// Before anything is done that needs a row later: fails when the last row could not be written, and still cannot.
    /// What was done without one meanwhile has a row of its own, once there is room again.
    public void admit() throws AuditFailure {
        if (unwritten.get() == 0) {
            return;
        }
        lock.lock();
        try {
            room();
            if (unwritten.get() > 0) {
                var what = Json.object().put("rows", unwritten.get()).build();
                var note = AuditEntry.event(AuditEntry.Kind.NOTE, clock.instant(), "", "", "unaudited", what);
                write(note, CanonicalJson.text(what));
                unwritten.set(0);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Writes the row and gives its number. When it fails there is no row, and what it tells of must not go on.
    public long append(AuditEntry entry) throws AuditFailure {
        var safe = bounded(entry);
        var payload = payload(entry.payload());
        lock.lock();
        try {
            room();
            return write(safe, payload);
        } catch (AuditFailure e) {
            unwritten.incrementAndGet();
            throw e;
        } finally {
            lock.unlock();
        }
    }

    /// A line of a plugin's stderr, verbatim up to 4096 characters, as long as there are not too many of them; how
    /// many were dropped is told by a row of its own.
    public void stderr(String plugin, String line) throws AuditFailure {
        lock.lock();
        try {
            var drip = drips.computeIfAbsent(plugin, _ -> new StderrAllowance(nanos.getAsLong()));
            if (!drip.admits(nanos.getAsLong(), line.length())) {
                drops = true;
                changed.signalAll();
                return;
            }
            dropped(plugin, drip);
            var kept = cut(line, StderrAllowance.LONGEST);
            var payload = Json.object().put("line", kept);
            if (kept.length() < line.length()) {
                payload.put("cut", line.length() - kept.length());
            }
            room();
            write(bounded(stderrEntry(plugin, "line")), CanonicalJson.text(payload.build()));
        } finally {
            lock.unlock();
        }
    }

    /// When it returns, every row so far is on disk, in the table.
    public void sync() throws AuditFailure {
        try {
            settle();
        } catch (IOException | SQLException e) {
            throw new AuditFailure("the audit cannot be kept safe", e);
        }
    }

    public List<AuditRow> rows(AuditFilter filter) throws AuditFailure {
        sync();
        try {
            return ledger.rows(filter);
        } catch (SQLException e) {
            throw new AuditFailure("the audit cannot be read", e);
        }
    }

    public ChainVerdict verify() throws AuditFailure {
        return compare(List.of()).verdict();
    }

    /// Walks the chain, and holds it against rows that were noted elsewhere.
    public AnchorComparison compare(List<AuditAnchor> anchors) throws AuditFailure {
        if (!isInPlace()) {
            // What we hold open is still whole, and gone with us.
            var gone = new ChainVerdict.Missing(
                    database + " was removed or replaced while kaged runs; its rows are lost when"
                            + " kaged ends: find out who did it");
            return new AnchorComparison(gone, ChainVerifier.unreached(anchors));
        }
        sync();
        synchronized (beginning) {
            try {
                // The head first: the chain only grows meanwhile.
                var head = AuditHead.read(headFile);
                return ChainVerifier.compare(ledger, head, id, anchors);
            } catch (SQLException | IOException e) {
                throw new AuditFailure("the audit cannot be read", e);
            }
        }
    }

    private boolean isInPlace() {
        try {
            return Files.getAttribute(database, "unix:ino").equals(file);
        } catch (IOException _) {
            // Then it is not there, for whatever reason.
            return false;
        }
    }

    /// For whoever knows that there has been an audit here: one without any row was removed, and a row tells so from
    /// now on. `evidence` is how that is known.
    public void expectRows(String evidence) throws AuditFailure {
        boolean none;
        lock.lock();
        try {
            none = seq == 0;
        } finally {
            lock.unlock();
        }
        if (none) {
            append(AuditEntry.event(
                    AuditEntry.Kind.NOTE,
                    clock.instant(),
                    "",
                    "",
                    "audit missing",
                    Json.object().put("evidence", evidence).build()));
        }
    }

    /// The last row so far, to be noted elsewhere.
    public AuditAnchor anchor() throws AuditFailure {
        sync();
        try {
            var last = ledger.last().orElseThrow(() -> new AuditFailure("the audit has no rows yet"));
            return new AuditAnchor(id, last.seq(), last.hash(), last.time());
        } catch (SQLException e) {
            throw new AuditFailure("the audit cannot be read", e);
        }
    }

    /// Which audit this is, for whoever holds an anchor against it. Known for good once a row says it.
    String id() {
        return id;
    }

    private static Json.Obj payload(AuditRow row) {
        return row.payloadJson() instanceof Json.Obj object ? object : Json.EMPTY;
    }

    private static Instant time(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /// Removes the oldest whole days (of UTC), all but the last `days`, and gives the number of rows removed. A chain
    /// that does not verify is left alone: it is evidence.
    public long retain(int days) throws AuditFailure {
        synchronized (beginning) {
            return retained(days);
        }
    }

    private long retained(int days) throws AuditFailure {
        var verdict = verify();
        if (!(verdict instanceof ChainVerdict.Whole whole)) {
            throw new AuditFailure("nothing is removed from an audit that does not verify: " + verdict.text());
        }
        var today = clock.instant().atZone(ZoneOffset.UTC).toLocalDate();
        var cutoff = today.minusDays(days).atStartOfDay(ZoneOffset.UTC).toInstant();
        try {
            long through = ledger.firstSince(cutoff).map(AuditRow::seq).orElse(whole.last()) - 1;
            if (through < whole.first()) {
                return 0;
            }
            var lastDropped = ledger.row(through)
                    .orElseThrow(() -> new AuditFailure("row " + through + " vanished between two looks"));
            append(AuditEntry.event(
                    AuditEntry.Kind.CHECKPOINT,
                    clock.instant(),
                    "",
                    "",
                    "retention",
                    Json.object()
                            .put("rows", through - whole.first() + 1)
                            .put("through", through)
                            .put("hash", lastDropped.hash())
                            .put("time", lastDropped.time().toString())
                            .put("audit", id)
                            .build()));
            sync();
            synchronized (carrying) {
                ledger.drop(through);
            }
            return through - whole.first() + 1;
        } catch (SQLException e) {
            throw new AuditFailure("old rows of the audit cannot be removed", e);
        }
    }

    @Override
    public void close() throws AuditFailure {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            allDropped();
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            carrier.join();
            settle();
            ledger.close();
            filling.close();
            emptying.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AuditFailure("interrupted while the audit was closed; its journals keep what is left", e);
        } catch (IOException | SQLException e) {
            throw new AuditFailure("the audit could not be closed; its journals keep what is left", e);
        }
    }

    /// Waits a little when rows come faster than they can be carried away.
    private void room() throws AuditFailure {
        long patience = PATIENCE_NANOS;
        while (trouble == null && !closed && waitingBytes > MOST_WAITING) {
            if (patience <= 0) {
                throw new AuditFailure("the audit cannot keep up: " + waitingBytes + " bytes wait to be written");
            }
            try {
                patience = changed.awaitNanos(patience);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AuditFailure("interrupted while waiting for the audit", e);
            }
        }
        if (closed) {
            throw new AuditFailure("the audit is closed");
        }
        if (trouble != null) {
            throw new AuditFailure("the audit cannot be written, so calls stop: free some space on its disk", trouble);
        }
    }

    private long write(AuditEntry entry, String payload) throws AuditFailure {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, entry.time());
        long before = latestMicros;
        latestMicros = micros > before - CLOCK_SLACK_MICROS ? Math.max(micros, before) : micros;
        if (latestMicros < before) {
            var back = Json.object()
                    .put("from", time(before).toString())
                    .put("to", entry.time().toString());
            writeNext(
                    AuditEntry.event(AuditEntry.Kind.DAEMON, entry.time(), "", "", "clock went back", Json.EMPTY),
                    CanonicalJson.text(back.build()));
        }
        return writeNext(entry, payload);
    }

    private long writeNext(AuditEntry entry, String payload) throws AuditFailure {
        var unbound = AuditRow.unbound(seq + 1, entry, payload);
        // The same bytes are hashed and written: they are made once, for a caller waits.
        var lines = (unbound.line() + "\n" + payload).getBytes(StandardCharsets.UTF_8);
        var row = unbound.withHash(AuditRow.hash(hash, lines));
        var bytes = AuditJournal.bytes(row.hash(), lines);
        try {
            filling.write(bytes);
        } catch (IOException e) {
            throw new AuditFailure("the audit cannot be written, so calls stop: free some space on its disk", e);
        }
        seq = row.seq();
        hash = row.hash();
        waitingBytes += bytes.length;
        fresh.add(row);
        if (fresh.size() == 1) {
            changed.signalAll();
        }
        return seq;
    }

    private void dropped(String plugin, StderrAllowance drip) throws AuditFailure {
        var dropped = drip.dropped();
        if (dropped.lines() > 0) {
            room();
            write(
                    bounded(stderrEntry(plugin, "dropped")),
                    CanonicalJson.text(Json.object()
                            .put("lines", dropped.lines())
                            .put("characters", dropped.characters())
                            .build()));
            drip.told();
        }
    }

    private void allDropped() throws AuditFailure {
        for (var drip : drips.entrySet()) {
            dropped(drip.getKey(), drip.getValue());
        }
        drops = false;
        dropsToldAt = System.nanoTime();
    }

    private AuditEntry stderrEntry(String plugin, String method) {
        return AuditEntry.event(AuditEntry.Kind.STDERR, clock.instant(), "", plugin, method, Json.EMPTY);
    }

    private void carry() {
        while (gathered()) {
            try {
                settle();
            } catch (IOException | SQLException _) {
                // `settle` has noted it as the trouble that stops calls; here it is only tried again.
                pause();
            }
        }
    }

    /// Waits for rows, then a little longer for more of them. False when the audit is closed.
    private boolean gathered() {
        lock.lock();
        try {
            while (!closed && fresh.isEmpty() && trouble == null) {
                if (!drops) {
                    changed.await();
                } else if (changed.awaitNanos(untilDropsAreTold()) <= 0) {
                    break;
                }
            }
            long left = GATHER_NANOS;
            while (!closed && left > 0) {
                left = changed.awaitNanos(left);
            }
            if (drops && untilDropsAreTold() <= 0 && !closed && trouble == null) {
                allDropped();
            }
            return !closed;
        } catch (AuditFailure _) {
            // The disk is full; what was dropped is still counted, and told when there is room.
            return true;
        } catch (InterruptedException _) {
            // Nobody interrupts this thread but a JVM that ends: the journals keep what is left.
            return false;
        } finally {
            lock.unlock();
        }
    }

    private long untilDropsAreTold() {
        return dropsToldAt + DROPS_NANOS - System.nanoTime();
    }

    private void pause() {
        lock.lock();
        try {
            long left = RETRY_NANOS;
            while (!closed && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /// Carries what the journals hold into the table. While one is emptied, the other is filled.
    private void settle() throws IOException, SQLException {
        synchronized (carrying) {
            try {
                if (!carried.isEmpty()) {
                    carryOver();
                }
                turn();
                if (!carried.isEmpty()) {
                    carryOver();
                }
                trouble(null);
            } catch (IOException | SQLException e) {
                trouble(e);
                syncJournals(e);
                throw e;
            }
        }
    }

    /// The table does not take them: then the journals keep the rows safe, as far as the disk lets them.
    private void syncJournals(Exception cause) {
        try {
            filling.sync();
            emptying.sync();
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /// What came so far is to be carried; what comes from now on goes to the other journal, which is empty.
    private void turn() {
        lock.lock();
        try {
            carried = fresh;
            carriedBytes = waitingBytes;
            again = false;
            fresh = new ArrayList<>();
            var full = filling;
            filling = emptying;
            emptying = full;
        } finally {
            lock.unlock();
        }
    }

    private void carryOver() throws IOException, SQLException {
        var rows = carried;
        if (again) {
            // The last try may have got as far as the table, and failed behind it.
            long there = ledger.last().map(AuditRow::seq).orElse(0L);
            rows = rows.stream().filter(row -> row.seq() > there).toList();
        }
        again = true;
        ledger.insert(rows);
        var last = carried.getLast();
        new AuditHead(last.seq(), last.hash()).write(headFile);
        emptying.empty();
        lock.lock();
        try {
            carried = List.of();
            waitingBytes -= carriedBytes;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void trouble(@Nullable Exception now) {
        lock.lock();
        try {
            trouble = now;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Before anybody else knows this audit: takes up the chain where the last run left it.
    private void recover() throws IOException, SQLException, AuditFailure {
        finishRetention();
        ledger.last().ifPresent(this::follow);
        var notes = new ArrayList<Json.Obj>();
        takeUp(notes);
        id = ledger.lastNamed()
                .flatMap(row -> payload(row).text("audit"))
                .filter(AuditAnchor::isId)
                .orElseGet(AuditLog::freshId);
        compareHead(notes);
        for (var note : notes) {
            var what = note.text("what").orElseThrow();
            append(AuditEntry.event(AuditEntry.Kind.NOTE, clock.instant(), "", "", what, note));
        }
        settle();
    }

    private void follow(AuditRow row) {
        seq = row.seq();
        hash = row.hash();
        latestMicros = row.timeMicros();
    }

    private static String freshId() {
        var id = new byte[8];
        new SecureRandom().nextBytes(id);
        return HexFormat.of().formatHex(id);
    }

    /// A crash may have come between a checkpoint and the removal it tells of.
    private void finishRetention() throws SQLException {
        var checkpoint = ledger.lastCheckpoint().flatMap(ChainVerifier.Cut::of);
        if (checkpoint.isPresent()) {
            var cut = checkpoint.get();
            var row = ledger.row(cut.seq());
            if (row.isPresent() && row.get().hash().equals(cut.hash())) {
                ledger.drop(cut.seq());
            }
        }
    }

    private void takeUp(List<Json.Obj> notes) throws IOException, SQLException {
        var first = filling.read();
        var second = emptying.read();
        var found = new ArrayList<>(first.rows());
        found.addAll(second.rows());
        found.sort(Comparator.comparingLong(AuditRow::seq));
        var rows = new ArrayList<AuditRow>();
        long strange = 0;
        for (var row : found) {
            if (strange == 0 && row.seq() == seq + 1 && row.hashAfter(hash).equals(row.hash())) {
                rows.add(row);
                follow(row);
            } else if (row.seq() > seq) {
                strange++;
            }
        }
        ledger.insert(rows);
        long rest = first.rest() + second.rest();
        if (strange > 0 || rest > 0) {
            var kept = filling.path().resolveSibling("audit.lost-" + clock.millis());
            for (var journal : List.of(filling, emptying)) {
                var copy = Path.of(kept + "." + journal.path().getFileName());
                Files.copy(journal.path(), copy, StandardCopyOption.REPLACE_EXISTING);
            }
            notes.add(Json.object()
                    .put("what", "journal cut")
                    .put("after", seq)
                    .put("rows", strange)
                    .put("bytes", rest)
                    .put("kept", kept.getFileName().toString())
                    .build());
        }
        filling.empty();
        emptying.empty();
    }

    private void compareHead(List<Json.Obj> notes) throws IOException, SQLException {
        var head = AuditHead.read(headFile);
        if (head.isEmpty()) {
            if (seq > 0) {
                notes.add(Json.object()
                        .put("what", "head missing")
                        .put("after", seq)
                        .build());
            }
            return;
        }
        long there = head.get().seq();
        if (there > seq) {
            notes.add(Json.object()
                    .put("what", "tail lost")
                    .put("after", seq)
                    .put("missing", there - seq)
                    .put("head", head.get().hash())
                    .build());
        } else if (ledger.row(there)
                .map(AuditRow::hash)
                .filter(head.get().hash()::equals)
                .isEmpty()) {
            notes.add(Json.object()
                    .put("what", "head differs")
                    .put("after", seq)
                    .put("head_seq", there)
                    .put("head", head.get().hash())
                    .build());
        }
    }

    private static AuditEntry bounded(AuditEntry entry) {
        return new AuditEntry(
                entry.kind(),
                entry.time(),
                cut(entry.user(), LONGEST_TEXT),
                cut(entry.project(), LONGEST_TEXT),
                cut(entry.plugin(), LONGEST_TEXT),
                cut(entry.method(), LONGEST_TEXT),
                cut(entry.outcome(), LONGEST_TEXT),
                entry.micros(),
                Json.EMPTY);
    }

    /// Never ends in half a character, nor holds what the table would give back differently: NUL, lone halves.
    private static String cut(String text, int longest) {
        int end = text.length() <= longest ? text.length() : longest;
        if (end < text.length() && end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        var cut = text.substring(0, end);
        if (isPlain(cut)) {
            return cut;
        }
        var clean = new StringBuilder();
        cut.codePoints()
                .map(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) ? 0xFFFD : c)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0 || Character.isSurrogate(c)) {
                return false;
            }
        }
        return true;
    }

    /// A payload too long to keep is told by its size, its checksum and how it begins.
    private static String payload(Json payload) {
        var text = CanonicalJson.text(payload);
        if (text.length() <= LONGEST_PAYLOAD) {
            return text;
        }
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return CanonicalJson.text(Json.object()
                .put("too_long", bytes.length)
                .put("sha256", Sha256.of(bytes))
                .put("begins", cut(text, SHOWN_OF_LONGER))
                .build());
    }
}
