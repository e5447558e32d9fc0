package dev.outrigger.launch.sandbox;

import dev.outrigger.system.CLibrary;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalInt;

/// The few calls of the C library that Java has no words for. A call that fails is an [IOException] which
/// names it.
///
/// Whole numbers and pointers are all passed as longs: on the machines we know (see [ProcessorKind]) they go in
/// registers of that size, and one shape for all is linked faster than a dozen.
final class Posix {
    static final int AF_UNIX = 1;
    static final int SOCK_STREAM_CLOEXEC = 1 | 02000000;
    static final int O_CLOEXEC = 02000000;
    private static final int O_PATH = 010000000;
    private static final int O_NOFOLLOW = System.getProperty("os.arch", "").equals("aarch64") ? 0100000 : 0400000;
    private static final int AT_EMPTY_PATH = 0x1000;
    private static final int STATX_BASIC_STATS = 0x7FF;
    private static final int LONGEST_PATH = 4096;
    private static final int MSG_CMSG_CLOEXEC = 0x40000000;
    private static final int SOL_SOCKET = 1;
    private static final int SCM_RIGHTS = 1;
    static final int MFD_CLOEXEC = 1;
    static final int POLLIN = 1;
    private static final int EPOLLONESHOT = 1 << 30;
    static final int SIGKILL = 9;

    private static final int F_DUPFD_CLOEXEC = 1030;

    /// The same on every machine: what came after Linux 5.1 is numbered once.
    private static final int PIDFD_SEND_SIGNAL = 424;

    private static final int PIDFD_OPEN = 434;
    private static final CallNumbers SETGROUPS = new CallNumbers(116, 159);
    private static final CallNumbers SETRESGID = new CallNumbers(119, 149);
    private static final CallNumbers SETRESUID = new CallNumbers(117, 147);
    private static final CallNumbers CAPSET = new CallNumbers(126, 91);
    private static final CallNumbers PRLIMIT = new CallNumbers(302, 261);
    private static final int EINTR = 4;
    private static final int CAPABILITY_VERSION_3 = 0x20080522;

