package dev.outrigger.assistant.tools;

import dev.outrigger.assistant.Proposal;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.ToolResult;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.system.Sha256;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;

/// A file's whole content, written or not at all. Who approves it sees a diff; and when the file is another just before
/// it is written, it is not written.
final class WriteFileTool extends BuiltinTool {
    private static final int LARGEST = 4 << 20;
    private static final int LARGEST_COMPARED = 1 << 20;
    /// It is read whole, twice: nothing that anybody writes by hand is larger.
    private static final int LARGEST_REPLACED = 64 << 20;
    private static final int MOST_DIFF_LINES = 1000;
    private static final int LONGEST_DIFF = 128 * 1024;
    /// What git and jp themselves act upon: a hook written there would run.
    private static final Set<String> UNTOUCHED_FOLDERS = Set.of(".git");

    private static final Set<String> UNTOUCHED_FILES = Set.of(".jp.toml");

    private static final ToolDefinition DEFINITION = new ToolDefinition(
            "write_file",
            "Writes a whole text file of the workspace: a new one, or in place of the old one. Folders on the way are"
                    + " made. The user sees a diff and decides.",
            schema(
                    Json.object()
                            .put("path", property("string", "The file, from the workspace's root."))
                            .put("content", property("string", "The whole new content."))
                            .build(),
                    "path",
                    "content"));

    WriteFileTool(ToolFolder ground) {
        super(ground, DEFINITION, Consent.ASK);
    }

    /// What was found at a path: the beginning of it, to be compared line by line, and the digest of all of it.
    private static final class Before {
        private final String path;
        private final boolean exists;
        private final byte[] beginning;
        private final long size;
        private final String digest;

        Before(String path, boolean exists, byte[] beginning, long size, String digest) {
            this.path = path;
            this.exists = exists;
            this.beginning = beginning;
            this.size = size;
            this.digest = digest;
        }

        boolean isLike(Before other) {
            return path.equals(other.path) && exists == other.exists && digest.equals(other.digest);
        }

        boolean comparable() {
            for (byte each : beginning) {
                if (each == 0) {
                    return false;
                }
            }
            return size == beginning.length
                    && FileExcerpts.decoded(beginning, beginning.length).exact();
        }
    }

    /// What the user saw of the file goes along with the call: no yes to one of them can run another.
    @Override
    public Proposal propose(Json.Obj arguments) {
        var given = new FieldReader(arguments);
        try (var place = target(given)) {
            content(given);
            var before = before(place);
            var diff = diff(before, given.text("content"));
            return new Proposal(
                    arguments, diff.words(), diff.whole(), _ -> told(arguments, () -> writtenIfStill(before, given)));
        } catch (ToolRefused e) {
            return refused(arguments, e.why());
        } catch (FieldReader.Mistake e) {
            return refused(arguments, e.what());
        } catch (IOException e) {
            return refused(
                    arguments,
                    ToolRefused.by(e, arguments.text("path").orElse(".")).why());
        }
    }

    /// Also when it would work by then: the user was told that it would not.
    private static Proposal refused(Json.Obj arguments, String why) {
        return new Proposal(arguments, "This will be refused: " + why, _ -> ToolResult.error(why));
    }

    @Override
    ToolResult act(FieldReader arguments, ToolRun run) throws ToolRefused, IOException, FieldReader.Mistake {
        try (var place = target(arguments)) {
            return written(place, content(arguments));
        }
    }

    private ToolResult writtenIfStill(Before before, FieldReader arguments)
            throws ToolRefused, IOException, FieldReader.Mistake {
        try (var place = target(arguments)) {
            if (!before.isLike(before(place))) {
                throw new ToolRefused(ToolFolder.shown(place.path())
                        + " was changed by somebody since the user saw the diff; nothing was written");
            }
            return written(place, content(arguments));
        }
    }

    private static ToolResult written(PlaceInFolder place, byte[] content) throws ToolRefused, IOException {
        place.replace(content);
        return ToolResult.of((place.kind() == PlaceInFolder.Kind.FILE ? "wrote " : "made ")
                + ToolFolder.shown(place.path())
                + (content.length == 1 ? ", 1 byte" : ", " + content.length + " bytes"));
    }

