package dev.outrigger.assistant.tools;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What changes between two texts, line by line, as `diff -u` writes it. The shortest script of changes (Myers) where
/// it can be found with reasonable effort; else what differs goes out as a whole, and comes in as a whole.
final class LineDiff {
    private static final int CONTEXT = 3;
    /// So many changes are looked for; the effort grows with their square.
    private static final int MOST_CHANGES = 1500;

    private static final String NO_NEWLINE = "\\ No newline at end of file\n";

    /// A stretch of lines: `old` from..to is replaced by `new` from..to.
    private record Change(int oldFrom, int oldTo, int newFrom, int newTo) {}

    private final List<String> before;
    private final List<String> after;

    private LineDiff(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
    }

    /// Empty when nothing differs. Without the lines with file names.
    static String of(String before, String after) {
        var diff = new LineDiff(lines(before), lines(after));
        return diff.written(diff.changes());
    }

    /// Each with its newline; only the last may lack it.
    static List<String> lines(String text) {
        var lines = new ArrayList<String>();
        for (int from = 0; from < text.length(); ) {
            int newline = text.indexOf('\n', from);
            int to = newline < 0 ? text.length() : newline + 1;
            lines.add(text.substring(from, to));
            from = to;
        }
        return lines;
    }

    private List<Change> changes() {
        int head = 0;
        int least = Math.min(before.size(), after.size());
        while (head < least && before.get(head).equals(after.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < least - head && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
            tail++;
        }
        int oldEnd = before.size() - tail;
        int newEnd = after.size() - tail;
        if (head == oldEnd && head == newEnd) {
            return List.of();
        }
        return merged(new Script(head, oldEnd, newEnd).changes());
    }

    /// Myers' greedy walk: how far one gets on each diagonal with d changes, for d = 0, 1, 2 …
    private final class Script {
        private final int head;
        private final int oldEnd;
        private final int newEnd;
        private final List<int[]> reached = new ArrayList<>();

        Script(int head, int oldEnd, int newEnd) {
            this.head = head;
            this.oldEnd = oldEnd;
            this.newEnd = newEnd;
        }

        List<Change> changes() {
            int n = oldEnd - head;
            int m = newEnd - head;
            int most = (int) Math.min((long) n + m, MOST_CHANGES);
            var far = new int[2 * most + 3];
            int zero = most + 1;
            for (int d = 0; d <= most; d++) {
                reached.add(Arrays.copyOfRange(far, zero - d - 1, zero + d + 2));
                for (int k = -d; k <= d; k += 2) {
                    boolean down = k == -d || (k != d && far[zero + k - 1] < far[zero + k + 1]);
                    int x = down ? far[zero + k + 1] : far[zero + k - 1] + 1;
                    int y = x - k;
                    while (x < n && y < m && before.get(head + x).equals(after.get(head + y))) {
                        x++;
                        y++;
                    }
                    far[zero + k] = x;
                    if (x >= n && y >= m) {
                        return back(n, m, d);
                    }
                }
            }
            return List.of(new Change(head, oldEnd, head, newEnd));
        }

        private List<Change> back(int n, int m, int changes) {
            var found = new ArrayList<Change>();
            int x = n;
            int y = m;
            for (int d = changes; d > 0; d--) {
                var far = reached.get(d);
                int zero = d + 1;
                int k = x - y;
                boolean down = k == -d || (k != d && far[zero + k - 1] < far[zero + k + 1]);
                int fromK = down ? k + 1 : k - 1;
                int fromX = far[zero + fromK];
                int fromY = fromX - fromK;
                found.addFirst(
                        down
                                ? new Change(head + fromX, head + fromX, head + fromY, head + fromY + 1)
                                : new Change(head + fromX, head + fromX + 1, head + fromY, head + fromY));
                x = fromX;
                y = fromY;
            }
            return found;
        }
    }

    /// Those that touch are one.
    private static List<Change> merged(List<Change> changes) {
        var merged = new ArrayList<Change>();
        for (var change : changes) {
            var last = merged.isEmpty() ? null : merged.getLast();
            if (last != null && last.oldTo == change.oldFrom && last.newTo == change.newFrom) {
                merged.set(merged.size() - 1, new Change(last.oldFrom, change.oldTo, last.newFrom, change.newTo));
            } else {
                merged.add(change);
            }
        }
        return merged;
    }

    private String written(List<Change> changes) {
        var text = new StringBuilder();
        for (int first = 0; first < changes.size(); ) {
            int last = first;
            while (last + 1 < changes.size()
                    && changes.get(last + 1).oldFrom - changes.get(last).oldTo <= 2 * CONTEXT) {
                last++;
            }
            hunk(text, changes.subList(first, last + 1));
            first = last + 1;
        }
        return text.toString();
    }

    private void hunk(StringBuilder text, List<Change> changes) {
        int oldFrom = Math.max(0, changes.getFirst().oldFrom - CONTEXT);
        int newFrom = changes.getFirst().newFrom - (changes.getFirst().oldFrom - oldFrom);
        int oldTo = Math.min(before.size(), changes.getLast().oldTo + CONTEXT);
        int newTo = changes.getLast().newTo + (oldTo - changes.getLast().oldTo);
        text.append("@@ -")
                .append(range(oldFrom, oldTo))
                .append(" +")
                .append(range(newFrom, newTo))
                .append(" @@\n");
        int at = oldFrom;
        for (var change : changes) {
            put(text, ' ', before.subList(at, change.oldFrom));
            put(text, '-', before.subList(change.oldFrom, change.oldTo));
            put(text, '+', after.subList(change.newFrom, change.newTo));
            at = change.oldTo;
        }
        put(text, ' ', before.subList(at, oldTo));
    }

    private static String range(int from, int to) {
        int count = to - from;
        return count == 1 ? String.valueOf(from + 1) : (count == 0 ? from : from + 1) + "," + count;
    }

    private static void put(StringBuilder text, char mark, List<String> lines) {
        for (var line : lines) {
            text.append(mark).append(line);
            if (!line.endsWith("\n")) {
                text.append('\n').append(NO_NEWLINE);
            }
        }
    }
}
