package dev.outrigger.workspace.settings;

import java.util.List;

/// Where things stand in a TOML text: its headers and its pairs, in order. Only for texts that [TomlReader] has read,
/// so it need not say what is wrong with one.
final class TomlLines {
    enum Kind {
        /// `[a.b]`
        TABLE,
        /// `[[a.b]]`
        TABLES,
        /// `c.d = value`
        PAIR
    }

    /// @param path from the root of the file
    /// @param own how many names at the end of the path stand in this line
    /// @param line counted from 1
    /// @param start of its first line
    /// @param valueStart of the value; of a header, its end
    /// @param end behind the line break that ends it
    record Statement(
            Kind kind, List<String> path, int own, int line, int start, int valueStart, int valueEnd, int end) {
        boolean inside(List<String> table) {
            return path.size() >= table.size() && path.subList(0, table.size()).equals(table);
        }
    }

    private final List<Statement> statements;

    private TomlLines(List<Statement> statements) {
        this.statements = statements;
    }

    static TomlLines of(String text) {
        return new TomlLines(new TomlScanner(text).statements());
    }

    List<Statement> statements() {
        return statements;
    }

    /// The line of a key, or else of the table or inline table that it is in; 0 when there is none.
    int lineOf(List<String> path) {
        int line = 0;
        int longest = -1;
        for (var statement : statements) {
            int length = statement.path().size();
            boolean leadsThere =
                    length <= path.size() && path.subList(0, length).equals(statement.path());
            if (leadsThere && length > longest) {
                line = statement.line();
                longest = length;
            }
        }
        if (line == 0) {
            for (var statement : statements) {
                if (statement.inside(path)) {
                    return statement.line();
                }
            }
        }
        return line;
    }
}
