package dev.outrigger.launch;

import java.util.List;

/// What a program of the user's gets of our own environment, which is full of other people's keys: only what it needs
/// to start at all. `PATH` finds its interpreter, `HOME` and `TMPDIR` the place for its cache, the rest says who and
/// where
/// the user is; `JP_RUN` is how what outlives a killed host is found and ended.
public final class InheritedVariables {
    public static final List<String> NAMES =
            List.of("PATH", "HOME", "TMPDIR", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "JP_RUN");

    private InheritedVariables() {}
}
