package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What a binary of 64 bits says that it needs to be loaded: its loader (empty when it names none), its libraries by
/// name, and the folders to look for them in first, with `$ORIGIN` as it stands there.
///
/// The file is somebody else's, and is read before anybody agreed to anything: each number in it is checked before it
/// is used, and however large the file, no more than [#MOST_BYTES] of it are read. What exceeds a bound is [Damaged],
/// so that no part of a header counts without the rest. Whether the names may be followed is for [Libraries] to say.
public record ElfHeader(String loader, List<String> needed, List<String> folders) {
    static final int MOST_SEGMENTS = 1024;
    static final int MOST_ENTRIES = 4096;
    static final int MOST_NEEDED = 256;
    static final int MOST_FOLDERS = 32;
    static final int LONGEST_NAME = 255;
    static final int LONGEST_PATH = 4096;

    /// Of one file, all together.
    static final int MOST_BYTES = 1 << 18;

    private static final ElfHeader NOTHING = new ElfHeader("", List.of(), List.of());

    private static final int HEAD = 64;
    private static final int SEGMENT = 56;
    private static final int ENTRY = 16;
    private static final int MAGIC = 0x464C457F;
    private static final int WIDE = 2;
    private static final int LITTLE = 1;

    private static final int LOAD = 1;
    private static final int DYNAMIC = 2;
    private static final int LOADER = 3;

    private static final int END = 0;
    private static final int NEEDED = 1;
    private static final int STRINGS = 5;
    private static final int STRINGS_SIZE = 10;
    private static final int RPATH = 15;
    private static final int RUNPATH = 29;

    public ElfHeader {
        needed = List.copyOf(needed);
        folders = List.copyOf(folders);
    }

    /// Why a file that calls itself a binary is none that can be read. Its message is a clause without anything of the
    /// file's own words.
    public static final class Damaged extends Exception {
        Damaged(String message) {
            super(message, null, false, false);
        }
    }

    /// Where the bytes come from, as [java.nio.channels.FileChannel#read(ByteBuffer, long)] gives them: some of them,
    /// or -1 at the end.
    interface Source {
        int read(ByteBuffer into, long from) throws IOException;
    }

    /// Nothing is needed by what is no binary of 64 bits in this machine's byte order.
    public static ElfHeader of(byte[] file) throws Damaged {
        try {
            return of((into, from) -> {
                if (from >= file.length) {
                    return -1;
                }
                int size = Math.min(into.remaining(), file.length - (int) from);
                into.put(file, (int) from, size);
                return size;
            });
        } catch (IOException e) {
            throw new IllegalStateException("an array can always be read", e);
        }
    }

    static ElfHeader of(Source source) throws Damaged, IOException {
        return new Reading(source).header();
    }

    /// One file being read. `left` is how many bytes of it still may be.
    private static final class Reading {
        private final Source source;
        private int left = MOST_BYTES;
        private ByteBuffer segments = ByteBuffer.allocate(0);

        Reading(Source source) {
            this.source = source;
        }

        ElfHeader header() throws Damaged, IOException {
            var head = upTo(0, HEAD);
            if (head.remaining() < HEAD
                    || head.getInt(0) != MAGIC
                    || head.get(4) != WIDE
                    || head.get(5) != LITTLE
                    || head.getShort(56) == 0) {
                return NOTHING;
            }
            int count = head.getShort(56) & 0xFFFF;
            if ((head.getShort(54) & 0xFFFF) != SEGMENT || count > MOST_SEGMENTS) {
                throw new Damaged("its table of segments is of no usual size");
            }
            segments = exactly(head.getLong(32), count * SEGMENT);
            var loader = "";
            int dynamic = only(DYNAMIC);
            int named = only(LOADER);
            if (named >= 0) {
                loader = loader(named);
            }
            return dynamic < 0 ? new ElfHeader(loader, List.of(), List.of()) : dynamic(loader, dynamic);
        }

        /// Where the one segment of this type is described, or -1. Of two, programs that load it take one each.
        private int only(int type) throws Damaged {
            int found = -1;
            for (int at = 0; at < segments.limit(); at += SEGMENT) {
                if (segments.getInt(at) == type) {
                    if (found >= 0) {
                        throw new Damaged("it has two segments where there can be one");
                    }
                    found = at;
                }
            }
            return found;
        }

        private String loader(int segment) throws Damaged, IOException {
            long size = segments.getLong(segment + 32);
            if (size < 2 || size > LONGEST_PATH) {
                throw new Damaged("the name of its loader is of no possible length");
            }
            return plain(exactly(segments.getLong(segment + 8), (int) size));
        }

