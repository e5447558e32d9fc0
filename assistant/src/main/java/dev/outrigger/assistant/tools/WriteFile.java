package dev.outrigger.assistant.tools;

import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.ToolResult;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.wire.Fields;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A file's whole content, written or not at all. Who approves it sees a diff; and when the file is another by the
/// time it is written, it is not written.
final class WriteFile extends Builtin {
    private static final int LARGEST = 4 << 20;
    private static final int LARGEST_COMPARED = 1 << 20;
    private static final int MOST_DIFF_LINES = 1000;
    private static final int LONGEST_DIFF = 128 * 1024;
    private static final int MOST_PREVIEWS = 32;
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

    /// What a file held when somebody was shown what a call would do to it, by the call's arguments.
    private final Map<String, Before> shown = new LinkedHashMap<>();

    WriteFile(Ground ground) {
        super(ground, DEFINITION, Consent.ASK);
    }

    /// A file as it was; `bytes` are the first of it.
    private static final class Before {
        private final boolean exists;
        private final byte[] bytes;
        private final long size;

        Before(boolean exists, byte[] bytes, long size) {
            this.exists = exists;
            this.bytes = bytes;
            this.size = size;
        }

        boolean isLike(Before other) {
            return exists == other.exists && size == other.size && Arrays.equals(bytes, other.bytes);
        }

        boolean comparable() {
            for (byte each : bytes) {
                if (each == 0) {
                    return false;
                }
            }
            return size == bytes.length && Excerpts.decoded(bytes, bytes.length).exact();
        }
    }

    @Override
    public Optional<String> preview(Json.Obj arguments) {
        try (var place = target(new Fields(arguments))) {
            var before = before(place);
            remember(JsonText.text(arguments), before);
            return Optional.of(words(place, before, arguments.text("content").orElse("")));
        } catch (Refused e) {
            return Optional.of("This will be refused: " + e.why());
        } catch (Fields.Mistake e) {
            return Optional.of("This will be refused: " + e.what());
        } catch (IOException e) {
            return Optional.of("This will be refused: "
                    + Refused.by(e, arguments.text("path").orElse(".")).why());
        }
    }

    private synchronized void remember(String call, Before before) {
        shown.remove(call);
        shown.put(call, before);
        if (shown.size() > MOST_PREVIEWS) {
            shown.remove(shown.keySet().iterator().next());
        }
    }

    private synchronized Optional<Before> recall(String call) {
        return Optional.ofNullable(shown.remove(call));
    }

    @Override
    ToolResult act(Fields arguments, ToolRun run) throws Refused, IOException, Fields.Mistake {
        var content = arguments.text("content").getBytes(StandardCharsets.UTF_8);
        if (content.length > LARGEST) {
            throw new Refused("content is larger than " + (LARGEST >> 20) + " MiB");
        }
        var approved = recall(JsonText.text(arguments.object()));
        try (var place = target(arguments)) {
            if (approved.isPresent() && !approved.get().isLike(before(place))) {
                throw new Refused(Ground.shown(place.path())
                        + " was changed by somebody since the user saw the diff; nothing was written");
            }
            place.replace(content);
            return ToolResult.of((place.kind() == Place.Kind.FILE ? "wrote " : "made ")
                    + Ground.shown(place.path())
                    + (content.length == 1 ? ", 1 byte" : ", " + content.length + " bytes"));
        }
    }

    private Place target(Fields arguments) throws Refused, IOException, Fields.Mistake {
        var path = arguments.text("path");
        if (path.endsWith("/")) {
            throw new Refused(Ground.shown(path) + " names a folder; write_file wants a file");
        }
        var place = ground.find(path);
        try {
            refuse(place);
            return place;
        } catch (Refused e) {
            place.close();
            throw e;
        }
    }

    private static void refuse(Place place) throws Refused {
        var path = Ground.shown(place.path());
        for (var name : place.path().toLowerCase(Locale.ROOT).split("/", -1)) {
            if (UNTOUCHED_FOLDERS.contains(name)) {
                throw new Refused(path + " belongs to git, and tools do not write there");
            }
            if (UNTOUCHED_FILES.contains(name)) {
                throw new Refused(path + " holds settings of jp, and tools do not write them");
            }
        }
        switch (place.kind()) {
            case FILE, ABSENT -> {}
            case FOLDER -> throw new Refused(path + " is a folder");
            case SPECIAL -> throw new Refused(path + " is a pipe, a socket or a device, and not written");
        }
    }

    private static Before before(Place place) throws Refused, IOException {
        if (place.kind() != Place.Kind.FILE) {
            return new Before(false, new byte[0], 0);
        }
        try (var channel = place.read()) {
            var buffer = ByteBuffer.allocate((int) Math.min(place.size(), LARGEST_COMPARED));
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // Until the end, or as much as is compared.
            }
            return new Before(true, Arrays.copyOf(buffer.array(), buffer.position()), place.size());
        }
    }

    private static String words(Place place, Before before, String content) {
        var path = Plain.word(place.path());
        if (before.exists && !before.comparable()) {
            return before.size + " bytes that are no text, or too many, are replaced by this:\n\n"
                    + fenced("--- " + path + "\n+++ " + path + "\n" + Diff.of("", content));
        }
        var old = new String(before.bytes, StandardCharsets.UTF_8);
        var diff = Diff.of(old, content);
        if (diff.isEmpty()) {
            return (before.exists ? "This file stays as it is:\n\n" : "This file is made, empty:\n\n")
                    + fenced(path + "\n");
        }
        return fenced("--- " + (before.exists ? path : "/dev/null") + "\n+++ " + path + "\n" + diff);
    }

    /// Cut where nobody would read on, and it says so. The text is as it is, whatever is in it: who shows it makes it
    /// visible.
    private static String fenced(String diff) {
        var lines = Diff.lines(diff);
        var text = new StringBuilder();
        int count = 0;
        while (count < lines.size()
                && count < MOST_DIFF_LINES
                && text.length() + lines.get(count).length() <= LONGEST_DIFF) {
            text.append(lines.get(count++));
        }
        var fence = fence(text);
        return fence + "diff\n" + text + fence
                + (count < lines.size()
                        ? "\n\n**ATTENTION: " + (lines.size() - count) + " MORE LINES ARE NOT SHOWN.**"
                        : "");
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
