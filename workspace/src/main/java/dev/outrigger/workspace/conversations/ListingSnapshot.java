package dev.outrigger.workspace.conversations;

import dev.outrigger.workspace.catalogue.Catalogue;
import dev.outrigger.workspace.catalogue.CatalogueDraft;
import dev.outrigger.workspace.catalogue.KnownPlace;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// All places and files at one moment, beside what was known of them.
final class ListingSnapshot {
    private final long now;
    private final FolderSearch search;
    private final @Nullable Catalogue known;
    private final Map<String, KnownPlace> before = new HashMap<>();
    private final List<PlaceSweep> sweeps = new ArrayList<>();

    ListingSnapshot(FolderSearch search, @Nullable Catalogue known, InstantSource clock) throws IOException {
        // Before anything is looked at.
        now = TimeUnit.MILLISECONDS.toNanos(clock.millis());
        this.search = search;
        this.known = known;
        if (known != null) {
            known.places().forEach(place -> before.put(place.path(), place));
        }
        for (var place : search.places()) {
            sweeps.add(PlaceSweep.of(place, before.get(place.folder().toString())));
        }
    }

    Optional<Catalogue> known() {
        return Optional.ofNullable(known);
    }

    boolean isUnchanged() {
        if (sweeps.size() != before.size()) {
            return false;
        }
        for (var sweep : sweeps) {
            if (!sweep.isUnchanged()) {
                return false;
            }
        }
        return true;
    }

    /// All folders; read where they are not as they were. What may be remembered of them goes into the draft.
    List<ListedFolder> folders(Function<ConversationFolder, ListedFolder> reader, CatalogueDraft draft) {
        var folders = new ArrayList<ListedFolder>();
        for (var sweep : sweeps) {
            draft.place(sweep.path(), sweep.status(), sweep.isSettled(now), sweep.each());
            var numbers = numbers(sweep);
            for (int i = 0; i < sweep.count(); i++) {
                var folder = sweep.sorted(search, i);
                @Nullable ListedFolder listed = null;
                if (folder.isPresent()) {
                    listed = remembered(sweep, i, numbers, folder.get());
                    if (listed == null) {
                        listed = reader.apply(folder.get());
                    }
                    folders.add(listed);
                }
                boolean lasting = listed == null
                        // Not one that was somewhere else when it was to be read.
                        || (listed.content().lasting() && listed.folder().equals(folder.orElse(null)));
                draft.folder(
                        sweep.name(i),
                        sweep.statuses(i),
                        !lasting || !sweep.isSettled(i, now)
                                ? null
                                : listed == null ? ListedFolder.NOTHING : listed.remembered());
            }
        }
        return folders;
    }

    private @Nullable ListedFolder remembered(
            PlaceSweep sweep, int folder, Map<String, Integer> numbers, ConversationFolder now) {
        var place = before.get(sweep.path());
        int number = sweep.isSame() ? folder : numbers.getOrDefault(sweep.name(folder), -1);
        if (place == null || number < 0 || !sweep.matches(place, number, folder)) {
            return null;
        }
        var then = place.folder(number).flatMap(entry -> ListedFolder.of(now, entry, sweep.size(folder, now)));
        // A link that was put in the place of a folder may lead to the same files.
        return then.isPresent() && (sweep.isSame() || then.get().isStray() != sweep.isFolder(folder))
                ? then.get()
                : null;
    }

    /// Which number each name had in a place that has others by now.
    private Map<String, Integer> numbers(PlaceSweep sweep) {
        var place = before.get(sweep.path());
        if (sweep.isSame() || place == null) {
            return Map.of();
        }
        var numbers = new HashMap<String, Integer>();
        for (var name : place.nameList()) {
            numbers.put(name, numbers.size());
        }
        return numbers;
    }
}
