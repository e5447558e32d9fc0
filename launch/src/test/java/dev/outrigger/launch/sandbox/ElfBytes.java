package dev.outrigger.launch.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Makes binaries whose headers say whatever a test wants: nothing runs in them, but for the loader that they name.
/// Also what a fuzzer begins with.
final class ElfBytes {
    static final String LOADER = "/lib64/ld-linux-x86-64.so.2";

    /// The headers, the entries and the strings come one after another, loaded where they lie in the file.
    private static final int HEAD = 64;

    private static final int SEGMENT = 56;
    private static final int SEGMENTS = 3;

    private final List<long[]> entries = new ArrayList<>();
    private final ByteArrayOutputStream strings = new ByteArrayOutputStream();
    private String loader = LOADER;

    ElfBytes() {
        strings.write(0);
    }

    ElfBytes loader(String path) {
        loader = path;
        return this;
    }

    ElfBytes needs(String name) {
        return needs(name, 1);
    }

    /// The same string, named so many times.
    ElfBytes needs(String name, int times) {
        long at = string(name);
        for (int i = 0; i < times; i++) {
            entries.add(new long[] {1, at});
        }
        return this;
    }

    ElfBytes runPath(String folders) {
        entries.add(new long[] {29, string(folders)});
        return this;
    }

    ElfBytes rPath(String folders) {
        entries.add(new long[] {15, string(folders)});
        return this;
    }

    ElfBytes entry(long tag, long value) {
        entries.add(new long[] {tag, value});
        return this;
    }

    private long string(String text) {
        long at = strings.size();
        strings.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        strings.write(0);
        return at;
    }

    byte[] bytes() {
        int table = HEAD + SEGMENTS * SEGMENT;
        var named = (loader + "\0").getBytes(StandardCharsets.UTF_8);
        int dynamic = (table + named.length + 7) & -8;
        int texts = dynamic + (entries.size() + 3) * 16;
        int size = texts + strings.size();
        var file = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {0x7F, 'E', 'L', 'F', 2, 1, 1}).position(16);
        file.putShort((short) 3)
                .putShort((short) 62)
                .putInt(1)
                .putLong(0)
                .putLong(HEAD)
                .putLong(0);
        file.putInt(0).putShort((short) HEAD).putShort((short) SEGMENT).putShort((short) SEGMENTS);
        file.position(HEAD);
        segment(file, loader.isEmpty() ? 0 : 3, table, named.length);
        segment(file, 1, 0, size);
        segment(file, 2, dynamic, texts - dynamic);
        file.put(named).position(dynamic);
        for (var entry : entries) {
            file.putLong(entry[0]).putLong(entry[1]);
        }
        file.putLong(5)
                .putLong(texts)
                .putLong(10)
                .putLong(strings.size())
                .putLong(0)
                .putLong(0);
        return file.put(strings.toByteArray()).array();
    }

    private static void segment(ByteBuffer file, int type, long from, long size) {
        file.putInt(type).putInt(5).putLong(from).putLong(from).putLong(from);
        file.putLong(size).putLong(size).putLong(0x1000);
    }

    /// As a file that may be executed, and that everybody may read.
    Path write(Path file) throws IOException {
        Files.write(file, bytes());
        SandboxFixture.mode(file, "rwxr-xr-x");
        return file;
    }
}
