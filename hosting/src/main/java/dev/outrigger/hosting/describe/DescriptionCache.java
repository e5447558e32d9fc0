package dev.outrigger.hosting.describe;

import dev.outrigger.system.WholeFile;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.command.ToHost;
import dev.outrigger.wire.command.ToHostCodec;
import dev.outrigger.wire.command.ToHostCodec.Decoded;
import dev.outrigger.workspace.PrivateFiles;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The folder of the cache: `index.jsonl`, which has one short line for each program and is read by every listing and
/// completion; and a file for each program with all that it said, as the lines of its own messages. Every file is there
/// whole or not at all. What is damaged counts as not there.
final class DescriptionCache {
    private static final String FORMAT = "{\"format\":1}";
    private static final long LONGEST_INDEX = 8L << 20;
    private static final long LONGEST_FILE = 8L << 20;
    private static final int MOST_PROGRAMS = 2_000;
    private static final String INDEX = "index.jsonl";
    private static final String SAID = ".said";
    private static final String FITS = ".fits";
    private static final long HOUR_MILLIS = 60 * 60 * 1000;

    private final Path folder;

    DescriptionCache(Path folder) {
        this.folder = folder;
    }

    /// By the program's path. Empty when there is none, or one of another format.
    Map<String, DescriptionEntry> index() {
        var entries = new LinkedHashMap<String, DescriptionEntry>();
        var bytes = read(folder.resolve(INDEX), LONGEST_INDEX);
        int lines = 0;
        for (int from = 0; from < bytes.length; ) {
            int to = end(bytes, from);
            if (lines++ == 0) {
                if (!new String(bytes, from, to - from, StandardCharsets.UTF_8).equals(FORMAT)) {
                    return entries;
                }
            } else {
                var entry = entry(bytes, from, to);
                if (entry != null) {
                    entries.put(entry.shown().file(), entry);
                }
            }
            from = to + 1;
        }
        return entries;
    }

    /// The one of this program; null when there is none.
    @Nullable
    DescriptionEntry entry(String file) {
        var start = JsonText.bytes(Json.object().put("file", file).build());
        var bytes = read(folder.resolve(INDEX), LONGEST_INDEX);
        int format = end(bytes, 0);
        if (!new String(bytes, 0, format, StandardCharsets.UTF_8).equals(FORMAT)) {
            return null;
        }
        for (int from = format + 1; from < bytes.length; ) {
            int to = end(bytes, from);
            // All but the closing brace.
            if (startsWith(bytes, from, to, start, start.length - 1)) {
                return entry(bytes, from, to);
            }
            from = to + 1;
        }
        return null;
    }

