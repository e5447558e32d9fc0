package dev.outrigger.kaged.audit;

import dev.outrigger.kaged.sqlite.Sqlite;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.sqlite.SQLiteConfig;

/// The table of rows, where they stay and are looked up. One connection writes, one only reads; each is used by one
/// thread at a time.
final class AuditTable implements AutoCloseable {
    static final long MOST_BYTES = 16 << 20;

    private static final String COLUMNS =
            "seq, time_us, kind, user, project, plugin, method, outcome, duration_us, payload, hash";

    private final Connection writer;
    private final Connection reader;

    private AuditTable(Connection writer, Connection reader) {
        this.writer = writer;
        this.reader = reader;
    }

    static AuditTable open(Path file) throws SQLException {
        var writing = new SQLiteConfig();
        writing.setJournalMode(SQLiteConfig.JournalMode.WAL);
        // A commit is on disk when it returns: the head names it right after.
        writing.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        writing.setTempStore(SQLiteConfig.TempStore.MEMORY);
        writing.setGetGeneratedKeys(false);
        writing.setBusyTimeout(5000);
        writing.setJournalSizeLimit(16 << 20);
        var writer = Sqlite.open(file, writing);
        try {
            create(writer);
            var reading = new SQLiteConfig();
            reading.setReadOnly(true);
            reading.setTempStore(SQLiteConfig.TempStore.MEMORY);
            reading.setBusyTimeout(5000);
            return new AuditTable(writer, Sqlite.open(file, reading));
        } catch (SQLException e) {
            writer.close();
            throw e;
        }
    }

