package dev.outrigger.kaged.audit;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
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
/// A row is in the kernel's hands when [#append] returns, or what was queued is told: one write to a journal, by the
/// thread of a caller and for all who came together ([QueuedRows]), so that the answer that waits for it loses
/// microseconds and no thread is woken. Within a few hundredths of a second a
/// thread of ours carries what came together into the table, syncs it, and then writes the head.
///
/// One process at a time: the daemon's own lock sees to that.
public final class AuditLog implements AuditWriter, AuditHistory, AutoCloseable {
    private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long DROPS_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long MOST_WAITING = 32L << 20;

    private final AuditTable ledger;
    private final AuditArchive archive;
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
    private ChainedRows.End end = ChainedRows.End.NONE;
    private final QueuedRows queued = new QueuedRows(this::write);
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
        this.archive = new AuditArchive(this, ledger, database, headFile, clock);
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

    /// What was done without a row meanwhile has one of its own, once there is room again.
    @Override
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

    @Override
    public long append(AuditEntry entry) throws AuditFailure {
        var safe = EntryBounds.of(entry);
        var payload = EntryBounds.payload(entry.payload());
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

    @Override
    public void queue(AuditEntry entry, Written written) {
        queued.add(new QueuedRows.Queued(EntryBounds.of(entry), EntryBounds.payload(entry.payload()), written));
    }

    @Override
    public void flush() {
        queued.flush();
    }

    /// A line of a plugin's stderr, verbatim up to 4096 characters, as long as there are not too many of them; how
    /// many were dropped is told by a row of its own.
    @Override
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
            var kept = EntryBounds.cut(line, StderrAllowance.LONGEST);
            var payload = Json.object().put("line", kept);
            if (kept.length() < line.length()) {
                payload.put("cut", line.length() - kept.length());
            }
            room();
            write(EntryBounds.of(stderrEntry(plugin, "line")), CanonicalJson.text(payload.build()));
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

    @Override
    public List<AuditRow> rows(AuditFilter filter) throws AuditFailure {
        return archive.rows(filter);
    }

    @Override
    public AnchorComparison compare(List<AuditAnchor> anchors) throws AuditFailure {
        return archive.compare(anchors);
    }

    @Override
    public AuditAnchor anchor() throws AuditFailure {
        return archive.anchor();
    }

    @Override
    public long retain(int days) throws AuditFailure {
        return archive.retain(days);
    }

    /// For whoever knows that there has been an audit here: one without any row was removed, and a row tells so from
    /// now on. `evidence` is how that is known.
    public void expectRows(String evidence) throws AuditFailure {
        boolean none;
        lock.lock();
        try {
            none = end.seq() == 0;
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

    /// Which audit this is, for whoever holds an anchor against it. Known for good once a row says it.
    String id() {
        return id;
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

    /// Waits a little when rows come faster than they can be carried away. Not shorter for an interrupt: others' rows
    /// may be among those that wait.
    private void room() throws AuditFailure {
        long patience = PATIENCE_NANOS;
        boolean interrupted = false;
        while (trouble == null && !closed && waitingBytes > MOST_WAITING && patience > 0) {
            interrupted |= Thread.interrupted();
            try {
                patience = changed.awaitNanos(patience);
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (closed) {
            throw new AuditFailure("the audit is closed");
        }
        if (trouble != null) {
            throw new AuditFailure("the audit cannot be written, so calls stop: free some space on its disk", trouble);
        }
        if (waitingBytes > MOST_WAITING) {
            throw new AuditFailure("the audit cannot keep up: " + waitingBytes + " bytes wait to be written");
        }
    }

    private long write(AuditEntry entry, String payload) throws AuditFailure {
        var rows = new ChainedRows(end);
        rows.add(entry, payload);
        write(rows);
        return end.seq();
    }

    /// All that came together, at once.
    private void write(List<QueuedRows.Queued> queued) throws AuditFailure {
        lock.lock();
        try {
            room();
            var rows = new ChainedRows(end);
            for (var each : queued) {
                rows.add(each.entry(), each.payload());
            }
            write(rows);
        } catch (AuditFailure e) {
            unwritten.addAndGet(queued.size());
            throw e;
        } finally {
            lock.unlock();
        }
    }

    private void write(ChainedRows rows) throws AuditFailure {
        var bytes = rows.bytes();
        try {
            filling.write(bytes);
        } catch (IOException e) {
            throw new AuditFailure("the audit cannot be written, so calls stop: free some space on its disk", e);
        }
        end = rows.end();
        waitingBytes += bytes.length;
        boolean first = fresh.isEmpty();
        fresh.addAll(rows.rows());
        if (first) {
            changed.signalAll();
        }
    }

    private void dropped(String plugin, StderrAllowance drip) throws AuditFailure {
        var dropped = drip.dropped();
        if (dropped.lines() > 0) {
            room();
            write(
                    EntryBounds.of(stderrEntry(plugin, "dropped")),
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
        var found = new AuditRecovery(ledger, filling, emptying, headFile, clock).run();
        end = new ChainedRows.End(found.seq(), found.hash(), found.micros());
        id = found.id();
        for (var note : found.notes()) {
            var what = note.text("what").orElseThrow();
            append(AuditEntry.event(AuditEntry.Kind.NOTE, clock.instant(), "", "", what, note));
        }
        settle();
    }
}
