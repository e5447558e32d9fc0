package dev.outrigger.launch.watch;

import dev.outrigger.system.ProcessorKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads what a waiting call is about: from its arguments, and from the memory they point to.
final class CallReader {
    private static final int WRITES = 1 | 2 | 0100 | 01000 | 020000000;
    private static final int ONLY_A_PATH = 010000000;
    private static final int AF_UNIX = 1;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int LONGEST_ADDRESS = 128;
    private static final int USUAL_PATH = 256;

    private final RawSystemCalls kernel;
    private final ProcessPaths paths;
    private final MemorySegment memory;
    private final byte[] bytes = new byte[RawSystemCalls.PATH_MAX];
    private final int noFollow;

    /// The memory of a process could not be read, for this reason.
    static final class Blind extends Exception {
        private static final long serialVersionUID = 1;

        Blind(long pid, long errno) {
            super("the memory of process " + pid + " may not be read (error " + errno + ")", null, false, false);
        }
    }

    CallReader(RawSystemCalls kernel, ProcessorKind processor, Arena arena) {
        this.kernel = kernel;
        this.paths = new ProcessPaths(kernel);
        this.memory = arena.allocate(RawSystemCalls.PATH_MAX);
        this.noFollow = processor.noFollow();
    }

    /// What it wants, as far as the rules do not allow it plainly.
    List<WaitingCall> seen(WatchedCall call, CallNotice notice, WatchRules rules) throws Blind {
        return switch (call.shape) {
            case WatchedCall.Shape.Open(int folder, int path, int flags) ->
                opened(call, notice, folder, path, notice.argument(flags), rules);
            case WatchedCall.Shape.OpenHow(int folder, int path, int how) ->
                opened(call, notice, folder, path, number(notice, notice.argument(how)), rules);
            case WatchedCall.Shape.Change change ->
                of(call, notice, written(notice, change).orElse(null));
            case WatchedCall.Shape.Two(var first, var second) -> {
                var one = of(call, notice, written(notice, first).orElse(null));
                var two = of(call, notice, written(notice, second).orElse(null));
                yield one.isEmpty() ? two : two.isEmpty() ? one : List.of(one.getFirst(), two.getFirst());
            }
            case WatchedCall.Shape.Execute(int folder, int path) ->
                of(
                        call,
                        notice,
                        place(notice, folder, path, true)
                                .map(WaitingCall.Execute::new)
                                .orElse(null));
            case WatchedCall.Shape.Address(int address, int length) ->
                of(
                        call,
                        notice,
                        address(notice, notice.argument(address), notice.argument(length))
                                .orElse(null));
            case WatchedCall.Shape.Datagram(int bytes, int size, int address, int length) -> {
                var where = address(notice, notice.argument(address), notice.argument(length))
                        .orElse(null);
                yield sent(call, notice, where, notice.argument(bytes), notice.argument(size));
            }
            case WatchedCall.Shape.Message(int header) -> message(call, notice, notice.argument(header));
        };
    }

    /// Name, its length, and where the first part of what is sent lies.
    private List<WaitingCall> message(WatchedCall call, CallNotice notice, long header) throws Blind {
        if (read(notice, header, 32) < 32) {
            return List.of();
        }
        long address = memory.get(ValueLayout.JAVA_LONG, 0);
        int length = memory.get(ValueLayout.JAVA_INT, 8);
        long parts = memory.get(ValueLayout.JAVA_LONG, 16);
        long count = memory.get(ValueLayout.JAVA_LONG, 24);
        var where = address(notice, address, length).orElse(null);
        if (count == 0 || read(notice, parts, 16) < 16) {
            return of(call, notice, where);
        }
        return sent(call, notice, where, memory.get(ValueLayout.JAVA_LONG, 0), memory.get(ValueLayout.JAVA_LONG, 8));
    }

    /// What goes elsewhere is told by where it goes. What stays within may be a question for a name: then that tells
    /// more than an address that every library has for it.
    private List<WaitingCall> sent(
            WatchedCall call, CallNotice notice, WaitingCall.@Nullable Connect where, long bytes, long size)
            throws Blind {
        boolean within = where == null
                || (where.address() instanceof WaitingCall.Internet(var _, int port, boolean loopback)
                        && loopback
                        && port == NameQuestion.PORT);
        var name = within ? question(notice, bytes, size) : Optional.<String>empty();
        return of(call, notice, name.isEmpty() ? where : new WaitingCall.Lookup(name.get()));
    }

