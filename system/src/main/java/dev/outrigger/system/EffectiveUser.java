package dev.outrigger.system;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Whose rights this process has.
///
/// Not the owner of what lies in `/proc/self`: where the kernel keeps a program's memory from its own user, that is
/// root, and whoever asks there takes himself for root. What is written in it is right, and costs no library.
public final class EffectiveUser {
    /// Where it is told; not there outside of Linux.
    public static final String STATUS = "/proc/self/status";

    private static final String FIELD = "\nUid:\t";

    private EffectiveUser() {}

    /// The second of the four numbers. Read by hand: every start does it, and a regular expression is a class that is
    /// made at run time.
    public static int uid() throws IOException {
        String status;
        try (var in = new FileInputStream(STATUS)) {
            status = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
        int field = status.indexOf(FIELD);
        int from = status.indexOf('\t', field + FIELD.length()) + 1;
        int to = status.indexOf('\t', from);
        if (field < 0 || from == 0 || to < 0) {
            throw new IOException(STATUS + " names no user");
        }
        return Integer.parseUnsignedInt(status, from, to, 10);
    }
}
