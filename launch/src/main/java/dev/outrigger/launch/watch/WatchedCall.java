package dev.outrigger.launch.watch;

import dev.outrigger.system.ProcessorKind;
import dev.outrigger.system.SystemCallNumber;
import java.util.Locale;

/// The system calls that are looked at, by their names in [SystemCallNumber], and where among their arguments the names
/// are.
enum WatchedCall {
    OPEN(new Shape.Open(Shape.NO_FOLDER, 0, 1)),
    OPENAT(new Shape.Open(0, 1, 2)),
    OPENAT2(new Shape.OpenHow(0, 1, 2)),
    CREAT(Shape.change(0)),
    TRUNCATE(Shape.change(0)),
    UNLINK(Shape.entry(0)),
    UNLINKAT(Shape.entryAt(0, 1)),
    RMDIR(Shape.entry(0)),
    RENAME(new Shape.Two(Shape.entry(0), Shape.entry(1))),
    RENAMEAT(new Shape.Two(Shape.entryAt(0, 1), Shape.entryAt(2, 3))),
    RENAMEAT2(new Shape.Two(Shape.entryAt(0, 1), Shape.entryAt(2, 3))),
    MKDIR(Shape.make(Shape.NO_FOLDER, 0)),
    MKDIRAT(Shape.make(0, 1)),
    MKNOD(Shape.make(Shape.NO_FOLDER, 0)),
    MKNODAT(Shape.make(0, 1)),
    // What is linked to is not changed by it.
    LINK(Shape.make(Shape.NO_FOLDER, 1)),
    LINKAT(Shape.make(2, 3)),
    SYMLINK(Shape.make(Shape.NO_FOLDER, 1)),
    SYMLINKAT(Shape.make(1, 2)),
    CHMOD(Shape.change(0)),
    FCHMODAT(Shape.changeAt(0, 1)),
    FCHMODAT2(Shape.changeAt(0, 1)),
    CHOWN(Shape.change(0)),
    LCHOWN(Shape.entry(0)),
    FCHOWNAT(Shape.changeAt(0, 1)),
    UTIME(Shape.change(0)),
    UTIMES(Shape.change(0)),
    FUTIMESAT(Shape.changeAt(0, 1)),
    UTIMENSAT(Shape.changeAt(0, 1)),
    SETXATTR(Shape.change(0)),
    LSETXATTR(Shape.entry(0)),
    REMOVEXATTR(Shape.change(0)),
    LREMOVEXATTR(Shape.entry(0)),
    EXECVE(new Shape.Execute(Shape.NO_FOLDER, 0)),
    EXECVEAT(new Shape.Execute(0, 1)),
    CONNECT(new Shape.Address(1, 2)),
    SENDTO(new Shape.Datagram(1, 2, 4, 5)),
    SENDMSG(new Shape.Message(1)),
    SENDMMSG(new Shape.Message(1));

    private final SystemCallNumber number = SystemCallNumber.valueOf(name());

    /// Records of numbers, all of them.
    @SuppressWarnings("ImmutableEnumChecker")
    final Shape shape;

    WatchedCall(Shape shape) {
        this.shape = shape;
    }

    int on(ProcessorKind processor) {
        return number.on(processor);
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
