package dev.outrigger.workspace.conversations;

import dev.outrigger.system.FileErrorWords;
import dev.outrigger.system.WholeFile;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds out what is wrong with a folder and mends it. Nothing is ever deleted.
final class ConversationRepairs {
    private ConversationRepairs() {}

    /// What keeps one folder from being looked at is a step of its plan: it keeps no other from being mended.
    static List<ConversationRepair> plan(ConversationFolder folder) {
        if (folder.isStray()) {
            return List.of(stray(folder));
        }
        var plan = new ArrayList<ConversationRepair>();
        try {
            plan(folder, plan);
        } catch (IOException e) {
            plan.add(new ConversationRepair.Ask(folder.path() + " cannot be read: " + FileErrorWords.of(e)));
        }
        return plan;
    }

    private static ConversationRepair.Ask stray(ConversationFolder folder) {
        return new ConversationRepair.Ask(
                folder.strayness() + ": put the folder itself in its place, or remove " + folder.path());
    }

    /// What is wrong with a second folder of an id, beside the one that is opened.
    static Optional<ConversationRepair.Ask> another(ConversationFolder second) {
        if (!second.exists()) {
            return Optional.empty();
        }
        if (second.isStray()) {
            return Optional.of(stray(second));
        }
        // The original's is no damage: the list shows it for itself where it went on.
        return second.isOriginal() || second.isShared()
                ? Optional.empty()
                : Optional.of(new ConversationRepair.Ask(
                        "a second folder of this id is not opened: give it the name of another id,"
                                + " or move it away: " + second.path()));
    }

    private static void plan(ConversationFolder folder, List<ConversationRepair> plan) throws IOException {
        try {
            if (folder.isOriginal()) {
                EventsSurvey.of(folder);
            } else {
                events(folder, plan);
            }
        } catch (UnreadableFile e) {
            plan.add(new ConversationRepair.Ask(e.getMessage()
                    + (folder.isOriginal()
                            ? ": it is the original jp's, which is never changed here: " + folder.path()
                            : "")));
        }
        if (!folder.isOriginal()) {
            metadata(folder, plan);
        }
    }

    private static void events(ConversationFolder folder, List<ConversationRepair> plan)
            throws IOException, UnreadableFile {
        if (!Files.exists(folder.events(), LinkOption.NOFOLLOW_LINKS)) {
            plan.add(new ConversationRepair.StartEvents());
            return;
        }
        var stamp = FileStamp.of(folder.events());
        var sorted = sort(folder.events(), stamp.size(), _ -> {});
        if (sorted.bad > 0) {
            plan.add(new ConversationRepair.KeepGoodBatches(sorted.good, sorted.bad, free(folder, "events.jsonl")));
        } else if (sorted.tail > 0) {
            plan.add(new ConversationRepair.CutTail(stamp.size() - sorted.tail, sorted.tail));
        }
    }

    private static void metadata(ConversationFolder folder, List<ConversationRepair> plan) throws IOException {
        boolean there = Files.exists(folder.metadata(), LinkOption.NOFOLLOW_LINKS);
        try {
            var metadata = ConversationMetadata.read(folder.metadata());
            if (metadata.lastActivatedAt().isEmpty()) {
                var renewed = metadata.with("last_activated_at", lastChange(folder));
                plan.add(new ConversationRepair.RenewMetadata(
                        renewed.fields(), there ? free(folder, "metadata.json") : ""));
            }
        } catch (MalformedJson _) {
            var renewed = ConversationMetadata.NONE.with("last_activated_at", lastChange(folder));
            plan.add(new ConversationRepair.RenewMetadata(renewed.fields(), free(folder, "metadata.json")));
        }
    }

    private static String lastChange(ConversationFolder folder) throws IOException {
        var file = Files.exists(folder.events()) ? folder.events() : folder.path();
        return TimestampText.format(
                Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant());
    }

    private static String free(ConversationFolder folder, String name) {
        int number = 1;
        while (Files.exists(folder.path().resolve(name + ".damaged-" + number), LinkOption.NOFOLLOW_LINKS)) {
            number++;
        }
        return name + ".damaged-" + number;
    }

    static void apply(ConversationFolder folder, List<ConversationRepair> plan) throws IOException {
        for (var step : plan) {
            switch (step) {
                case ConversationRepair.KeepGoodBatches(var _, var _, var aside) -> keepGood(folder, aside);
                case ConversationRepair.CutTail(var at, var _) -> {
                    try (var channel = DurableFiles.change(folder.events())) {
                        channel.truncate(at);
                        channel.force(false);
                    }
                }
                case ConversationRepair.StartEvents() -> DurableFiles.replace(folder.events(), _ -> {});
                case ConversationRepair.RenewMetadata(var fields, var aside) -> {
                    if (!aside.isEmpty()) {
                        Files.move(folder.metadata(), folder.path().resolve(aside));
                    }
                    new ConversationMetadata(fields).write(folder.metadata());
                }
                case ConversationRepair.Ask _ -> {}
            }
        }
        WholeFile.syncFolder(folder.path());
    }

    /// A second name for the old file first, so that the events are never without one.
    private static void keepGood(ConversationFolder folder, String aside) throws IOException {
        Files.createLink(folder.path().resolve(aside), folder.events());
        DurableFiles.replace(folder.events(), out -> {
            try {
                sort(folder.events(), FileStamp.of(folder.events()).size(), lines -> {
                    out.write(lines.bytes(), lines.from(), lines.to() - lines.from());
                    out.write('\n');
                });
            } catch (UnreadableFile e) {
                throw new IOException(e.getMessage());
            }
        });
    }

    private record Sorted(long good, long bad, long tail) {}

    private interface Good {
        void line(FileLines lines) throws IOException;
    }

    private static Sorted sort(Path events, long size, Good consumer) throws IOException, UnreadableFile {
        long good = 0;
        long bad = 0;
        try (var channel = DurableFiles.read(events)) {
            var lines = new FileLines(channel, 0, size);
            while (lines.next()) {
                Json.Arr batch = null;
                try {
                    batch = EventsSurvey.batch(lines.bytes(), lines.from(), lines.to());
                } catch (MalformedJson _) {
                    if (lines.last() && (!lines.complete() || lines.hasNul())) {
                        return new Sorted(good, bad, size - lines.offset());
                    }
                }
                if (batch == null) {
                    bad++;
                } else if (!lines.complete()) {
                    return new Sorted(good, bad, size - lines.offset());
                } else {
                    good++;
                    consumer.line(lines);
                }
            }
        }
        return new Sorted(good, bad, 0);
    }
}
