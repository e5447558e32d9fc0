package dev.outrigger.kaged.storage;

import dev.outrigger.kaged.sqlite.Sqlite;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteLimits;

/// One connection to one plugin's file, with every lock that SQLite and its driver offer: nothing can be attached, no
/// extension loaded, the schema is not trusted, temporary data stays in memory, sizes are bounded. They hold whatever
/// the statement says, and no statement loosens them for the next one. Not for two threads at once.
final class StorageConnection implements AutoCloseable {
    private static final int CACHE_KIB = 2048;

    /// Each takes a hundred bytes of the daemon's memory, however short it is.
    private static final int MOST_VALUES = 200_000;

    /// What is no table of the plugin's file: a virtual one has no page of its own, a temporary one outlives no daemon.
    private static final String FOREIGN_TABLE = "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage = 0"
            + " UNION ALL SELECT name FROM sqlite_temp_schema LIMIT 1";

    private final SQLiteConnection connection;
    private final StatementGuard guard;
    private final StorageLimits limits;
    private final boolean writes;
    private final String beginning;
    private boolean sound = true;

    private StorageConnection(SQLiteConnection connection, StorageLimits limits, boolean writes) throws SQLException {
        this.connection = connection;
        this.limits = limits;
        this.writes = writes;
        this.beginning = beginning(limits, writes);
        limit();
        guard = StatementGuard.on(connection, limits);
    }

    static StorageConnection writing(Path file, StorageLimits limits) throws SQLException {
        return open(file, limits, true);
    }

    /// Opened read-only by SQLite itself: what a query says cannot change that.
    static StorageConnection reading(Path file, StorageLimits limits) throws SQLException {
        return open(file, limits, false);
    }

