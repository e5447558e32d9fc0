package dev.outrigger.assistant.mcp;

import dev.outrigger.assistant.mcp.client.McpEra;
import dev.outrigger.assistant.mcp.client.McpListener;
import dev.outrigger.assistant.mcp.client.McpProblem;
import dev.outrigger.assistant.mcp.client.McpToolList;
import dev.outrigger.system.Sha256;
import dev.outrigger.system.WholeFile;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What is remembered of a server between our runs, so that it need not be started to know its tools: one file each,
/// whose name tells the command, its environment and the files it is made of. When any of them changes, another file
/// is looked for. A file that cannot be read is as good as none.
final class ServerCache {
    private static final int LARGEST = 32 << 20;
    private static final Duration OLDEST = Duration.ofDays(30);

    /// So long a server that could not be started is left alone.
    static final Duration LEFT_ALONE = Duration.ofMinutes(10);

    record Remembered(McpEra era, McpToolList tools) {}

    /// A start that came to nothing, after a while.
    record Failed(Instant at, String why) {}

    private final Path folder;
    private final McpListener listener;

    ServerCache(Path folder, McpListener listener) {
        this.folder = folder;
        this.listener = listener;
    }

    /// Looked for by each start of ours, so everything in it is cheap. Of the variables only a digest is kept.
    /// A server may have other tools for other roots.
    static String key(McpServerSettings server, Path program, List<Path> roots) {
        var text = new StringBuilder(JsonText.text(command(server)));
        roots.forEach(root -> text.append('\n').append(root));
        stamp(program, text);
        for (var arg : server.args()) {
            if (arg.startsWith("/")) {
                stamp(arg, text);
            }
        }
        return Sha256.of(text.toString());
    }

    /// What whoever approves a tool of this server agrees to start.
    static Json.Obj command(McpServerSettings server) {
        return Json.object()
                .put("command", server.command())
                .put("args", Json.texts(server.args()))
                .put("env", Sha256.of(JsonText.text(variables(server.env()))))
                .build();
    }

    Optional<Remembered> find(McpServerSettings server, String key) {
        var file = file(server, key);
        try {
            var kept = read(file, key);
            if (kept.isEmpty()) {
                return Optional.empty();
            }
            touch(file);
            var era = McpEra.of(kept.get().text("era").orElse(""));
            var reading = new McpToolList.Reading();
            reading.page(kept.get());
            return era.map(known -> new Remembered(known, reading.done()));
        } catch (IOException | MalformedJson | McpProblem e) {
            listener.log(server.source() + ": what was remembered of it cannot be used: " + e.getMessage());
            return Optional.empty();
        }
    }

    /// Its last start, when that failed not long ago.
    Optional<Failed> failure(McpServerSettings server, String key) {
        try {
            var kept = read(failureFile(server, key), key).orElse(Json.EMPTY);
            if (!kept.text("patience").orElse("").equals(patience(server))) {
                return Optional.empty();
            }
            var now = Instant.now();
            var at = Instant.parse(kept.text("at").orElse(""));
            // A clock that was set back must not make it last.
            return at.isAfter(now) || at.isBefore(now.minus(LEFT_ALONE))
                    ? Optional.empty()
                    : Optional.of(new Failed(at, kept.text("why").orElse("")));
        } catch (IOException | MalformedJson | DateTimeParseException e) {
            listener.log(server.source() + ": what was remembered of its start cannot be used: " + e.getMessage());
            return Optional.empty();
        }
    }

    /// Who is given more time is tried again.
    private static String patience(McpServerSettings server) {
        return server.timing().start().toString();
    }

    private static Optional<Json.Obj> read(Path file, String key) throws IOException, MalformedJson {
        try {
            return Files.size(file) <= LARGEST
                            && JsonText.parse(Files.readAllBytes(file)) instanceof Json.Obj kept
                            && kept.text("key").orElse("").equals(key)
                    ? Optional.of(kept)
                    : Optional.empty();
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    void keep(McpServerSettings server, String key, Remembered what) {
        var kept = Json.object()
                .put("key", key)
                .put("era", what.era().word())
                .put("tools", what.tools().json())
                .build();
        try {
            write(file(server, key), kept);
            Files.deleteIfExists(failureFile(server, key));
            sweep();
        } catch (IOException | DirectoryIteratorException e) {
            listener.log(server.source() + ": its tools cannot be remembered: " + e);
        }
    }

    void keep(McpServerSettings server, String key, Failed what) {
        var kept = Json.object()
                .put("key", key)
                .put("at", what.at().toString())
                .put("patience", patience(server))
                .put("why", what.why())
                .build();
        try {
            write(failureFile(server, key), kept);
            sweep();
        } catch (IOException | DirectoryIteratorException e) {
            listener.log(server.source() + ": its failure cannot be remembered: " + e);
        }
    }

    private void write(Path file, Json.Obj kept) throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        WholeFile.replaceUnsynced(file, JsonText.bytes(kept));
    }

    /// When something is kept anew, what nobody has used for long goes: a server that is no longer configured, an
    /// older version of one that is. By age and not by the settings, since other workspaces have other servers.
    private void sweep() throws IOException {
        var oldest = Instant.now().minus(OLDEST);
        try (var files = Files.newDirectoryStream(folder, "*.{json,tmp}")) {
            for (var file : files) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                        && Files.getLastModifiedTime(file).toInstant().isBefore(oldest)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /// A file that is in use stays, though it is written only once; told at most once a day.
    private static void touch(Path file) throws IOException {
        var now = Instant.now();
        if (Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(Duration.ofDays(1)))) {
            Files.setLastModifiedTime(file, FileTime.from(now));
        }
    }

    private Path file(McpServerSettings server, String key) {
        return folder.resolve(server.name() + "-" + key.substring(0, 16) + ".json");
    }

    private Path failureFile(McpServerSettings server, String key) {
        return folder.resolve(server.name() + "-" + key.substring(0, 16) + "-failed.json");
    }

    private static Json.Obj variables(Map<String, String> env) {
        var fields = new TreeMap<String, Json>();
        env.forEach((name, value) -> fields.put(name, Json.of(value)));
        return new Json.Obj(fields);
    }

    private static void stamp(String arg, StringBuilder text) {
        try {
            stamp(Path.of(arg), text);
        } catch (InvalidPathException _) {
            // No file can be called so, in this locale at least.
            text.append("\n-");
        }
    }

    private static void stamp(Path file, StringBuilder text) {
        try {
            var seen = Files.readAttributes(file, BasicFileAttributes.class);
            if (seen.isRegularFile()) {
                text.append('\n')
                        .append(file.toRealPath())
                        .append(' ')
                        .append(seen.size())
                        .append(' ')
                        .append(seen.lastModifiedTime());
            }
        } catch (IOException _) {
            // An argument that names no file, or one that nobody may see: it says nothing.
            text.append("\n-");
        }
    }
}
