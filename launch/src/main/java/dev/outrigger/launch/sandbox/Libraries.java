package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The shared libraries that a binary needs, and those that these need, found where the system's loader
/// looks. Only what a file says of itself: what it loads later by name is in the library folders, or is not
/// there.
final class Libraries {
    private static final long LARGEST_TABLE = 16 << 20;
    private static final int MOST = 1000;

    private static final int SEGMENT_DYNAMIC = 2;
    private static final int SEGMENT_LOAD = 1;
    private static final int SEGMENT_LOADER = 3;
    private static final int NEEDED = 1;
    private static final int STRINGS = 5;
    private static final int STRINGS_SIZE = 10;
    private static final int RPATH = 15;
    private static final int RUNPATH = 29;

    private final List<Path> folders;

    Libraries(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /// The folders of the system's loader: what its configuration lists, then the usual ones.
    static Libraries ofSystem(Machine machine) {
        var folders = new LinkedHashSet<Path>();
        listed(Path.of("/etc/ld.so.conf"), folders, 0);
        for (var usual : List.of("/lib/" + machine.triple, "/usr/lib/" + machine.triple, "/lib64", "/usr/lib64")) {
            folders.add(Path.of(usual));
        }
        folders.add(Path.of("/lib"));
        folders.add(Path.of("/usr/lib"));
        return new Libraries(List.copyOf(folders));
    }

    private static void listed(Path file, Set<Path> folders, int depth) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException _) {
            // A system without this file has the usual folders only.
            return;
        }
        for (var line : lines) {
            var words = line.strip();
            if (words.startsWith("include ") && depth < 3) {
                included(words.substring(8).strip(), folders, depth);
            } else if (words.startsWith("/")) {
                folders.add(Path.of(words));
            }
        }
    }

    private static void included(String pattern, Set<Path> folders, int depth) {
        var path = Path.of("/etc").resolve(pattern);
        var folder = path.getParent();
        var name = path.getFileName();
        if (folder == null || name == null || !Files.isDirectory(folder)) {
            return;
        }
        try (var files = Files.newDirectoryStream(folder, name.toString())) {
            var sorted = new ArrayList<Path>();
            files.forEach(sorted::add);
            sorted.sort(null);
            sorted.forEach(file -> listed(file, folders, depth + 1));
        } catch (IOException _) {
            // What cannot be listed, the loader cannot list either.
            return;
        }
    }

    /// Everything this file needs to run, as the paths the loader will open; not the file itself. Empty for
    /// what is no binary of 64 bits.
    Set<Path> of(Path file) throws Refused {
        var found = new LinkedHashSet<Path>();
        var left = new ArrayDeque<Path>(List.of(file));
        while (!left.isEmpty()) {
            var needs = read(left.removeFirst());
            for (var loader : needs.loaders()) {
                if (found.add(loader)) {
                    left.add(loader);
                }
            }
            for (var name : needs.names()) {
                var library = find(name, needs.folders());
                if (library != null && found.add(library)) {
                    left.add(library);
                }
            }
            if (found.size() > MOST) {
                throw new Refused(file + " needs more than " + MOST + " libraries");
            }
        }
        return found;
    }

    /// A library that is not found is left to the loader, which will say so in its own words.
    private @org.jspecify.annotations.Nullable Path find(String name, List<Path> first) {
        if (name.indexOf('/') >= 0) {
            return name.startsWith("/") ? Path.of(name) : null;
        }
        for (var folder : first) {
            if (Files.isRegularFile(folder.resolve(name))) {
                return folder.resolve(name);
            }
        }
        for (var folder : folders) {
            if (Files.isRegularFile(folder.resolve(name))) {
                return folder.resolve(name);
            }
        }
        return null;
    }

    private record Read(Stamp stamp, Needs needs) {}

    /// What was read of files before. A machine has a few hundred libraries; should there be more, reading
    /// starts over.
    private static final Map<Path, Read> KNOWN = new ConcurrentHashMap<>();

    private static final int MOST_KNOWN = 4096;

    private static Needs read(Path file) throws Refused {
        try {
            var stamp = Stamp.of(file);
            var known = KNOWN.get(file);
            if (known != null && known.stamp().equals(stamp)) {
                return known.needs();
            }
            var needs = readAnew(file);
            if (KNOWN.size() >= MOST_KNOWN) {
                KNOWN.clear();
            }
            KNOWN.put(file, new Read(stamp, needs));
            return needs;
        } catch (IOException e) {
            throw new Refused(file + " cannot be read as a program: " + e.getMessage());
        }
    }

    private record Needs(List<Path> loaders, List<String> names, List<Path> folders) {
        static final Needs NOTHING = new Needs(List.of(), List.of(), List.of());
    }

    private static Needs readAnew(Path file) throws Refused {
        try (var channel = FileChannel.open(file)) {
            var head = bytes(channel, 0, 64);
            if (head.remaining() < 64 || head.getInt(0) != 0x464C457F || head.get(4) != 2 || head.get(5) != 1) {
                return Needs.NOTHING;
            }
            int size = head.getShort(54) & 0xFFFF;
            int count = head.getShort(56) & 0xFFFF;
            var segments = bytes(channel, head.getLong(32), (long) size * count);
            return size < 56 ? Needs.NOTHING : needs(file, channel, segments, size);
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new Refused(file + " cannot be read as a program: " + e.getMessage());
        }
    }

    private static Needs needs(Path file, FileChannel channel, ByteBuffer segments, int size) throws IOException {
        var loaders = new ArrayList<Path>();
        var names = new ArrayList<String>();
        var folders = new ArrayList<Path>();
        for (int at = 0; at + size <= segments.remaining(); at += size) {
            int type = segments.getInt(at);
            var content =
                    bytes(channel, segments.getLong(at + 8), type == SEGMENT_LOAD ? 0 : segments.getLong(at + 32));
            if (type == SEGMENT_LOADER) {
                loaders.add(Path.of(text(content, 0)));
            } else if (type == SEGMENT_DYNAMIC) {
                dynamic(file, channel, segments, size, content, names, folders);
            }
        }
        return new Needs(loaders, names, folders);
    }

    private static void dynamic(
            Path file,
            FileChannel channel,
            ByteBuffer segments,
            int size,
            ByteBuffer entries,
            List<String> names,
            List<Path> folders)
            throws IOException {
        var strings = bytes(channel, offset(segments, size, value(entries, STRINGS)), value(entries, STRINGS_SIZE));
        for (int at = 0; at + 16 <= entries.remaining() && entries.getLong(at) != 0; at += 16) {
            long tag = entries.getLong(at);
            if (tag == NEEDED) {
                names.add(text(strings, (int) entries.getLong(at + 8)));
            } else if (tag == RPATH || tag == RUNPATH) {
                for (var folder : text(strings, (int) entries.getLong(at + 8)).split(":")) {
                    var here = String.valueOf(file.toRealPath().getParent());
                    var real = folder.replace("${ORIGIN}", here).replace("$ORIGIN", here);
                    if (real.startsWith("/")) {
                        folders.add(Path.of(real).normalize());
                    }
                }
            }
        }
    }

    private static long value(ByteBuffer entries, int tag) {
        for (int at = 0; at + 16 <= entries.remaining() && entries.getLong(at) != 0; at += 16) {
            if (entries.getLong(at) == tag) {
                return entries.getLong(at + 8);
            }
        }
        return 0;
    }

    /// Where in the file lies what will be at this address in memory.
    private static long offset(ByteBuffer segments, int size, long address) {
        for (int at = 0; at + size <= segments.remaining(); at += size) {
            long from = segments.getLong(at + 16);
            if (segments.getInt(at) == SEGMENT_LOAD && address >= from && address < from + segments.getLong(at + 32)) {
                return address - from + segments.getLong(at + 8);
            }
        }
        return 0;
    }

    private static String text(ByteBuffer bytes, int from) {
        int end = from;
        while (end < bytes.remaining() && bytes.get(end) != 0) {
            end++;
        }
        var text = new byte[end - from];
        bytes.get(from, text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private static ByteBuffer bytes(FileChannel channel, long from, long size) throws IOException {
        if (size < 0 || size > LARGEST_TABLE || from < 0) {
            throw new IOException("its tables are damaged");
        }
        var buffer = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            int n = channel.read(buffer, from + buffer.position());
            if (n < 0) {
                break;
            }
        }
        return buffer.flip();
    }
}
