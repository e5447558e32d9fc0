package dev.outrigger.workspace.conversations;

import dev.outrigger.system.FileStatus;
import dev.outrigger.system.FileSweep;
import dev.outrigger.workspace.catalogue.KnownPlace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How one place and all files in it are at this moment, before any of them is opened.
final class PlaceSweep {
    private static final boolean NAMES_ARE_UTF8 = "UTF-8".equals(System.getProperty("sun.jnu.encoding"));

    private final ConversationPlace place;
    private final FileStatus status;
    /// What was known of it, if its folders are the ones of then.
    private final @Nullable KnownPlace same;
    private final List<Path> entries;
    private final long[] statuses;
    /// Of the folders themselves, where they are looked at.
    private final long[] folders;
    private @Nullable List<String> names;

    private PlaceSweep(
            ConversationPlace place,
            FileStatus status,
            @Nullable KnownPlace same,
            List<Path> entries,
            long[] statuses,
            long[] folders) {
        this.place = place;
        this.status = status;
        this.same = same;
        this.entries = entries;
        this.statuses = statuses;
        this.folders = folders;
    }

    static PlaceSweep of(ConversationPlace place, @Nullable KnownPlace known) throws IOException {
        var status = status(place.folder());
        if (known != null && known.status().equals(status)) {
            var statuses = FileSweep.of(place.folder(), known.names(), known.count(), place.files());
            return new PlaceSweep(place, status, known, List.of(), statuses, new long[0]);
        }
        var entries = FolderSearch.entries(place.folder(), "");
        entries.removeIf(entry -> ConversationFolder.idOf(entry).isEmpty());
        entries.sort(Comparator.comparing(entry -> entry.getFileName().toString()));
        var names =
                entries.stream().map(entry -> entry.getFileName().toString()).toList();
        var statuses = FileSweep.of(place.folder(), names, place.files());
        var folders = place.looksAtFolders() ? new long[0] : FileSweep.of(place.folder(), names, List.of(""));
        return new PlaceSweep(place, status, null, entries, statuses, folders);
    }

    /// Where links lead: within a workspace they are the owner's business.
    private static FileStatus status(Path folder) {
        var status = FileSweep.of(folder);
        if (status.isFolder() || status.isMissing()) {
            return status;
        }
        try {
            return FileSweep.of(folder.toRealPath());
        } catch (IOException _) {
            // It leads nowhere: what it is itself is all there is to see.
            return status;
        }
    }

    String path() {
        return place.folder().toString();
    }

    FileStatus status() {
        return status;
    }

    /// Whether it has the very folders that were known.
    boolean isSame() {
        return same != null;
    }

    /// Whether no file has changed either.
    boolean isUnchanged() {
        return same != null && same.matches(statuses);
    }

    int count() {
        return same == null ? entries.size() : same.count();
    }

    /// How many files are looked at for each folder.
    int each() {
        return place.files().size();
    }

    String name(int folder) {
        if (names == null) {
            names = same == null
                    ? entries.stream()
                            .map(entry -> entry.getFileName().toString())
                            .toList()
                    : same.nameList();
        }
        return names.get(folder);
    }

    /// Whose it is; nothing when nothing of it counts.
    Optional<ConversationFolder> sorted(FolderSearch search, int folder) {
        var path = same == null ? entries.get(folder) : place.folder().resolve(name(folder));
        return ConversationFolder.idOf(path)
                .flatMap(id -> isReliable(name(folder))
                        ? place.sorted(id, path, file -> holds(folder, file))
                        : FolderSearch.sorted(place, id, path));
    }

    private boolean holds(int folder, String file) {
        return isFolder(folder) && file(folder, "/" + file).type() >= 0;
    }

    /// Whether it is a folder, and not a link or a file of such a name.
    boolean isFolder(int folder) {
        return place.looksAtFolders()
                ? file(folder, "").isFolder()
                : FileStatus.at(folders, folder * FileStatus.LONGS).isFolder();
    }

    long size(int folder, ConversationFolder found) {
        return file(folder, "/" + found.eventsThatCount().getFileName()).size();
    }

    private FileStatus file(int folder, String file) {
        return FileStatus.at(statuses, (folder * each() + place.files().indexOf(file)) * FileStatus.LONGS);
    }

    /// Of its files, in the order of [ConversationPlace#files].
    long[] statuses(int folder) {
        int length = each() * FileStatus.LONGS;
        return Arrays.copyOfRange(statuses, folder * length, (folder + 1) * length);
    }

    boolean matches(KnownPlace known, int number, int folder) {
        return known.matches(number, statuses, folder * each() * FileStatus.LONGS);
    }

    /// Whether every change of what is in it shows in its own status.
    boolean isSettled(long now) {
        if (!status.isSettled(now)) {
            return false;
        }
        for (int i = 0; i < count(); i++) {
            if (!isReliable(name(i))) {
                return false;
            }
        }
        return true;
    }

    /// Whether every change of its files shows in theirs.
    boolean isSettled(int folder, long now) {
        if (!isReliable(name(folder))) {
            return false;
        }
        for (int i = 0; i < each(); i++) {
            if (!FileStatus.at(statuses, (folder * each() + i) * FileStatus.LONGS)
                    .isSettled(now)) {
                return false;
            }
        }
        return true;
    }

    /// A name that Java could not take from the kernel as it is would lead to another file, or to none.
    private static boolean isReliable(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c >= 0x7F && (!NAMES_ARE_UTF8 || c == 0xFFFD)) {
                return false;
            }
        }
        return true;
    }
}
