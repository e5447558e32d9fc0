package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// `metadata.json`: title?, last_activated_at, pinned_at?, archived_at?; fields of others are kept.
record ConversationMetadata(Json.Obj fields) {
    static final ConversationMetadata NONE = new ConversationMetadata(Json.EMPTY);
    private static final int MOST_BYTES = 1 << 20;
    /// What of the original's conversation is in a copy of ours: its events, and the size of their file then.
    private static final String ORIGIN = "copied_from_original";
    static final Json.Obj NOTHING_COPIED = copied(0, 0);

    static ConversationMetadata fresh(@Nullable String title, Instant now) {
        var fields = Json.object();
        if (title != null) {
            fields.put("title", title);
        }
        return new ConversationMetadata(
                fields.put("last_activated_at", TimestampText.format(now)).build());
    }

    /// [#NONE] when there is no file: nothing in it is worth refusing a conversation for.
    static ConversationMetadata read(Path file) throws IOException, MalformedJson {
        try {
            var stat = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!stat.isRegularFile()) {
                throw new MalformedJson("no regular file");
            }
            if (stat.size() > MOST_BYTES) {
                throw new MalformedJson("larger than 1 MiB");
            }
            if (JsonText.parse(Files.readAllBytes(file)) instanceof Json.Obj fields) {
                return new ConversationMetadata(fields);
            }
            throw new MalformedJson("no JSON object");
        } catch (NoSuchFileException _) {
            return NONE;
        }
    }

    static Json.Obj copied(long events, long size) {
        return Json.object().put("events", events).put("size", size).build();
    }

    ConversationMetadata from(Json.Obj origin) {
        return new ConversationMetadata(fields.with(ORIGIN, origin));
    }

    long copiedEvents() {
        return origin("events");
    }

    long copiedSize() {
        return origin("size");
    }

    /// 0 when it is not known: then nothing of the original is taken to be here.
    private long origin(String name) {
        if (fields.get(ORIGIN).orElse(Json.Null.NULL) instanceof Json.Obj origin
                && origin.get(name).orElse(Json.Null.NULL) instanceof Json.Num(var digits)) {
            try {
                return Long.parseLong(digits);
            } catch (NumberFormatException _) {
                return 0;
            }
        }
        return 0;
    }

    void write(Path file) throws IOException {
        DurableFiles.replace(file, out -> {
            out.write(JsonText.bytes(fields));
            out.write('\n');
        });
    }

    @Nullable
    String title() {
        return fields.text("title").orElse(null);
    }

    /// Empty when it is missing or no time.
    String lastActivatedAt() {
        var text = time("last_activated_at");
        return text == null ? "" : text;
    }

    @Nullable
    String pinnedAt() {
        return time("pinned_at");
    }

    @Nullable
    String archivedAt() {
        return time("archived_at");
    }

    private @Nullable String time(String name) {
        var text = TimestampText.modern(fields.text(name).orElse(""));
        return TimestampText.valid(text) ? text : null;
    }

    /// With this field set, or without it.
    ConversationMetadata with(String name, @Nullable String value) {
        if (value != null) {
            return new ConversationMetadata(fields.with(name, Json.of(value)));
        }
        var copy = new LinkedHashMap<>(fields.fields());
        copy.remove(name);
        return new ConversationMetadata(new Json.Obj(copy));
    }
}
