package dev.outrigger.launch;

/// Who can have been born after a child: on a busy machine far fewer processes than there are. Pids are handed out in
/// ascending order and start over at the top, so that everything younger has a greater one, unless so many were handed
/// out since that they may have started over. The kernel counts them.
record YoungerProcesses(long first, long forksThen) {
    /// Everyone, whenever born.
    static final YoungerProcesses ALL = new YoungerProcesses(0, -1);

    /// To be called soon after the child was started: what is forked in between is not counted.
    static YoungerProcesses since(long pid) {
        return new YoungerProcesses(pid, forks());
    }

    /// Whether nobody born since then has a smaller pid than [#first].
    boolean ascending(long lastPid) {
        if (forksThen < 0 || lastPid < first) {
            return false;
        }
        long now = forks();
        var top = ProcFiles.line("/proc/sys/kernel/pid_max");
        return now >= forksThen && now - forksThen < parse(top, 0, top.length(), 0) / 4;
    }

    /// The pid handed out last in our process namespace; 0 when it cannot be known.
    static long lastPid() {
        var line = ProcFiles.line("/proc/loadavg");
        return parse(line, line.lastIndexOf(' ') + 1, line.length(), 0);
    }

    private static long forks() {
        var text = ProcFiles.text("/proc/stat");
        int at = text.indexOf("\nprocesses ");
        int end = at < 0 ? -1 : text.indexOf('\n', at + 1);
        return end < 0 ? -1 : parse(text, at + 11, end, -1);
    }

    private static long parse(String text, int from, int to, long otherwise) {
        try {
            return Long.parseLong(text, from, to, 10);
        } catch (NumberFormatException _) {
            return otherwise;
        }
    }
}