    private static void create(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("""
                    CREATE TABLE IF NOT EXISTS audit (
                      seq INTEGER PRIMARY KEY, time_us INTEGER NOT NULL, kind TEXT NOT NULL, user TEXT NOT NULL,
                      project TEXT NOT NULL, plugin TEXT NOT NULL, method TEXT NOT NULL, outcome TEXT NOT NULL,
                      duration_us INTEGER NOT NULL, payload TEXT NOT NULL, hash TEXT NOT NULL) STRICT""");
            statement.execute("CREATE INDEX IF NOT EXISTS audit_plugin ON audit (plugin, seq)");
            statement.execute("CREATE INDEX IF NOT EXISTS audit_time ON audit (time_us)");
            statement.execute("CREATE INDEX IF NOT EXISTS audit_kind ON audit (kind, seq)");
            statement.execute("""
                    CREATE TRIGGER IF NOT EXISTS audit_only_grows BEFORE UPDATE ON audit
                    BEGIN SELECT RAISE(ABORT, 'rows of the audit do not change'); END""");
        }
    }

    /// All rows, safely on disk, or none.
    void insert(List<AuditRow> rows) throws SQLException {
        synchronized (writer) {
            writer.setAutoCommit(false);
            try (var insert = writer.prepareStatement(
                    "INSERT INTO audit (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
                for (var row : rows) {
                    insert.setLong(1, row.seq());
                    insert.setLong(2, row.timeMicros());
                    insert.setString(3, row.kind());
                    insert.setString(4, row.user());
                    insert.setString(5, row.project());
                    insert.setString(6, row.plugin());
                    insert.setString(7, row.method());
                    insert.setString(8, row.outcome());
                    insert.setLong(9, row.durationMicros());
                    insert.setString(10, row.payload());
                    insert.setString(11, row.hash());
                    insert.executeUpdate();
                }
                writer.commit();
            } catch (SQLException e) {
                rollback(e);
                throw e;
            } finally {
                writer.setAutoCommit(true);
            }
        }
    }

    private void rollback(SQLException cause) {
        try {
            writer.rollback();
        } catch (SQLException e) {
            // A full disk makes SQLite roll back by itself; the first failure is the one to tell.
            cause.addSuppressed(e);
        }
    }

    Optional<AuditRow> last() throws SQLException {
        return one("SELECT " + COLUMNS + " FROM audit ORDER BY seq DESC LIMIT 1");
    }

    Optional<AuditRow> row(long seq) throws SQLException {
        return one("SELECT " + COLUMNS + " FROM audit WHERE seq = " + seq);
    }

    Optional<AuditRow> lastCheckpoint() throws SQLException {
        return one("SELECT " + COLUMNS + " FROM audit WHERE kind = 'checkpoint' ORDER BY seq DESC LIMIT 1");
    }

    /// The newest row that says which audit this is.
    Optional<AuditRow> lastNamed() throws SQLException {
        return one("SELECT " + COLUMNS + " FROM audit WHERE kind = 'checkpoint'"
                + " OR (kind = 'daemon' AND method = 'started') ORDER BY seq DESC LIMIT 1");
    }

    /// The first row of this time or later.
    Optional<AuditRow> firstSince(Instant time) throws SQLException {
        return one("SELECT " + COLUMNS + " FROM audit WHERE time_us >= " + micros(time) + " ORDER BY seq LIMIT 1");
    }

    void drop(long through) throws SQLException {
        synchronized (writer) {
            try (var statement = writer.createStatement()) {
                statement.execute("DELETE FROM audit WHERE seq <= " + through);
            }
        }
    }

    interface Walk {
        /// False ends the walk.
        boolean row(AuditRow row);
    }

    void walk(long after, Walk walk) throws SQLException {
        synchronized (reader) {
            try (var statement = reader.createStatement();
                    var rows = statement.executeQuery(
                            "SELECT " + COLUMNS + " FROM audit WHERE seq > " + after + " ORDER BY seq")) {
                while (rows.next()) {
                    if (!walk.row(row(rows))) {
                        return;
                    }
                }
            }
        }
    }

    /// At most [#MOST_BYTES] of payload: a plugin decides how much it leaves here, and somebody else asks for it.
    List<AuditRow> rows(AuditFilter filter) throws SQLException {
        var where = new StringBuilder("seq > ? AND time_us >= ?");
        if (!filter.plugin().isEmpty()) {
            where.append(" AND plugin = ?");
        }
        if (!filter.method().isEmpty()) {
            where.append(" AND method = ?");
        }
        if (!filter.kinds().isEmpty()) {
            where.append(" AND kind IN (")
                    .append(String.join(",", Collections.nCopies(filter.kinds().size(), "?")))
                    .append(')');
        }
        // Whoever follows wants what comes next; everybody else the latest.
        boolean follows = filter.after() > 0;
        var sql = "SELECT " + COLUMNS + " FROM audit WHERE " + where + " ORDER BY seq " + (follows ? "" : "DESC ")
                + "LIMIT ?";
        var found = new ArrayList<AuditRow>();
        synchronized (reader) {
            try (var statement = reader.prepareStatement(sql)) {
                bind(statement, filter);
                try (var rows = statement.executeQuery()) {
                    long bytes = 0;
                    while (rows.next() && (bytes <= MOST_BYTES || !follows)) {
                        var row = row(rows);
                        bytes += row.payload().length();
                        if (bytes > MOST_BYTES && !follows) {
                            throw new SQLDataException("the rows asked for hold more than " + (MOST_BYTES >> 20)
                                    + " MiB: ask for no more than the newest " + found.size());
                        }
                        found.add(row);
                    }
                }
            }
        }
        return follows ? found : found.reversed();
    }

    private static void bind(PreparedStatement statement, AuditFilter filter) throws SQLException {
        int at = 1;
        statement.setLong(at++, filter.after());
        statement.setLong(at++, filter.since().equals(Instant.EPOCH) ? Long.MIN_VALUE : micros(filter.since()));
        if (!filter.plugin().isEmpty()) {
            statement.setString(at++, filter.plugin());
        }
        if (!filter.method().isEmpty()) {
            statement.setString(at++, filter.method());
        }
        for (var kind : filter.kinds()) {
            statement.setString(at++, kind.word());
        }
        statement.setInt(at, filter.limit());
    }

    private Optional<AuditRow> one(String sql) throws SQLException {
        synchronized (reader) {
            try (var statement = reader.createStatement();
                    var rows = statement.executeQuery(sql)) {
                return rows.next() ? Optional.of(row(rows)) : Optional.empty();
            }
        }
    }

    private static AuditRow row(ResultSet rows) throws SQLException {
        return new AuditRow(
                rows.getLong(1),
                rows.getLong(2),
                text(rows, 3),
                text(rows, 4),
                text(rows, 5),
                text(rows, 6),
                text(rows, 7),
                text(rows, 8),
                rows.getLong(9),
                text(rows, 10),
                text(rows, 11));
    }

    /// The columns have no NULL, unless somebody made the table anew: then the hash tells.
    private static String text(ResultSet rows, int column) throws SQLException {
        var text = rows.getString(column);
        return text == null ? "" : text;
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    @Override
    public void close() throws SQLException {
        try {
            reader.close();
        } finally {
            writer.close();
        }
    }
}
