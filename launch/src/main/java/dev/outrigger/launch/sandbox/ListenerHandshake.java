package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.watch.SandboxWatch;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Our end of `listen`, the small program that bubblewrap runs in place of the sandbox's: it has the kernel ask about
/// its calls, hands us the listener, waits until we listen, and becomes the program. So nobody is asked about what
/// bubblewrap does, and the program makes no call that nobody hears of.
///
/// It is run by a descriptor and has no name inside; the program gets none of its descriptors.
final class ListenerHandshake implements AutoCloseable {
    private static final byte[] GO = {'x'};

    private final @Nullable SandboxWatch watch;
    private final OwnedDescriptor ours;
    private final List<OwnedDescriptor> theirs;

    private ListenerHandshake(@Nullable SandboxWatch watch, OwnedDescriptor ours, List<OwnedDescriptor> theirs) {
        this.watch = watch;
        this.ours = ours;
        this.theirs = theirs;
    }

    static ListenerHandshake ready(SandboxWatch watch, Path listen) throws IOException {
        return ready(watch, List.of(Posix.file(watch.filter())), listen);
    }

    /// Nobody is to be asked about anything.
    static ListenerHandshake deaf(Path listen) throws IOException {
        return ready(null, List.of(), listen);
    }

    private static ListenerHandshake ready(@Nullable SandboxWatch watch, List<OwnedDescriptor> filter, Path listen)
            throws IOException {
        var open = new ArrayList<>(filter);
        boolean ready = false;
        try {
            var self = Posix.open(listen);
            open.add(self);
            var ends = Posix.sockets();
            open.addAll(List.of(ends.first(), ends.second()));
            ready = true;
            var theirs = new ArrayList<>(List.of(ends.second()));
            theirs.addAll(filter);
            theirs.add(self);
            return new ListenerHandshake(watch, ends.first(), List.copyOf(theirs));
        } finally {
            if (!ready) {
                open.forEach(OwnedDescriptor::close);
            }
        }
    }

    /// What it is to be given, one after the other.
    List<OwnedDescriptor> theirs() {
        return theirs;
    }

    /// Runs this command by way of `listen`, whose descriptors begin at that number.
    static List<String> command(int at, List<String> command) {
        return command(at, 0, 1, false, false, command);
    }

    /// The same, with what lies at other numbers for its stdin and stdout.
    ///
    /// @param isDeaf whether nobody is to be asked
    /// @param watched whether what the program leaves running is to be named on stderr
    static List<String> command(int at, int in, int out, boolean isDeaf, boolean watched, List<String> command) {
        int self = isDeaf ? at + 1 : at + 2;
        var words = new ArrayList<>(List.of("/proc/self/fd/" + self));
        if (watched) {
            words.add("-w");
        }
        words.add(Integer.toString(at));
        words.add(isDeaf ? "-" : Integer.toString(at + 1));
        words.addAll(List.of(Integer.toString(self), Integer.toString(in), Integer.toString(out)));
        words.addAll(command);
        return words;
    }

    /// Returns when the program runs; false when it never will, which was said on stderr. `first` is the process that
    /// all others end with. To be called when what was theirs is closed here, or the end is never seen.
    boolean begin(long first) throws IOException {
        try (ours;
                var arena = Arena.ofConfined()) {
            if (watch != null) {
                var listener = Posix.receive(ours);
                if (listener.isEmpty()) {
                    return false;
                }
                watch.begin(listener.getAsInt(), first);
                Posix.write(ours, GO);
            }
            return Posix.read(ours, arena.allocate(1)) == 0;
        }
    }

    @Override
    public void close() {
        ours.close();
        theirs.forEach(OwnedDescriptor::close);
    }
}
