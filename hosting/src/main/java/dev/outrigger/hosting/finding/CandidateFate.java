package dev.outrigger.hosting.finding;

/// What became of one way to serve a call. Whether the chosen one may run is not decided here: trust refuses it, but
/// never has another program take its place, since nobody who denied `jp-x` wants some other `jp-x` instead.
public enum CandidateFate {
    CHOSEN("chosen"),
    /// Chosen, and only a name for others.
    GROUP("chosen: a group, which runs nothing itself"),
    /// Chosen, and not here.
    NOT_INSTALLED("chosen: in the registry, not installed"),
    BUILT_IN("shadowed by a built-in command"),
    LONGER_PATH("shadowed by a longer path"),
    EARLIER_SOURCE("shadowed by an earlier source: shipped, then installed, then registry, then PATH"),
    EARLIER_FOLDER("shadowed by an earlier folder of PATH"),
    /// One that is called like the words goes before one that only claims them.
    FILE_NAME("shadowed by a program of that very name"),
    EARLIER_ID("shadowed by a program whose name sorts before"),
    REAL_PROGRAM("a group, where there is a program"),
    NOT_WANTED("in the registry, and by the settings not to be installed"),
    NOT_EXECUTABLE("not executable");

    private final String words;

    CandidateFate(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    public boolean chosen() {
        return this == CHOSEN || this == GROUP || this == NOT_INSTALLED;
    }
}
