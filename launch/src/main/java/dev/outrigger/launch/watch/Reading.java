package dev.outrigger.launch.watch;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Reads what a waiting call is about: from its arguments, and from the memory they point to.
final class Reading {
    private static final int WRITES = 1 | 2 | 0100 | 01000 | 020000000;
    private static final int ONLY_A_PATH = 010000000;
    private static final int AF_UNIX = 1;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int LONGEST_ADDRESS = 128;
    private static final int USUAL_PATH = 256;

    private final Kernel kernel;
    private final Paths paths;
    private final MemorySegment memory;
    private final byte[] bytes = new byte[Kernel.PATH_MAX];
    private final int noFollow;

    /// The memory of a process could not be read, for this reason.
    static final class Blind extends Exception {
        private static final long serialVersionUID = 1;

        Blind(long pid, long errno) {
            super("the memory of process " + pid + " may not be read (error " + errno + ")", null, false, false);
        }
    }

    Reading(Kernel kernel, Processor processor, Arena arena) {
        this.kernel = kernel;
        this.paths = new Paths(kernel);
        this.memory = arena.allocate(Kernel.PATH_MAX);
        this.noFollow = processor.pick(0400000, 0100000);
    }

    /// What it wants, as far as the rules do not allow it plainly.
    List<Seen> seen(Watched call, Notice notice, Rules rules) throws Blind {
        return switch (call.shape) {
            case Watched.Shape.Open(int folder, int path, int flags) ->
                opened(call, notice, folder, path, notice.argument(flags), rules);
            case Watched.Shape.OpenHow(int folder, int path, int how) ->
                opened(call, notice, folder, path, number(notice, notice.argument(how)), rules);
            case Watched.Shape.Change change -> of(call, notice, written(notice, change));
            case Watched.Shape.Two(var first, var second) -> {
                var one = of(call, notice, written(notice, first));
                var two = of(call, notice, written(notice, second));
                yield one.isEmpty() ? two : two.isEmpty() ? one : List.of(one.getFirst(), two.getFirst());
            }
            case Watched.Shape.Execute(int folder, int path) ->
                of(call, notice, place(notice, folder, path, true).map(Seen.Execute::new));
            case Watched.Shape.Address(int address, int length) ->
                of(call, notice, address(notice, notice.argument(address), notice.argument(length)));
            case Watched.Shape.Datagram(int bytes, int size, int address, int length) -> {
                var where = address(notice, notice.argument(address), notice.argument(length));
                yield sent(call, notice, where, notice.argument(bytes), notice.argument(size));
            }
            case Watched.Shape.Message(int header) -> message(call, notice, notice.argument(header));
        };
    }

    /// Name, its length, and where the first part of what is sent lies.
    private List<Seen> message(Watched call, Notice notice, long header) throws Blind {
        if (read(notice, header, 32) < 32) {
            return List.of();
        }
        long address = memory.get(ValueLayout.JAVA_LONG, 0);
        int length = memory.get(ValueLayout.JAVA_INT, 8);
        long parts = memory.get(ValueLayout.JAVA_LONG, 16);
        long count = memory.get(ValueLayout.JAVA_LONG, 24);
        var where = address(notice, address, length);
        if (count == 0 || read(notice, parts, 16) < 16) {
            return of(call, notice, where);
        }
        return sent(call, notice, where, memory.get(ValueLayout.JAVA_LONG, 0), memory.get(ValueLayout.JAVA_LONG, 8));
    }

    /// What goes elsewhere is told by where it goes. What stays within may be a question for a name: then that tells
    /// more than an address that every library has for it.
    private List<Seen> sent(Watched call, Notice notice, Optional<Seen.Connect> where, long bytes, long size)
            throws Blind {
        boolean within = where.isEmpty()
                || (where.get().address() instanceof Seen.Internet(var _, int port, boolean loopback)
                        && loopback
                        && port == NameQuestion.PORT);
        var name = within ? question(notice, bytes, size) : Optional.<String>empty();
        return name.isEmpty() ? of(call, notice, where) : of(call, notice, name.map(Seen.Lookup::new));
    }