    private static byte[] content(FieldReader arguments) throws ToolRefused, FieldReader.Mistake {
        var content = arguments.text("content").getBytes(StandardCharsets.UTF_8);
        if (content.length > LARGEST) {
            throw new ToolRefused("content is larger than " + (LARGEST >> 20) + " MiB");
        }
        return content;
    }

    private PlaceInFolder target(FieldReader arguments) throws ToolRefused, IOException, FieldReader.Mistake {
        var path = arguments.text("path");
        if (path.endsWith("/")) {
            throw new ToolRefused(ToolFolder.shown(path) + " names a folder; write_file wants a file");
        }
        var place = ground.find(path);
        try {
            refuse(place);
            return place;
        } catch (ToolRefused e) {
            place.close();
            throw e;
        }
    }

    private static void refuse(PlaceInFolder place) throws ToolRefused {
        var path = ToolFolder.shown(place.path());
        for (var name : place.path().toLowerCase(Locale.ROOT).split("/", -1)) {
            if (UNTOUCHED_FOLDERS.contains(name)) {
                throw new ToolRefused(path + " belongs to git, and tools do not write there");
            }
            if (UNTOUCHED_FILES.contains(name)) {
                throw new ToolRefused(path + " holds settings of jp, and tools do not write them");
            }
        }
        switch (place.kind()) {
            case FILE, ABSENT -> {}
            case FOLDER -> throw new ToolRefused(path + " is a folder");
            case SPECIAL -> throw new ToolRefused(path + " is a pipe, a socket or a device, and not written");
        }
    }

    private static Before before(PlaceInFolder place) throws ToolRefused, IOException {
        var path = place.path();
        if (place.kind() != PlaceInFolder.Kind.FILE) {
            return new Before(path, false, new byte[0], 0, "");
        }
        var digest = Sha256.digest();
        var beginning = new ByteArrayOutputStream();
        long size = 0;
        try (var channel = place.read()) {
            var buffer = ByteBuffer.allocate(1 << 16);
            for (int count = channel.read(buffer); count >= 0; count = channel.read(buffer.clear())) {
                digest.update(buffer.array(), 0, count);
                beginning.write(buffer.array(), 0, Math.min(count, LARGEST_COMPARED - beginning.size()));
                size += count;
                if (size > LARGEST_REPLACED) {
                    throw new ToolRefused(ToolFolder.shown(path) + " is larger than " + (LARGEST_REPLACED >> 20)
                            + " MiB, and not replaced");
                }
            }
        }
        return new Before(
                path, true, beginning.toByteArray(), size, HexFormat.of().formatHex(digest.digest()));
    }

    /// Markdown, and all of the diff where that has only the beginning.
    private record Shown(String words, String whole) {}

    private static Shown diff(Before before, String content) {
        var path = PlainWords.word(before.path);
        if (before.exists && !before.comparable()) {
            return fenced(
                    before.size + " bytes that are no text, or too many, are replaced by this:\n\n",
                    "--- " + path + "\n+++ " + path + "\n" + LineDiff.of("", content));
        }
        var diff = LineDiff.of(new String(before.beginning, StandardCharsets.UTF_8), content);
        if (diff.isEmpty()) {
            return fenced(
                    before.exists ? "This file stays as it is:\n\n" : "This file is made, empty:\n\n", path + "\n");
        }
        return fenced("", "--- " + (before.exists ? path : "/dev/null") + "\n+++ " + path + "\n" + diff);
    }

    /// Cut where nobody would read on in passing, and it says so. The text is as it is, whatever is in it: who shows it
    /// makes it visible.
    private static Shown fenced(String before, String diff) {
        var lines = LineDiff.lines(diff);
        var text = new StringBuilder();
        int count = 0;
        while (count < lines.size()
                && count < MOST_DIFF_LINES
                && text.length() + lines.get(count).length() <= LONGEST_DIFF) {
            text.append(lines.get(count++));
        }
        var fence = fence(text);
        var words = before + fence + "diff\n" + text + fence;
        int missing = lines.size() - count;
        return missing == 0
                ? new Shown(words, "")
                : new Shown(words + "\n\n**ATTENTION: " + missing + " MORE LINES ARE NOT SHOWN.**", before + diff);
    }

    /// Longer than any run of backticks inside, so that nothing inside ends it.
    private static String fence(CharSequence text) {
        int longest = 2;
        int run = 0;
        for (int i = 0; i < text.length(); i++) {
            run = text.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return "`".repeat(longest + 1);
    }
}