    private static final FunctionDescriptor SHAPE = FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle STRERROR =
            CLibrary.plain("strerror", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT));

    private static final MethodHandle PIPE2 = link("pipe2");
    private static final MethodHandle SOCKETPAIR = link("socketpair");
    private static final MethodHandle MEMFD_CREATE = link("memfd_create");
    private static final MethodHandle PWRITE = link("pwrite");
    private static final MethodHandle OPEN = CLibrary.failing("open", SHAPE, 2);
    private static final MethodHandle OPENAT = CLibrary.failing("openat", SHAPE, 3);
    private static final MethodHandle STATX = link("statx");
    private static final MethodHandle READLINKAT = link("readlinkat");
    private static final MethodHandle RECVMSG = link("recvmsg");
    private static final MethodHandle READ = link("read");
    private static final MethodHandle WRITE = link("write");
    private static final MethodHandle CLOSE = link("close");
    private static final MethodHandle POLL = link("poll");
    private static final MethodHandle EPOLL_CREATE1 = link("epoll_create1");
    private static final MethodHandle EPOLL_CTL = link("epoll_ctl");
    private static final MethodHandle EPOLL_WAIT = link("epoll_wait");
    private static final MethodHandle WAITPID = link("waitpid");
    private static final MethodHandle FCNTL = CLibrary.failing("fcntl", SHAPE, 2);
    private static final MethodHandle SYSCALL = CLibrary.failing("syscall", SHAPE, 1);

    private Posix() {}

    /// Of a system call that the C library would make for the whole process, or not at all.
    private record CallNumbers(int x86, int arm) {
        int on(ProcessorKind machine) {
            return switch (machine) {
                case X86_64 -> x86;
                case AARCH64 -> arm;
            };
        }
    }

    static MethodHandle link(String name) {
        return CLibrary.failing(name, SHAPE);
    }

    static boolean has(String name) {
        return CLibrary.has(name);
    }

    /// The answer, or the negated error number.
    static int answer(MethodHandle function, long... arguments) {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CLibrary.STATE);
            var a = arguments;
            int n = a.length;
            int answer = (int) function.invokeExact(
                    state,
                    n > 0 ? a[0] : 0L,
                    n > 1 ? a[1] : 0L,
                    n > 2 ? a[2] : 0L,
                    n > 3 ? a[3] : 0L,
                    n > 4 ? a[4] : 0L,
                    n > 5 ? a[5] : 0L);
            return answer < 0 ? -CLibrary.errno(state) : answer;
        } catch (Throwable e) {
            throw new IllegalStateException("calling the C library", e);
        }
    }

    static int call(String what, MethodHandle function, long... arguments) throws IOException {
        int answer = answer(function, arguments);
        while (answer == -EINTR) {
            answer = answer(function, arguments);
        }
        if (answer < 0) {
            throw new IOException(what + ": " + words(-answer));
        }
        return answer;
    }

    static String words(int errno) {
        try {
            var text = (MemorySegment) STRERROR.invokeExact(errno);
            return text.reinterpret(256).getString(0);
        } catch (Throwable e) {
            throw new IllegalStateException("calling strerror", e);
        }
    }

    /// Two ends of something. What is written to one comes out of the other: from `second` to `first` in a
    /// pipe, both ways in a pair of sockets.
    record Ends(OwnedDescriptor first, OwnedDescriptor second) implements AutoCloseable {
        @Override
        public void close() {
            first.close();
            second.close();
        }
    }

    static Ends pipe() throws IOException {
        try (var arena = Arena.ofConfined()) {
            var two = arena.allocate(8, 4);
            call("pipe2", PIPE2, two.address(), O_CLOEXEC);
            return ends(two);
        }
    }

    static Ends sockets() throws IOException {
        try (var arena = Arena.ofConfined()) {
            var two = arena.allocate(8, 4);
            call("socketpair", SOCKETPAIR, AF_UNIX, SOCK_STREAM_CLOEXEC, 0, two.address());
            return ends(two);
        }
    }

    private static Ends ends(MemorySegment two) {
        return new Ends(
                new OwnedDescriptor(two.get(ValueLayout.JAVA_INT, 0)),
                new OwnedDescriptor(two.get(ValueLayout.JAVA_INT, 4)));
    }

    /// A file without a name that holds this, to be read from its beginning.
    static OwnedDescriptor file(byte[] content) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var name = arena.allocateFrom("sandbox");
            var file = new OwnedDescriptor(call("memfd_create", MEMFD_CREATE, name.address(), MFD_CLOEXEC));
            var bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, content);
            int done = 0;
            try {
                while (done < content.length) {
                    done += call("pwrite", PWRITE, file.number(), bytes.address() + done, content.length - done, done);
                }
                return file;
            } finally {
                if (done < content.length) {
                    file.close();
                }
            }
        }
    }

    /// To read, or to be run.
    static OwnedDescriptor open(Path file) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var name = arena.allocateFrom(file.toString());
            return new OwnedDescriptor(call("open " + file, OPEN, name.address(), O_CLOEXEC));
        }
    }

    /// Whatever is there, links followed, without opening it: neither waits nor does anything, whatever it is.
    static OwnedDescriptor hold(Path file) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var name = arena.allocateFrom(file.toString());
            return new OwnedDescriptor(call("open " + file, OPEN, name.address(), O_CLOEXEC | O_PATH));
        }
    }

    /// What has this name in a folder, a link itself and not what it leads to, without opening it.
    static OwnedDescriptor holdIn(OwnedDescriptor folder, String name) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var text = arena.allocateFrom(name);
            int flags = O_CLOEXEC | O_PATH | O_NOFOLLOW;
            return new OwnedDescriptor(call("open " + name, OPENAT, folder.number(), text.address(), flags));
        }
    }

    /// What something is, and whose.
    record Looks(int mode, int uid, int gid) {}

    static Looks look(OwnedDescriptor held) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var room = arena.allocate(256, 8);
            var itself = arena.allocateFrom("");
            call("statx", STATX, held.number(), itself.address(), AT_EMPTY_PATH, STATX_BASIC_STATS, room.address());
            return new Looks(
                    room.get(ValueLayout.JAVA_SHORT, 28) & 0xFFFF,
                    room.get(ValueLayout.JAVA_INT, 20),
                    room.get(ValueLayout.JAVA_INT, 24));
        }
    }

    /// Where a link that is held leads.
    static String target(OwnedDescriptor link) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var room = arena.allocate(LONGEST_PATH);
            var itself = arena.allocateFrom("");
            int length = call("readlink", READLINKAT, link.number(), itself.address(), room.address(), LONGEST_PATH);
            return StandardCharsets.UTF_8
                    .decode(room.asSlice(0, length).asByteBuffer())
                    .toString();
        }
    }

    /// A descriptor that comes through a socket, with a byte; none at the end.
    static OptionalInt receive(OwnedDescriptor from) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var text = arena.allocate(1);
            var vector = arena.allocate(16, 8);
            vector.set(ValueLayout.ADDRESS, 0, text);
            vector.set(ValueLayout.JAVA_LONG, 8, text.byteSize());
            var control = arena.allocate(24, 8);
            var message = arena.allocate(56, 8);
            message.set(ValueLayout.ADDRESS, 16, vector);
            message.set(ValueLayout.JAVA_LONG, 24, 1);
            message.set(ValueLayout.ADDRESS, 32, control);
            message.set(ValueLayout.JAVA_LONG, 40, control.byteSize());
            int length = call("recvmsg", RECVMSG, from.number(), message.address(), MSG_CMSG_CLOEXEC);
            boolean came = length > 0
                    && message.get(ValueLayout.JAVA_LONG, 40) > 0
                    && control.get(ValueLayout.JAVA_INT, 8) == SOL_SOCKET
                    && control.get(ValueLayout.JAVA_INT, 12) == SCM_RIGHTS;
            return came ? OptionalInt.of(control.get(ValueLayout.JAVA_INT, 16)) : OptionalInt.empty();
        }
    }

    /// How many bytes; 0 at the end.
    static int read(OwnedDescriptor from, MemorySegment into) throws IOException {
        return call("read", READ, from.number(), into.address(), into.byteSize());
    }

    static void write(OwnedDescriptor to, byte[] content) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, content);
            for (int done = 0; done < content.length; ) {
                done += call("write", WRITE, to.number(), bytes.address() + done, content.length - done);
            }
        }
    }

    static void close(int descriptor) {
        answer(CLOSE, descriptor);
    }

    /// Another number for the same, above all those that a child is given.
    static OwnedDescriptor high(OwnedDescriptor descriptor, int atLeast) throws IOException {
        return new OwnedDescriptor(call("fcntl", FCNTL, descriptor.number(), F_DUPFD_CLOEXEC, atLeast));
    }

    /// `polled` are `struct pollfd`s; -1 waits without limit. How many are ready.
    static int poll(MemorySegment polled, int count, int millis) throws IOException {
        return call("poll", POLL, polled.address(), count, millis);
    }

    /// Where many descriptors can be waited for at once.
    static OwnedDescriptor eventQueue() throws IOException {
        return new OwnedDescriptor(call("epoll_create1", EPOLL_CREATE1, O_CLOEXEC));
    }

    /// `change` is the kernel's number for it. One that is added is told of once, by this id.
    static void change(OwnedDescriptor queue, int change, OwnedDescriptor which, int eventBytes, long id)
            throws IOException {
        try (var arena = Arena.ofConfined()) {
            var event = arena.allocate(eventBytes, 8);
            event.set(ValueLayout.JAVA_INT, 0, POLLIN | EPOLLONESHOT);
            event.set(ValueLayout.JAVA_LONG_UNALIGNED, eventBytes - Long.BYTES, id);
            call("epoll_ctl", EPOLL_CTL, queue.number(), change, which.number(), event.address());
        }
    }

    /// How many there are; waits for the first.
    static int events(OwnedDescriptor queue, MemorySegment into, int most) throws IOException {
        return call("epoll_wait", EPOLL_WAIT, queue.number(), into.address(), most, -1);
    }

    /// Takes the dead child off the list, and returns its status as a shell would: 128 + n after signal n.
    static int reap(long pid) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var status = arena.allocate(4, 4);
            call("waitpid", WAITPID, pid, status.address(), 0);
            int told = status.get(ValueLayout.JAVA_INT, 0);
            int signal = told & 0x7F;
            return signal == 0 ? (told >> 8) & 0xFF : 128 + signal;
        }
    }

    /// Means this process for as long as it is open, whoever gets its number later.
    static OwnedDescriptor process(long pid) throws IOException {
        return new OwnedDescriptor(call("pidfd_open", SYSCALL, PIDFD_OPEN, pid, 0));
    }

    /// Makes the calling *thread* this user, with no groups and no rights; not the process, as the C library would. For
    /// good: whoever it starts is nobody else either.
    static void become(ProcessorKind machine, int uid, int gid) throws IOException {
        call("setgroups", SYSCALL, SETGROUPS.on(machine), 0, 0);
        call("setresgid", SYSCALL, SETRESGID.on(machine), gid, gid, gid);
        call("setresuid", SYSCALL, SETRESUID.on(machine), uid, uid, uid);
        try (var arena = Arena.ofConfined()) {
            var version = arena.allocate(8, 4);
            version.set(ValueLayout.JAVA_INT, 0, CAPABILITY_VERSION_3);
            call(
                    "capset",
                    SYSCALL,
                    CAPSET.on(machine),
                    version.address(),
                    arena.allocate(24, 4).address());
        }
    }

    /// Lowers a limit of another process of the same user, to this or to what it is already.
    static void limit(ProcessorKind machine, long pid, int resource, long most) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var pair = arena.allocate(16, 8);
            int number = PRLIMIT.on(machine);
            call("prlimit", SYSCALL, number, pid, resource, 0, pair.address());
            for (int at = 0; at < 16; at += 8) {
                long now = pair.get(ValueLayout.JAVA_LONG, at);
                pair.set(ValueLayout.JAVA_LONG, at, Long.compareUnsigned(now, most) < 0 ? now : most);
            }
            call("prlimit", SYSCALL, number, pid, resource, pair.address(), 0);
        }
    }

    /// False when it is dead already.
    static boolean kill(OwnedDescriptor process) {
        return answer(SYSCALL, PIDFD_SEND_SIGNAL, process.number(), SIGKILL, 0, 0) == 0;
    }
}