    private static boolean startsWith(byte[] bytes, int from, int to, byte[] start, int length) {
        if (to - from < length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (bytes[from + i] != start[i]) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable DescriptionEntry entry(byte[] bytes, int from, int to) {
        try {
            return DescriptionEntry.of(JsonText.parse(bytes, from, to));
        } catch (MalformedJson _) {
            // Damaged: its plugin will be asked again.
            return null;
        }
    }

    /// All of it anew; files that belong to none of them are removed. Only as many as one can have: the last ones.
    void keep(Map<String, DescriptionEntry> entries) throws IOException {
        var out = new ByteArrayOutputStream();
        out.writeBytes((FORMAT + "\n").getBytes(StandardCharsets.UTF_8));
        var wanted = new HashSet<String>();
        int skip = entries.size() - MOST_PROGRAMS;
        for (var entry : entries.values()) {
            if (skip-- > 0) {
                continue;
            }
            JsonText.write(entry.line(), out);
            out.write('\n');
            wanted.add(stem(entry));
        }
        replace(folder.resolve(INDEX), out.toByteArray());
        var names = folder.toFile().list();
        for (var name : names == null ? new String[0] : names) {
            int dot = name.lastIndexOf('.');
            boolean unwanted = dot > 0 && !wanted.contains(name.substring(0, dot)) && !name.equals(INDEX);
            if (name.startsWith(".") ? isOld(name) : unwanted) {
                Files.deleteIfExists(folder.resolve(name));
            }
        }
    }

    /// A draft left by a jp that was killed; a young one may be in the making.
    private boolean isOld(String name) {
        return System.currentTimeMillis() - folder.resolve(name).toFile().lastModified() > HOUR_MILLIS;
    }

    void keep(DescriptionEntry entry, PluginAnswers told) throws IOException {
        var out = new ByteArrayOutputStream();
        var head = Json.object()
                .put("file", entry.shown().file())
                .put("sha256", entry.stamp().sha256())
                .put("notes", Json.texts(told.notes()))
                .build();
        JsonText.write(head, out);
        out.write('\n');
        if (told.describe() != null) {
            JsonText.write(ToHostCodec.encode(told.describe(), null), out);
            out.write('\n');
        }
        if (told.help() != null) {
            JsonText.write(ToHostCodec.encode(told.help(), null), out);
            out.write('\n');
        }
        replace(folder.resolve(stem(entry) + SAID), out.toByteArray());
    }

    /// Null when it is not there or damaged.
    @Nullable
    PluginAnswers told(DescriptionEntry entry) {
        var bytes = read(folder.resolve(stem(entry) + SAID), LONGEST_FILE);
        int to = end(bytes, 0);
        var notes = notes(bytes, to, entry);
        if (notes == null) {
            return null;
        }
        var told = PluginAnswers.NOTHING;
        for (int from = to + 1; from < bytes.length; from = to + 1) {
            to = end(bytes, from);
            if (!(ToHostCodec.decode(bytes, from, to) instanceof Decoded.Message said)) {
                return null;
            }
            if (said.message() instanceof ToHost.Describe describe) {
                told = told.with(describe);
            } else if (said.message() instanceof ToHost.Help help) {
                told = told.with(help);
            }
        }
        return new PluginAnswers(told.describe(), told.help(), notes);
    }

    /// The options that were last found to fit its schema: checking them again would cost more than the rest of a
    /// start.
    boolean fitted(DescriptionEntry entry, Json.Obj options) {
        return Arrays.equals(read(folder.resolve(stem(entry) + FITS), LONGEST_FILE), JsonText.bytes(options));
    }

    void keepFitting(DescriptionEntry entry, Json.Obj options) throws IOException {
        replace(folder.resolve(stem(entry) + FITS), JsonText.bytes(options));
    }

    /// What was noted when it was kept; null when the file is about something else.
    private static @Nullable List<String> notes(byte[] bytes, int to, DescriptionEntry entry) {
        try {
            if (JsonText.parse(bytes, 0, to) instanceof Json.Obj head
                    && head.fields().get("notes") instanceof Json.Arr(var items)
                    && head.text("file").orElse("").equals(entry.shown().file())
                    && head.text("sha256").orElse("").equals(entry.stamp().sha256())) {
                var notes = new ArrayList<String>();
                for (var item : items) {
                    if (item instanceof Json.Str(var note)) {
                        notes.add(HarmlessText.line(note, HarmlessText.LINE));
                    }
                }
                return notes;
            }
        } catch (MalformedJson _) {
            // Damaged, as good as another's.
        }
        return null;
    }

    /// By path and content, so that a file never stands for another content than its index line says.
    private static String stem(DescriptionEntry entry) {
        long hash = 0xcbf29ce484222325L;
        var file = entry.shown().file();
        for (int i = 0; i < file.length(); i++) {
            hash = (hash ^ file.charAt(i)) * 0x100000001b3L;
        }
        var content = entry.stamp().sha256();
        return Long.toHexString(hash) + "-" + content.substring(0, Math.min(16, content.length()));
    }

    private static int end(byte[] bytes, int from) {
        int at = from;
        while (at < bytes.length && bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    private static byte[] read(Path path, long most) {
        var file = path.toFile();
        if (!file.isFile() || file.length() > most) {
            return new byte[0];
        }
        try (var in = new FileInputStream(file)) {
            return in.readAllBytes();
        } catch (IOException _) {
            // Not there, or not for us to read: as good as never written.
            return new byte[0];
        }
    }

    private void replace(Path file, byte[] content) throws IOException {
        if (!folder.toFile().isDirectory()) {
            PrivateFiles.folders(folder);
        }
        WholeFile.replaceUnsynced(file, content);
    }
}
