package dev.outrigger.system;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Why a call failed, in words for people: ours for what may well happen, else those of the C library.
public final class ErrnoWords {
    private ErrnoWords() {}

    /// Of a call that is about a file or folder.
    public static String ofFile(int errno) {
        return switch (errno) {
            case 2 -> "no such folder";
            case 13 -> "permission denied";
            case 20 -> "no folder";
            case 24 -> "too many open files";
            case 28 -> "no space left on device";
            case 30 -> "read-only file system";
            case 38 -> "not on this system";
            case 40 -> "is a symbolic link";
            default -> of(errno);
        };
    }

    /// As the C library has it.
    public static String of(int errno) {
        try {
            var text = (MemorySegment) Library.STRERROR.invokeExact(errno);
            return text.reinterpret(256).getString(0);
        } catch (Throwable e) {
            throw new IllegalStateException("calling strerror", e);
        }
    }

    /// Linked when it is first needed.
    private static final class Library {
        static final MethodHandle STRERROR =
                CLibrary.plain("strerror", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
    }
}