    private Optional<String> question(Notice notice, long address, long size) throws Blind {
        if (size < NameQuestion.SHORTEST || size > NameQuestion.LONGEST || read(notice, address, (int) size) < size) {
            return Optional.empty();
        }
        var message = new byte[(int) size];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, message, 0, message.length);
        return NameQuestion.in(message);
    }

    private static List<Seen> of(Watched call, Notice notice, Optional<? extends Seen.Act> act) {
        return act.isEmpty() ? List.of() : List.of(new Seen(notice.pid(), call.word(), act.get()));
    }

    private List<Seen> opened(Watched call, Notice notice, int folder, int path, long flags, Rules rules) throws Blind {
        boolean follows = (flags & noFollow) == 0;
        if ((flags & WRITES) != 0 && (flags & ONLY_A_PATH) == 0) {
            var place = place(notice, folder, path, follows);
            return of(call, notice, place.map(there -> new Seen.Write(there, false)));
        }
        var name = text(notice, notice.argument(path));
        if (name.isEmpty() || (name.startsWith("/") && rules.plainlyReadable(Paths.plain(name)))) {
            return List.of();
        }
        var place = paths.place(notice.pid(), folder(notice, folder), name, follows);
        return of(call, notice, place.map(Seen.Read::new));
    }

    private Optional<Seen.Write> written(Notice notice, Watched.Shape.Change change) throws Blind {
        return place(notice, change.folder(), change.path(), change.follows())
                .map(place -> new Seen.Write(place, change.makes()));
    }

    private Optional<Seen.Place> place(Notice notice, int folder, int path, boolean follows) throws Blind {
        long address = notice.argument(path);
        // Some calls take none, and mean the descriptor.
        return address == 0
                ? Optional.empty()
                : paths.place(notice.pid(), folder(notice, folder), text(notice, address), follows);
    }

    private static int folder(Notice notice, int argument) {
        return argument == Watched.Shape.NO_FOLDER ? Kernel.AT_FDCWD : (int) notice.argument(argument);
    }

    private Optional<Seen.Connect> address(Notice notice, long address, long length) throws Blind {
        int size = Math.clamp(length, 0, LONGEST_ADDRESS);
        if (address == 0 || size < 2 || read(notice, address, size) < size) {
            return Optional.empty();
        }
        int family = memory.get(ValueLayout.JAVA_SHORT, 0) & 0xFFFF;
        var bytes = new byte[size];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, bytes, 0, size);
        if (family == AF_INET && size >= 8) {
            return Optional.of(new Seen.Connect(Addresses.internet(bytes, 4, 4)));
        }
        if (family == AF_INET6 && size >= 24) {
            return Optional.of(new Seen.Connect(Addresses.internet(bytes, 8, 16)));
        }
        if (family == AF_UNIX) {
            return unix(notice, bytes).map(Seen.Connect::new);
        }
        return Optional.of(new Seen.Connect(new Seen.OtherFamily(family)));
    }

    private Optional<Seen.Address> unix(Notice notice, byte[] bytes) {
        if (bytes.length <= 2) {
            return Optional.empty();
        }
        if (bytes[2] == 0) {
            return Optional.of(new Seen.UnixName(new String(bytes, 3, bytes.length - 3, StandardCharsets.UTF_8)));
        }
        int end = 2;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        var path = new String(bytes, 2, end - 2, StandardCharsets.UTF_8);
        return paths.place(notice.pid(), Kernel.AT_FDCWD, path, true).map(Seen.UnixPath::new);
    }

    private long number(Notice notice, long address) throws Blind {
        return read(notice, address, 8) < 8 ? 0 : memory.get(ValueLayout.JAVA_LONG, 0);
    }

    /// Empty where there is none: then the call fails by itself.
    private String text(Notice notice, long address) throws Blind {
        var text = text(notice, address, USUAL_PATH);
        return text.isPresent()
                ? text.get()
                : text(notice, address, Kernel.PATH_MAX).orElse("");
    }

    /// None where it is longer than that.
    private Optional<String> text(Notice notice, long address, int most) throws Blind {
        int got = (int) read(notice, address, most);
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, bytes, 0, got);
        int end = 0;
        while (end < got && bytes[end] != 0) {
            end++;
        }
        return end == most && most < Kernel.PATH_MAX
                ? Optional.empty()
                : Optional.of(new String(bytes, 0, end, StandardCharsets.UTF_8));
    }

    private long read(Notice notice, long address, int length) throws Blind {
        long got = kernel.memory(notice.pid(), address, memory, length);
        if (got == -Kernel.EPERM || got == -Kernel.ENOSYS || got == -Kernel.EACCES) {
            throw new Blind(notice.pid(), -got);
        }
        return Math.max(0, got);
    }
}