        private ElfHeader dynamic(String loader, int segment) throws Damaged, IOException {
            long size = segments.getLong(segment + 32);
            if (size < 0 || size > (long) MOST_ENTRIES * ENTRY) {
                throw new Damaged("its table of libraries is too large");
            }
            var entries = exactly(segments.getLong(segment + 8), (int) size);
            var strings = new Strings(0, 0);
            var names = new ArrayList<Long>();
            var paths = new ArrayList<Long>();
            long address = 0;
            long length = 0;
            for (int at = 0; at + ENTRY <= entries.limit() && entries.getLong(at) != END; at += ENTRY) {
                long tag = entries.getLong(at);
                long value = entries.getLong(at + 8);
                if (tag == NEEDED) {
                    names.add(value);
                } else if (tag == RPATH || tag == RUNPATH) {
                    paths.add(value);
                } else if (tag == STRINGS) {
                    address = value;
                } else if (tag == STRINGS_SIZE) {
                    length = value;
                }
            }
            if (names.size() > MOST_NEEDED || paths.size() > MOST_FOLDERS) {
                throw new Damaged("it names more than " + MOST_NEEDED + " libraries, or too many folders");
            }
            if (!names.isEmpty() || !paths.isEmpty()) {
                strings = new Strings(offset(address), length);
            }
            var needed = new LinkedHashSet<String>();
            for (long name : names) {
                needed.add(plain(text(strings, name, LONGEST_NAME)));
            }
            var folders = new LinkedHashSet<String>();
            for (long path : paths) {
                folders(text(strings, path, LONGEST_PATH), folders);
            }
            return new ElfHeader(loader, List.copyOf(needed), List.copyOf(folders));
        }

        /// Where in the file its strings are, and how many bytes of it they take.
        private record Strings(long from, long size) {}

        /// Where in the file lies what will be at this address in memory.
        private long offset(long address) throws Damaged {
            for (int at = 0; at < segments.limit(); at += SEGMENT) {
                long within = address - segments.getLong(at + 16);
                if (segments.getInt(at) == LOAD
                        && Long.compareUnsigned(address, segments.getLong(at + 16)) >= 0
                        && Long.compareUnsigned(within, segments.getLong(at + 32)) < 0) {
                    return sum(segments.getLong(at + 8), within);
                }
            }
            throw new Damaged("its strings lie outside of what is loaded");
        }

        /// Up to its zero.
        private ByteBuffer text(Strings strings, long at, int longest) throws Damaged, IOException {
            if (at < 0 || strings.size() < 0 || at >= strings.size()) {
                throw new Damaged("a name lies outside of its strings");
            }
            int most = (int) Math.min(longest + 1L, strings.size() - at);
            var bytes = upTo(sum(strings.from(), at), most);
            for (int i = 0; i < bytes.limit(); i++) {
                if (bytes.get(i) == 0) {
                    return bytes.limit(i + 1);
                }
            }
            throw new Damaged("a name has no end, or is longer than " + longest + " bytes");
        }

        private static void folders(ByteBuffer path, Set<String> folders) throws Damaged {
            var bytes = new byte[path.limit() - 1];
            path.get(0, bytes);
            for (var folder : new String(bytes, StandardCharsets.UTF_8).split(":", -1)) {
                folders.add(folder);
                if (folders.size() > MOST_FOLDERS) {
                    throw new Damaged("it names more than " + MOST_FOLDERS + " folders");
                }
            }
        }

        /// A zero at the end, and before it nothing that a terminal or a path could read in two ways.
        private static String plain(ByteBuffer bytes) throws Damaged {
            int last = bytes.limit() - 1;
            var text = new StringBuilder(last);
            for (int i = 0; i < last; i++) {
                if (bytes.get(i) < ' ' || bytes.get(i) > '~') {
                    throw new Damaged("a name in it is no plain text");
                }
                text.append((char) bytes.get(i));
            }
            if (bytes.get(last) != 0) {
                throw new Damaged("a name in it has no end");
            }
            return text.toString();
        }

        private static long sum(long one, long other) throws Damaged {
            long sum = one + other;
            if (one < 0 || other < 0 || sum < 0) {
                throw new Damaged("it points outside of itself");
            }
            return sum;
        }

        private ByteBuffer exactly(long from, int size) throws Damaged, IOException {
            var bytes = upTo(from, size);
            if (bytes.limit() < size) {
                throw new Damaged("it ends too early");
            }
            return bytes;
        }

        private ByteBuffer upTo(long from, int size) throws Damaged, IOException {
            sum(from, size);
            left -= size;
            if (left < 0) {
                throw new Damaged("what it says of its libraries takes more than " + MOST_BYTES + " bytes");
            }
            var buffer = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
            while (buffer.hasRemaining() && source.read(buffer, from + buffer.position()) >= 0) {
                // A file gives what it has, and not always all at once.
            }
            return buffer.flip();
        }
    }
}
