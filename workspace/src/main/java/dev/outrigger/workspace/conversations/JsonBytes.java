package dev.outrigger.workspace.conversations;

/// Walking JSON that is known to be well-formed, without making anything of it.
final class JsonBytes {
    private JsonBytes() {}

    /// Whether the ASCII text stands exactly there.
    static boolean equal(String ascii, byte[] bytes, int from, int to) {
        return to - from == ascii.length() && startsWith(ascii, bytes, from, to);
    }

    static boolean startsWith(String ascii, byte[] bytes, int from, int to) {
        int length = ascii.length();
        if (to - from < length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (bytes[from + i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// Four at a time: without the optimising compiler the plain loop costs a third more, and long reads live here.
    static int newline(byte[] bytes, int from, int to) {
        int i = from;
        while (i + 4 <= to) {
            if (bytes[i] == '\n') {
                return i;
            }
            if (bytes[i + 1] == '\n') {
                return i + 1;
            }
            if (bytes[i + 2] == '\n') {
                return i + 2;
            }
            if (bytes[i + 3] == '\n') {
                return i + 3;
            }
            i += 4;
        }
        while (i < to && bytes[i] != '\n') {
            i++;
        }
        return i;
    }

    static int afterSpace(byte[] bytes, int at) {
        int i = at;
        while (bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\r' || bytes[i] == '\n') {
            i++;
        }
        return i;
    }

    /// Past the string whose opening quote is at `at`.
    static int afterString(byte[] bytes, int at) {
        int i = at + 1;
        while (true) {
            byte b = bytes[i];
            if (b == '"') {
                return i + 1;
            }
            i += b == '\\' ? 2 : 1;
        }
    }

    /// Past the value that starts at `at`.
    static int afterValue(byte[] bytes, int at, int to) {
        byte first = bytes[at];
        if (first == '"') {
            return afterString(bytes, at);
        }
        if (first != '{' && first != '[') {
            return afterScalar(bytes, at, to);
        }
        int depth = 0;
        int i = at;
        while (true) {
            byte b = bytes[i];
            if (b == '"') {
                i = afterString(bytes, i);
                continue;
            }
            i++;
            if (b == '{' || b == '[') {
                depth++;
            } else if ((b == '}' || b == ']') && --depth == 0) {
                return i;
            }
        }
    }

    private static int afterScalar(byte[] bytes, int at, int to) {
        int i = at;
        while (i < to && bytes[i] > ' ' && bytes[i] != ',' && bytes[i] != '}' && bytes[i] != ']') {
            i++;
        }
        return i;
    }
}
