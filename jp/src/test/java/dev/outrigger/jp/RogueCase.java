package dev.outrigger.jp;

import java.util.List;

/// One way to call `jp rogue`, and what must come of it: the row of `conformance/rogue/outcomes.md`, as far as a
/// program can check it. `out` is the whole of stdout; `said` are parts of stderr, which is empty when there are
/// none.
record RogueCase(
        String flag,
        List<String> args,
        boolean early,
        String limits,
        String signal,
        int code,
        String out,
        List<String> said,
        int strays,
        boolean flood) {

    static RogueCase flag(String flag, String... args) {
        return new RogueCase(flag, List.of(args), false, "", "", 0, "", List.of(), 0, false);
    }

    /// Comes to its senses: asks, prints and leaves like anyone.
    static RogueCase behaves(String flag, String... args) {
        return flag(flag, args).prints("well behaved\n");
    }

    /// Acts before it reads `init`, and so cannot learn its flag from there.
    RogueCase beforeInit() {
        return new RogueCase(flag, args, true, limits, signal, code, out, said, strays, flood);
    }

    RogueCase with(String limit, int value) {
        var more = limits + limit + " = " + value + "\n";
        return new RogueCase(flag, args, early, more, signal, code, out, said, strays, flood);
    }

    /// Is sent to jp once the plugin has printed or logged something.
    RogueCase on(String name) {
        return new RogueCase(flag, args, early, limits, name, code, out, said, strays, flood);
    }

    RogueCase ends(int status) {
        return new RogueCase(flag, args, early, limits, signal, status, out, said, strays, flood);
    }

    RogueCase prints(String text) {
        return new RogueCase(flag, args, early, limits, signal, code, text, said, strays, flood);
    }

    RogueCase says(String... parts) {
        return new RogueCase(flag, args, early, limits, signal, code, out, List.of(parts), strays, flood);
    }

    /// So many lines are logged as no messages; one that leaves in good order is told of them.
    RogueCase strays(int count) {
        return new RogueCase(flag, args, early, limits, signal, code, out, said, count, flood);
    }

    /// Sends more than fits into memory.
    RogueCase floods() {
        return new RogueCase(flag, args, early, limits, signal, code, out, said, strays, true);
    }

    @Override
    public String toString() {
        return flag + (args.isEmpty() ? "" : " " + String.join(" ", args)) + (signal.isEmpty() ? "" : ", SIG" + signal);
    }
}
