package dev.outrigger.launch.sandbox;

import dev.outrigger.system.DescriptorCalls;
import dev.outrigger.system.ErrnoWords;
import dev.outrigger.system.ProcessorKind;
import dev.outrigger.system.SystemCallNumber;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.function.IntSupplier;

/// The few calls of the C library that Java has no words for. A call that fails is an [IOException] which
/// names it.
final class Posix {
    static final int AF_UNIX = 1;
    static final int SOCK_STREAM_CLOEXEC = 1 | 02000000;
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

    private static final int CAPABILITY_VERSION_3 = 0x20080522;

    private static final MethodHandle PIPE2 = link("pipe2");
    private static final MethodHandle SOCKETPAIR = link("socketpair");
    private static final MethodHandle MEMFD_CREATE = link("memfd_create");
    private static final MethodHandle PWRITE = link("pwrite");
    private static final MethodHandle STATX = link("statx");
    private static final MethodHandle READLINKAT = link("readlinkat");
    private static final MethodHandle RECVMSG = link("recvmsg");
    private static final MethodHandle WRITE = link("write");
    private static final MethodHandle EPOLL_CREATE1 = link("epoll_create1");
    private static final MethodHandle EPOLL_CTL = link("epoll_ctl");
    private static final MethodHandle EPOLL_WAIT = link("epoll_wait");
    private static final MethodHandle WAITPID = link("waitpid");
    private static final MethodHandle FCNTL = DescriptorCalls.link("fcntl", 2);
    private static final MethodHandle SYSCALL = DescriptorCalls.link("syscall", 1);

    private Posix() {}

    private static MethodHandle link(String name) {
        return DescriptorCalls.link(name);
    }

    /// Once more when a signal came in between.
    static int call(String what, MethodHandle function, long... arguments) throws IOException {
        return again(what, () -> DescriptorCalls.answer(function, arguments));
    }

    private static int again(String what, IntSupplier call) throws IOException {
        int answer = call.getAsInt();
        while (answer == -DescriptorCalls.EINTR) {
            answer = call.getAsInt();
        }
        if (answer < 0) {
            throw new IOException(what + ": " + ErrnoWords.of(-answer));
        }
        return answer;
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
            call("pipe2", PIPE2, two.address(), DescriptorCalls.O_CLOEXEC);
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
            return new OwnedDescriptor(
                    again("open " + file, () -> DescriptorCalls.open(name, DescriptorCalls.O_CLOEXEC, 0)));
        }
    }

    /// Whatever is there, links followed, without opening it: neither waits nor does anything, whatever it is.
    static OwnedDescriptor hold(Path file) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var name = arena.allocateFrom(file.toString());
            return new OwnedDescriptor(again(
                    "open " + file,
                    () -> DescriptorCalls.open(name, DescriptorCalls.O_CLOEXEC | DescriptorCalls.O_PATH, 0)));
        }
    }

    /// What has this name in a folder, a link itself and not what it leads to, without opening it.
    static OwnedDescriptor holdIn(OwnedDescriptor folder, String name) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var text = arena.allocateFrom(name);
            int flags = DescriptorCalls.O_CLOEXEC | DescriptorCalls.O_PATH | DescriptorCalls.O_NOFOLLOW;
            return new OwnedDescriptor(
                    again("open " + name, () -> DescriptorCalls.openAt(folder.number(), text, flags)));
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
        return again("read", () -> DescriptorCalls.read(from.number(), into));
    }

    static void write(OwnedDescriptor to, byte[] content) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, content);
            for (int done = 0; done < content.length; ) {
                done += call("write", WRITE, to.number(), bytes.address() + done, content.length - done);
            }
        }
    }

    /// Another number for the same, above all those that a child is given.
    static OwnedDescriptor high(OwnedDescriptor descriptor, int atLeast) throws IOException {
        return new OwnedDescriptor(call("fcntl", FCNTL, descriptor.number(), F_DUPFD_CLOEXEC, atLeast));
    }

    /// `polled` are `struct pollfd`s; -1 waits without limit. How many are ready.
    static int poll(MemorySegment polled, int count, int millis) throws IOException {
        return again("poll", () -> DescriptorCalls.poll(polled, count, millis));
    }

    /// Where many descriptors can be waited for at once.
    static OwnedDescriptor eventQueue() throws IOException {
        return new OwnedDescriptor(call("epoll_create1", EPOLL_CREATE1, DescriptorCalls.O_CLOEXEC));
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

    /// Of a call that has one number everywhere.
    private static int numbered(SystemCallNumber call) {
        return call.on(ProcessorKind.X86_64);
    }

    /// Means this process for as long as it is open, whoever gets its number later.
    static OwnedDescriptor process(long pid) throws IOException {
        return new OwnedDescriptor(call("pidfd_open", SYSCALL, numbered(SystemCallNumber.PIDFD_OPEN), pid, 0));
    }

    /// Makes the calling *thread* this user, with no groups and no rights; not the process, as the C library would. For
    /// good: whoever it starts is nobody else either.
    static void become(ProcessorKind machine, int uid, int gid) throws IOException {
        call("setgroups", SYSCALL, SystemCallNumber.SETGROUPS.on(machine), 0, 0);
        call("setresgid", SYSCALL, SystemCallNumber.SETRESGID.on(machine), gid, gid, gid);
        call("setresuid", SYSCALL, SystemCallNumber.SETRESUID.on(machine), uid, uid, uid);
        try (var arena = Arena.ofConfined()) {
            var version = arena.allocate(8, 4);
            version.set(ValueLayout.JAVA_INT, 0, CAPABILITY_VERSION_3);
            call(
                    "capset",
                    SYSCALL,
                    SystemCallNumber.CAPSET.on(machine),
                    version.address(),
                    arena.allocate(24, 4).address());
        }
    }

    /// Lowers a limit of another process of the same user, to this or to what it is already.
    static void limit(ProcessorKind machine, long pid, int resource, long most) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var pair = arena.allocate(16, 8);
            int number = SystemCallNumber.PRLIMIT64.on(machine);
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
        return DescriptorCalls.answer(
                        SYSCALL, numbered(SystemCallNumber.PIDFD_SEND_SIGNAL), process.number(), SIGKILL, 0, 0)
                == 0;
    }
}
