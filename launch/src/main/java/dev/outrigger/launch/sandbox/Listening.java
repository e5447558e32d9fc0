package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.watch.Watch;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Our end of `listen`, the small program that bubblewrap runs in place of the sandbox's: it has the kernel ask about
/// its calls, hands us the listener, waits until we listen, and becomes the program. So nobody is asked about what
/// bubblewrap does, and the program makes no call that nobody hears of.
///
/// It is run by a descriptor and has no name inside; the program gets none of its descriptors.
final class Listening implements AutoCloseable {
    private static final byte[] GO = {'x'};

    private final Watch watch;
    private final Descriptor ours;
    private final List<Descriptor> theirs;

    private Listening(Watch watch, Descriptor ours, List<Descriptor> theirs) {
        this.watch = watch;
        this.ours = ours;
        this.theirs = theirs;
    }

    static Listening ready(Watch watch, Path listen) throws IOException {
        var open = new ArrayList<Descriptor>();
        boolean ready = false;
        try {
            var ends = Posix.sockets();
            open.addAll(List.of(ends.first(), ends.second()));
            open.add(Posix.file(watch.filter()));
            open.add(Posix.open(listen));
            ready = true;
            return new Listening(watch, open.getFirst(), List.copyOf(open.subList(1, open.size())));
        } finally {
            if (!ready) {
                open.forEach(Descriptor::close);
            }
        }
    }

    /// What it is to be given, one after the other.
    List<Descriptor> theirs() {
        return theirs;
    }

    /// Runs this command by way of `listen`, whose descriptors begin at that number.
    static List<String> command(int at, List<String> command) {
        int self = at + 2;
        var words = new ArrayList<>(List.of(
                "/proc/self/fd/" + self, Integer.toString(at), Integer.toString(at + 1), Integer.toString(self)));
        words.addAll(command);
        return words;
    }

    /// Returns when the program runs; false when it never will, which was said on stderr. `first` is the process that
    /// all others end with. To be called when what was theirs is closed here, or the end is never seen.
    boolean begin(long first) throws IOException {
        try (ours;
                var arena = Arena.ofConfined()) {
            var listener = Posix.receive(ours);
            if (listener.isEmpty()) {
                return false;
            }
            watch.begin(listener.getAsInt(), first);
            Posix.write(ours, GO);
            return Posix.read(ours, arena.allocate(1)) == 0;
        }
    }

    @Override
    public void close() {
        ours.close();
        theirs.forEach(Descriptor::close);
    }
}