    private static StorageConnection open(Path file, StorageLimits limits, boolean writes) throws SQLException {
        var config = new SQLiteConfig();
        config.enableLoadExtension(false);
        config.setSharedCache(false);
        config.setGetGeneratedKeys(false);
        config.setBusyTimeout((int) Math.min(limits.time().toMillis(), 1000));
        config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        config.setCacheSize(-CACHE_KIB);
        config.enforceForeignKeys(true);
        config.setReadOnly(!writes);
        if (writes) {
            config.setPageSize(StorageLimits.PAGE);
            config.setJournalMode(SQLiteConfig.JournalMode.WAL);
            config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
            config.setJournalSizeLimit((int) Math.min(limits.file(), 16 << 20));
        }
        if (writes) {
            makePrivate(file);
        }
        var connection = (SQLiteConnection) Sqlite.open(file, config);
        try {
            return new StorageConnection(connection, limits, writes);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static void makePrivate(Path file) throws SQLException {
        try {
            Sqlite.makePrivate(file);
        } catch (IOException e) {
            throw new SQLException(file + " cannot be closed to others: " + e, e);
        }
    }

    /// No statement changes these.
    private void limit() throws SQLException {
        limit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
        limit(SQLiteLimits.SQLITE_LIMIT_LENGTH, limits.value());
        limit(SQLiteLimits.SQLITE_LIMIT_SQL_LENGTH, Math.min(limits.value(), limits.statement() * 4));
        limit(SQLiteLimits.SQLITE_LIMIT_COLUMN, 500);
        limit(SQLiteLimits.SQLITE_LIMIT_EXPR_DEPTH, 200);
        limit(SQLiteLimits.SQLITE_LIMIT_COMPOUND_SELECT, 100);
        limit(SQLiteLimits.SQLITE_LIMIT_VDBE_OP, 1_000_000);
        limit(SQLiteLimits.SQLITE_LIMIT_FUNCTION_ARG, 100);
        limit(SQLiteLimits.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000);
        limit(SQLiteLimits.SQLITE_LIMIT_VARIABLE_NUMBER, 1000);
        limit(SQLiteLimits.SQLITE_LIMIT_TRIGGER_DEPTH, 20);
        limit(SQLiteLimits.SQLITE_LIMIT_WORKER_THREADS, 0);
    }

    /// What a statement begins with: settings that a PRAGMA which came past the rules would change, and a transaction,
    /// in which it can change less of them, and which ends with it.
    private static String beginning(StorageLimits limits, boolean writes) {
        return "PRAGMA trusted_schema = OFF; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY; PRAGMA cache_size = "
                + -CACHE_KIB
                + (writes
                        ? "; PRAGMA writable_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON;"
                                + " PRAGMA synchronous = FULL; PRAGMA locking_mode = NORMAL; PRAGMA max_page_count = "
                                + limits.file() / StorageLimits.PAGE + "; BEGIN IMMEDIATE"
                        : "; PRAGMA query_only = ON; BEGIN");
    }

    /// All in one call of the driver's: it is on the way of every statement.
    private void begin() throws SQLException {
        int code = connection.getDatabase()._exec(beginning);
        if (code != SQLiteErrorCode.SQLITE_OK.code) {
            throw new SQLiteException("no transaction can be begun", SQLiteErrorCode.getErrorCode(code));
        }
    }

    Connection connection() {
        return connection;
    }

    /// Either all of what the statement does, and its whole answer, or nothing of it.
    StatementAnswer run(StatementRequest request, long deadline) throws StorageFailure {
        guard.begin(deadline);
        boolean done = false;
        try {
            begin();
            var answer = step(request);
            if (writes) {
                refuseForeignTables();
            }
            run("COMMIT");
            done = true;
            return answer;
        } catch (SQLException e) {
            throw failure(e);
        } finally {
            if (!done) {
                rollback();
            }
        }
    }

    /// False when a transaction could not be undone: only a new connection is rid of it.
    boolean sound() {
        return sound;
    }

    private StatementAnswer step(StatementRequest request) throws StorageFailure, SQLException {
        long before = connection.getDatabase().total_changes();
        try (var statement = connection.prepareStatement(request.sql())) {
            bind(statement, request.params());
            var rows = statement.execute() ? rows(statement) : List.<Json.Obj>of();
            long changes = connection.getDatabase().total_changes() - before;
            return new StatementAnswer(rows, changes);
        }
    }

    private void refuseForeignTables() throws StorageFailure, SQLException {
        try (var statement = connection.createStatement();
                var found = statement.executeQuery(FOREIGN_TABLE)) {
            if (found.next()) {
                throw new StorageFailure(
                        StorageFailure.Kind.REFUSED, "virtual and temporary tables are not available here");
            }
        }
    }

    private void bind(PreparedStatement statement, List<Json> params) throws StorageFailure, SQLException {
        int wanted = statement.getParameterMetaData().getParameterCount();
        if (wanted != params.size()) {
            throw new StorageFailure(
                    StorageFailure.Kind.WRONG,
                    "the statement has " + wanted + " parameters, `params` has " + params.size());
        }
        for (int i = 0; i < wanted; i++) {
            SqlValues.bind(statement, i + 1, params.get(i), limits.value());
        }
    }

    private List<Json.Obj> rows(PreparedStatement statement) throws StorageFailure, SQLException {
        var rows = new ArrayList<Json.Obj>();
        long weight = 0;
        try (var result = statement.getResultSet()) {
            var about = result.getMetaData();
            var columns = new ArrayList<String>();
            for (int i = 1; i <= about.getColumnCount(); i++) {
                columns.add(about.getColumnLabel(i));
            }
            if (new HashSet<>(columns).size() < columns.size()) {
                throw new StorageFailure(
                        StorageFailure.Kind.WRONG,
                        "two columns of the result have the same name: tell them apart by AS");
            }
            while (result.next()) {
                if (rows.size() == limits.rows()) {
                    throw tooMuch(limits.rows() + " rows");
                }
                if ((rows.size() + 1L) * columns.size() > MOST_VALUES) {
                    throw tooMuch(MOST_VALUES + " values");
                }
                var fields = LinkedHashMap.<String, Json>newLinkedHashMap(columns.size());
                for (int i = 0; i < columns.size(); i++) {
                    var value = result.getObject(i + 1);
                    weight += columns.get(i).length() + 4 + SqlValues.weight(value);
                    if (weight > limits.answer()) {
                        throw tooMuch(limits.answer() + " bytes");
                    }
                    fields.put(columns.get(i), SqlValues.json(value, columns.get(i)));
                }
                rows.add(new Json.Obj(fields));
            }
        }
        return rows;
    }

    private static StorageFailure tooMuch(String what) {
        return new StorageFailure(
                StorageFailure.Kind.LIMIT, "the result has more than " + what + ": ask for less with LIMIT");
    }

    /// SQLite has rolled back by itself after some failures; then there is nothing left to do.
    private void rollback() {
        guard.begin(System.nanoTime() + limits.time().toNanos());
        try {
            run("ROLLBACK");
        } catch (SQLException e) {
            // The statement's own failure is the one to tell.
            sound = e.getMessage() != null && e.getMessage().contains("no transaction is active");
        }
    }

    private StorageFailure failure(SQLException e) {
        String stopped = guard.stopped();
        if (stopped != null) {
            return new StorageFailure(StorageFailure.Kind.LIMIT, stopped, e);
        }
        if (!(e instanceof SQLiteException sqlite)) {
            return new StorageFailure(StorageFailure.Kind.WRONG, words(e), e);
        }
        int code = sqlite.getResultCode().code & 0xFF;
        if (code == SQLiteErrorCode.SQLITE_FULL.code) {
            return new StorageFailure(
                    StorageFailure.Kind.FULL,
                    "the plugin's storage is full (" + limits.file() + " bytes are allowed), or the disk is",
                    e);
        }
        if (code == SQLiteErrorCode.SQLITE_TOOBIG.code || code == SQLiteErrorCode.SQLITE_NOMEM.code) {
            return new StorageFailure(
                    StorageFailure.Kind.LIMIT, "a value or the statement is too big (" + limits.value() + " bytes)", e);
        }
        if (code == SQLiteErrorCode.SQLITE_BUSY.code || code == SQLiteErrorCode.SQLITE_LOCKED.code) {
            return new StorageFailure(StorageFailure.Kind.BUSY, "the plugin's storage is busy: try again", e);
        }
        if (code == SQLiteErrorCode.SQLITE_READONLY.code) {
            return new StorageFailure(StorageFailure.Kind.REFUSED, "a query may not change anything: use exec", e);
        }
        if (code == SQLiteErrorCode.SQLITE_CORRUPT.code
                || code == SQLiteErrorCode.SQLITE_NOTADB.code
                || code == SQLiteErrorCode.SQLITE_IOERR.code
                || code == SQLiteErrorCode.SQLITE_CANTOPEN.code) {
            return new StorageFailure(
                    StorageFailure.Kind.BROKEN,
                    "the plugin's storage cannot be used (" + sqlite.getResultCode() + ")",
                    e);
        }
        return new StorageFailure(StorageFailure.Kind.WRONG, words(e), e);
    }

    private static String words(SQLException e) {
        var message = e.getMessage();
        return message == null
                ? "SQLite refused the statement"
                : message.lines().findFirst().orElse("");
    }

    private void run(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void limit(SQLiteLimits limit, int value) throws SQLException {
        connection.setLimit(limit, value);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
