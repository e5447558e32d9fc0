package dev.outrigger.workspace.conversations;

import dev.outrigger.fuzz.base.ScratchFolder;
import dev.outrigger.fuzz.base.Target;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/// A conversation as it lies in a workspace that came from somewhere: what is written for readers is a JSON array of
/// as many events as were counted.
public final class ConversationTarget implements Target {
    private static final ConversationId ID = ConversationId.parse("17127583920").orElseThrow();

    private final boolean original;

    public ConversationTarget(boolean original) {
        this.original = original;
    }

    @Override
    public String name() {
        return original ? "original" : "conversation";
    }

    @Override
    public List<String> words() {
        return List.of(
                "[",
                "]\n",
                "},{",
                "\"type\":\"chat_request\"",
                "\"type\":\"chat_response\"",
                "\"type\":\"turn_start\"",
                "\"type\":\"tool_call_request\"",
                "\"type\":\"config_delta\"",
                "\"timestamp\":\"2024-04-10T12:00:00Z\"",
                "\"timestamp\":\"2024-04-10 12:00:00.0\"",
                "\"content\":\"aGk=\"",
                "\"arguments\":{",
                "\"delta\":{",
                "\n",
                "\"aGk\"",
                "\"====\"",
                "\"metadata\":{");
    }

    /// The lines are read in pieces of 128 KiB.
    @Override
    public long mostAllocated(int length) {
        return (8L << 20) + 2_000L * length;
    }

    @Override
    public String read(byte[] input) throws IOException {
        var path = ScratchFolder.folder().resolve(name());
        var folder = new ConversationFolder(
                ID,
                path,
                original ? ConversationFolder.Origin.ORIGINAL : ConversationFolder.Origin.OURS,
                path.resolve("index"));
        Files.createDirectories(folder.path());
        Files.write(original ? folder.originalEvents() : folder.events(), input);
        Files.write(folder.metadata(), input);
        var outcome = metadata(folder);
        try {
            var survey = EventsSurvey.of(folder);
            var events = new StoredEvents(survey, 0, -1);
            var out = new ByteArrayOutputStream();
            events.writeTo(out);
            var read = new ArrayList<Json>();
            events.forEach(read::add);
            if (!(JsonText.parse(out.toByteArray()) instanceof Json.Arr(var items))
                    || items.size() != events.count()
                    || !items.equals(read)) {
                throw new Broken("what is written for readers is not what was counted");
            }
            return outcome + "read" + Math.min(3, read.size());
        } catch (UnreadableFile e) {
            return outcome + e.getMessage();
        } catch (MalformedJson e) {
            throw new Broken("what is written for readers is no JSON");
        }
    }

    private static String metadata(ConversationFolder folder) throws IOException {
        try {
            var metadata = ConversationMetadata.read(folder.metadata());
            return metadata.lastActivatedAt().isEmpty() + " " + (metadata.pinnedAt() == null);
        } catch (MalformedJson e) {
            return "";
        }
    }
}
