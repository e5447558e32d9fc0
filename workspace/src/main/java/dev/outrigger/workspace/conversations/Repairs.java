package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.workspace.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds out what is wrong with a folder and mends it. Nothing is ever deleted.
final class Repairs {
    private Repairs() {}

    /// What keeps one folder from being looked at is a step of its plan: it keeps no other from being mended.
    static List<Repair> plan(Folder folder) {
        if (folder.isStray()) {
            return List.of(stray(folder));
        }
        var plan = new ArrayList<Repair>();
        try {
            plan(folder, plan);
        } catch (IOException e) {
            plan.add(new Repair.Ask(folder.path() + " cannot be read: " + Reason.of(e)));
        }
        return plan;
    }

    private static Repair.Ask stray(Folder folder) {
        return new Repair.Ask(folder.strayness() + ": put the folder itself in its place, or remove " + folder.path());
    }

    /// What is wrong with a second folder of an id, beside the one that is opened.
    static Optional<Repair.Ask> another(Folder second) {
        if (!second.exists()) {
            return Optional.empty();
        }
        if (second.isStray()) {
            return Optional.of(stray(second));
        }
        // The original's is no damage: the list shows it for itself where it went on.
        return second.isOriginal() || second.isShared()
                ? Optional.empty()
                : Optional.of(new Repair.Ask("a second folder of this id is not opened: give it the name of another id,"
                        + " or move it away: " + second.path()));
    }

    private static void plan(Folder folder, List<Repair> plan) throws IOException {
        try {
            if (folder.isOriginal()) {
                Survey.of(folder);
            } else {
                events(folder, plan);
            }
        } catch (Unreadable e) {
            plan.add(new Repair.Ask(String.valueOf(e.getMessage())));
        }
        if (!folder.isOriginal()) {
            metadata(folder, plan);
        }
    }

    private static void events(Folder folder, List<Repair> plan) throws IOException, Unreadable {
        if (!Files.exists(folder.events(), LinkOption.NOFOLLOW_LINKS)) {
            plan.add(new Repair.StartEvents());
            return;
        }
        var stamp = Stamp.of(folder.events());
        var sorted = sort(folder.events(), stamp.size(), _ -> {});
        if (sorted.bad > 0) {
            plan.add(new Repair.KeepGoodBatches(sorted.good, sorted.bad, free(folder, "events.jsonl")));
        } else if (sorted.tail > 0) {
            plan.add(new Repair.CutTail(stamp.size() - sorted.tail, sorted.tail));
        }
    }

    private static void metadata(Folder folder, List<Repair> plan) throws IOException {
        boolean there = Files.exists(folder.metadata(), LinkOption.NOFOLLOW_LINKS);
        try {
            var metadata = Metadata.read(folder.metadata());
            if (metadata.lastActivatedAt().isEmpty()) {
                var renewed = metadata.with("last_activated_at", lastChange(folder));
                plan.add(new Repair.RenewMetadata(renewed.fields(), there ? free(folder, "metadata.json") : ""));
            }
        } catch (MalformedJson _) {
            var renewed = Metadata.NONE.with("last_activated_at", lastChange(folder));
            plan.add(new Repair.RenewMetadata(renewed.fields(), free(folder, "metadata.json")));
        }
    }

    private static String lastChange(Folder folder) throws IOException {
        var file = Files.exists(folder.events()) ? folder.events() : folder.path();
        return Rfc3339.format(
                Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant());
    }

    private static String free(Folder folder, String name) {
        int number = 1;
        while (Files.exists(folder.path().resolve(name + ".damaged-" + number), LinkOption.NOFOLLOW_LINKS)) {
            number++;
        }
        return name + ".damaged-" + number;
    }

    static void apply(Folder folder, List<Repair> plan) throws IOException {
        for (var step : plan) {
            switch (step) {
                case Repair.KeepGoodBatches(var _, var _, var aside) -> keepGood(folder, aside);
                case Repair.CutTail(var at, var _) -> {
                    try (var channel = Disk.change(folder.events())) {
                        channel.truncate(at);
                        channel.force(false);
                    }
                }
                case Repair.StartEvents() -> Disk.replace(folder.events(), _ -> {});
                case Repair.RenewMetadata(var fields, var aside) -> {
                    if (!aside.isEmpty()) {
                        Files.move(folder.metadata(), folder.path().resolve(aside));
                    }
                    new Metadata(fields).write(folder.metadata());
                }
                case Repair.Ask _ -> {}
            }
        }
        Disk.syncFolder(folder.path());
    }

    /// A second name for the old file first, so that the events are never without one.
    private static void keepGood(Folder folder, String aside) throws IOException {
        Files.createLink(folder.path().resolve(aside), folder.events());
        Disk.replace(folder.events(), out -> {
            try {
                sort(folder.events(), Stamp.of(folder.events()).size(), lines -> {
                    out.write(lines.bytes(), lines.from(), lines.to() - lines.from());
                    out.write('\n');
                });
            } catch (Unreadable e) {
                throw new IOException(e.getMessage());
            }
        });
    }

    private record Sorted(long good, long bad, long tail) {}

    private interface Good {
        void line(Lines lines) throws IOException;
    }

    private static Sorted sort(Path events, long size, Good consumer) throws IOException, Unreadable {
        long good = 0;
        long bad = 0;
        try (var channel = Disk.read(events)) {
            var lines = new Lines(channel, 0, size);
            while (lines.next()) {
                Json.Arr batch = null;
                try {
                    batch = Survey.batch(lines.bytes(), lines.from(), lines.to());
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
