package dev.outrigger.system;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Functions of the C library, for whoever has a use that Java has no words for: the one place where they are linked.
/// To link costs time, a shape that was not linked before most of all.
public final class CLibrary {
    /// What a function that [#failing] gave takes before its own arguments, to leave its error number in.
    public static final MemoryLayout STATE = Linker.Option.captureStateLayout();

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");

    private CLibrary() {}

    /// One that tells of a failure by `errno`.
    public static MethodHandle failing(String name, FunctionDescriptor shape) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), shape, ERRNO);
    }

    /// The same, of one that takes any number of arguments behind its first ones.
    public static MethodHandle failing(String name, FunctionDescriptor shape, int fixed) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name), shape, ERRNO, Linker.Option.firstVariadicArg(fixed));
    }

    /// One whose failure nobody asks about.
    public static MethodHandle plain(String name, FunctionDescriptor shape) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), shape);
    }

    public static boolean has(String name) {
        return LINKER.defaultLookup().find(name).isPresent();
    }

    /// The only member of the captured state on Linux.
    public static int errno(MemorySegment state) {
        return state.get(ValueLayout.JAVA_INT, 0);
    }
}
