package dev.outrigger.launch.watch;

import java.util.Locale;

/// The system calls that are looked at, with their numbers on x86_64 and aarch64 (-1 where there is none), and where
/// among their arguments the names are.
enum WatchedCall {
    OPEN(2, -1, new Shape.Open(Shape.NO_FOLDER, 0, 1)),
    OPENAT(257, 56, new Shape.Open(0, 1, 2)),
    OPENAT2(437, 437, new Shape.OpenHow(0, 1, 2)),
    CREAT(85, -1, Shape.change(0)),
    TRUNCATE(76, 45, Shape.change(0)),
    UNLINK(87, -1, Shape.entry(0)),
    UNLINKAT(263, 35, Shape.entryAt(0, 1)),
    RMDIR(84, -1, Shape.entry(0)),
    RENAME(82, -1, new Shape.Two(Shape.entry(0), Shape.entry(1))),
    RENAMEAT(264, 38, new Shape.Two(Shape.entryAt(0, 1), Shape.entryAt(2, 3))),
    RENAMEAT2(316, 276, new Shape.Two(Shape.entryAt(0, 1), Shape.entryAt(2, 3))),
    MKDIR(83, -1, Shape.make(Shape.NO_FOLDER, 0)),
    MKDIRAT(258, 34, Shape.make(0, 1)),
    MKNOD(133, -1, Shape.make(Shape.NO_FOLDER, 0)),
    MKNODAT(259, 33, Shape.make(0, 1)),
    // What is linked to is not changed by it.
    LINK(86, -1, Shape.make(Shape.NO_FOLDER, 1)),
    LINKAT(265, 37, Shape.make(2, 3)),
    SYMLINK(88, -1, Shape.make(Shape.NO_FOLDER, 1)),
    SYMLINKAT(266, 36, Shape.make(1, 2)),
    CHMOD(90, -1, Shape.change(0)),
    FCHMODAT(268, 53, Shape.changeAt(0, 1)),
    FCHMODAT2(452, 452, Shape.changeAt(0, 1)),
    CHOWN(92, -1, Shape.change(0)),
    LCHOWN(94, -1, Shape.entry(0)),
    FCHOWNAT(260, 54, Shape.changeAt(0, 1)),
    UTIME(132, -1, Shape.change(0)),
    UTIMES(235, -1, Shape.change(0)),
    FUTIMESAT(261, -1, Shape.changeAt(0, 1)),
    UTIMENSAT(280, 88, Shape.changeAt(0, 1)),
    SETXATTR(188, 5, Shape.change(0)),
    LSETXATTR(189, 6, Shape.entry(0)),
    REMOVEXATTR(197, 14, Shape.change(0)),
    LREMOVEXATTR(198, 15, Shape.entry(0)),
    EXECVE(59, 221, new Shape.Execute(Shape.NO_FOLDER, 0)),
    EXECVEAT(322, 281, new Shape.Execute(0, 1)),
    CONNECT(42, 203, new Shape.Address(1, 2)),
    SENDTO(44, 206, new Shape.Datagram(1, 2, 4, 5)),
    SENDMSG(46, 211, new Shape.Message(1)),
    SENDMMSG(307, 269, new Shape.Message(1));

    private final int x86;
    private final int arm;

    /// Records of numbers, all of them.
    @SuppressWarnings("ImmutableEnumChecker")
    final Shape shape;

    WatchedCall(int x86, int arm, Shape shape) {
        this.x86 = x86;
        this.arm = arm;
        this.shape = shape;
    }

    int on(WatchedProcessor processor) {
        return processor.pick(x86, arm);
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Each of these waits for an answer; with the host's network messages are many, and may go anywhere.
    boolean matters(SandboxNetwork net) {
        return switch (this) {
            case SENDMSG, SENDMMSG -> net != SandboxNetwork.HOST;
            default -> true;
        };
    }

    /// How a call says what it is about: the numbers of its arguments.
    sealed interface Shape {
        int NO_FOLDER = -1;

        record Open(int folder, int path, int flags) implements Shape {}

        /// The flags are in memory.
        record OpenHow(int folder, int path, int how) implements Shape {}

        /// `follows`: a link in the last place is followed. `makes`: what is there already stays as it is.
        record Change(int folder, int path, boolean follows, boolean makes) implements Shape {}

        record Two(Change first, Change second) implements Shape {}

        record Execute(int folder, int path) implements Shape {}

        record Address(int address, int length) implements Shape {}

        record Datagram(int bytes, int size, int address, int length) implements Shape {}

        record Message(int header) implements Shape {}

        static Change change(int path) {
            return new Change(NO_FOLDER, path, true, false);
        }

        static Change changeAt(int folder, int path) {
            return new Change(folder, path, true, false);
        }

        static Change entry(int path) {
            return new Change(NO_FOLDER, path, false, false);
        }

        static Change entryAt(int folder, int path) {
            return new Change(folder, path, false, false);
        }

        static Change make(int folder, int path) {
            return new Change(folder, path, false, true);
        }
    }
}