    private Optional<String> question(CallNotice notice, long address, long size) throws Blind {
        if (size < NameQuestion.SHORTEST || size > NameQuestion.LONGEST || read(notice, address, (int) size) < size) {
            return Optional.empty();
        }
        var message = new byte[(int) size];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, message, 0, message.length);
        return NameQuestion.in(message);
    }

    private static List<WaitingCall> of(WatchedCall call, CallNotice notice, WaitingCall.@Nullable Act act) {
        return act == null ? List.of() : List.of(new WaitingCall(notice.pid(), call.word(), act));
    }

    private List<WaitingCall> opened(
            WatchedCall call, CallNotice notice, int folder, int path, long flags, WatchRules rules) throws Blind {
        boolean follows = (flags & noFollow) == 0;
        if ((flags & WRITES) != 0 && (flags & ONLY_A_PATH) == 0) {
            var place = place(notice, folder, path, follows);
            return of(
                    call,
                    notice,
                    place.map(there -> new WaitingCall.Write(there, false)).orElse(null));
        }
        var name = text(notice, notice.argument(path));
        if (name.isEmpty() || (name.startsWith("/") && rules.plainlyReadable(ProcessPaths.plain(name)))) {
            return List.of();
        }
        var place = paths.place(notice.pid(), folder(notice, folder), name, follows);
        return of(call, notice, place.map(WaitingCall.Read::new).orElse(null));
    }

    private Optional<WaitingCall.Write> written(CallNotice notice, WatchedCall.Shape.Change change) throws Blind {
        return place(notice, change.folder(), change.path(), change.follows())
                .map(place -> new WaitingCall.Write(place, change.makes()));
    }

    private Optional<WaitingCall.SeenPath> place(CallNotice notice, int folder, int path, boolean follows)
            throws Blind {
        long address = notice.argument(path);
        // Some calls take none, and mean the descriptor.
        return address == 0
                ? Optional.empty()
                : paths.place(notice.pid(), folder(notice, folder), text(notice, address), follows);
    }

    private static int folder(CallNotice notice, int argument) {
        return argument == WatchedCall.Shape.NO_FOLDER ? RawSystemCalls.AT_FDCWD : (int) notice.argument(argument);
    }

    private Optional<WaitingCall.Connect> address(CallNotice notice, long address, long length) throws Blind {
        int size = Math.clamp(length, 0, LONGEST_ADDRESS);
        if (address == 0 || size < 2 || read(notice, address, size) < size) {
            return Optional.empty();
        }
        int family = memory.get(ValueLayout.JAVA_SHORT, 0) & 0xFFFF;
        var bytes = new byte[size];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, bytes, 0, size);
        if (family == AF_INET && size >= 8) {
            return Optional.of(new WaitingCall.Connect(SocketAddresses.internet(bytes, 4, 4)));
        }
        if (family == AF_INET6 && size >= 24) {
            return Optional.of(new WaitingCall.Connect(SocketAddresses.internet(bytes, 8, 16)));
        }
        if (family == AF_UNIX) {
            return unix(notice, bytes).map(WaitingCall.Connect::new);
        }
        return Optional.of(new WaitingCall.Connect(new WaitingCall.OtherFamily(family)));
    }

    private Optional<WaitingCall.Address> unix(CallNotice notice, byte[] bytes) {
        if (bytes.length <= 2) {
            return Optional.empty();
        }
        if (bytes[2] == 0) {
            return Optional.of(
                    new WaitingCall.UnixName(new String(bytes, 3, bytes.length - 3, StandardCharsets.UTF_8)));
        }
        int end = 2;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        var path = new String(bytes, 2, end - 2, StandardCharsets.UTF_8);
        return paths.place(notice.pid(), RawSystemCalls.AT_FDCWD, path, true).map(WaitingCall.UnixPath::new);
    }

    private long number(CallNotice notice, long address) throws Blind {
        return read(notice, address, 8) < 8 ? 0 : memory.get(ValueLayout.JAVA_LONG, 0);
    }

    /// Empty where there is none: then the call fails by itself.
    private String text(CallNotice notice, long address) throws Blind {
        var text = text(notice, address, USUAL_PATH);
        return text.isPresent()
                ? text.get()
                : text(notice, address, RawSystemCalls.PATH_MAX).orElse("");
    }

    /// None where it is longer than that.
    private Optional<String> text(CallNotice notice, long address, int most) throws Blind {
        int got = (int) read(notice, address, most);
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, bytes, 0, got);
        int end = 0;
        while (end < got && bytes[end] != 0) {
            end++;
        }
        return end == most && most < RawSystemCalls.PATH_MAX
                ? Optional.empty()
                : Optional.of(new String(bytes, 0, end, StandardCharsets.UTF_8));
    }

    private long read(CallNotice notice, long address, int length) throws Blind {
        long got = kernel.memory(notice.pid(), address, memory, length);
        if (got == -RawSystemCalls.EPERM || got == -RawSystemCalls.ENOSYS || got == -RawSystemCalls.EACCES) {
            throw new Blind(notice.pid(), -got);
        }
        return Math.max(0, got);
    }
}
