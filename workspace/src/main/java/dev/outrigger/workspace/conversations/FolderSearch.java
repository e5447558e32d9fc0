package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The folders of conversations, in every place where there may be some. Links are not followed: a cloned workspace
/// could point them anywhere.
final class FolderSearch {
    /// The original jp skips a folder whose name begins with a dot; every other without an `events.json` it moves to
    /// its trash.
    static final String OURS = ".outrigger";

    private final Path conversations;
    private final OriginalConversations originals;

    FolderSearch(Path conversations, OriginalConversations originals) {
        this.conversations = conversations;
        this.originals = originals;
    }

    /// Where ours lie in a folder `conversations`: what is the user's own stays there when it becomes ours.
    static Path ours(Path home) {
        return home.resolve(OURS);
    }

    /// That of the workspace.
    Path home() {
        return conversations;
    }

    /// Every folder in which conversations lie: the workspace's, and the user's own for it.
    private List<Path> homes() throws IOException {
        var homes = new ArrayList<Path>();
        homes.add(conversations);
        for (var users : originals.userFolders()) {
            homes.add(users.resolve("conversations"));
        }
        return homes;
    }

    /// What comes first wins: ours, then what lies in the workspace, then what is the user's own. A stray only where
    /// there is nothing else of the id.
    Optional<ConversationFolder> find(ConversationId id) throws IOException {
        var strays = new ArrayList<ConversationFolder>();
        var found = find(id, strays);
        return found.isPresent() || strays.isEmpty() ? found : Optional.of(strays.getFirst());
    }

    private Optional<ConversationFolder> find(ConversationId id, List<ConversationFolder> strays) throws IOException {
        var here = findOurs(List.of(conversations), id, strays);
        if (here.isPresent()) {
            return here;
        }
        var homes = homes();
        var ours = findOurs(homes, id, strays);
        if (ours.isPresent()) {
            return ours;
        }
        var other = findOther(homes, id, strays);
        // Or moved there meanwhile by another process, between two looks of ours.
        return other.isPresent() ? other : findOurs(homes, id, strays);
    }

    /// What the original keeps of this id, whether or not there is a copy of ours.
    Optional<ConversationFolder> findOriginal(ConversationId id) throws IOException {
        return findOther(homes(), id, new ArrayList<>()).filter(ConversationFolder::isOriginal);
    }

    private Optional<ConversationFolder> findOther(List<Path> homes, ConversationId id, List<ConversationFolder> strays)
            throws IOException {
        for (var place : otherPlaces(homes)) {
            var found = firstFolder(
                    named(place.folder(), id).stream()
                            .flatMap(path -> sorted(place, id, path).stream())
                            .toList(),
                    strays);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<ConversationFolder> findOurs(
            List<Path> homes, ConversationId id, List<ConversationFolder> strays) throws IOException {
        for (var home : homes) {
            var found = firstFolder(
                    named(ours(home), id).stream()
                            .map(path -> ConversationFolder.ours(id, path))
                            .toList(),
                    strays);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /// All of them, an id perhaps more than once.
    List<ConversationFolder> all() throws IOException {
        var found = new ArrayList<ConversationFolder>();
        for (var place : places()) {
            for (var entry : entries(place.folder(), "")) {
                var id = ConversationFolder.idOf(entry);
                if (id.isPresent()) {
                    sorted(place, id.get(), entry).ifPresent(found::add);
                }
            }
        }
        return found;
    }

    /// In the order in which they are looked through. Ours come last: what is moved there meanwhile is seen twice, and
    /// never not at all.
    List<ConversationPlace> places() throws IOException {
        var homes = homes();
        var places = new ArrayList<>(otherPlaces(homes));
        for (var home : homes) {
            places.add(new ConversationPlace(ours(home), ConversationPlace.Sort.OURS));
        }
        return places;
    }

    private static List<ConversationPlace> otherPlaces(List<Path> homes) {
        var conversations = homes.getFirst();
        var places = new ArrayList<ConversationPlace>();
        places.add(new ConversationPlace(conversations, ConversationPlace.Sort.SHARED));
        places.add(new ConversationPlace(conversations.resolve(".trash"), ConversationPlace.Sort.TRASH));
        places.add(new ConversationPlace(conversations.resolve(".archive"), ConversationPlace.Sort.SHARED));
        for (var users : homes.subList(1, homes.size())) {
            places.add(new ConversationPlace(users, ConversationPlace.Sort.USERS));
            places.add(new ConversationPlace(users.resolve(".archive"), ConversationPlace.Sort.USERS));
        }
        return places;
    }

    static Optional<ConversationFolder> sorted(ConversationPlace place, ConversationId id, Path path) {
        return place.sorted(id, path, file -> holds(path, file));
    }

    private static boolean holds(Path folder, String file) {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && Files.exists(folder.resolve(file), LinkOption.NOFOLLOW_LINKS);
    }

    private static Optional<ConversationFolder> firstFolder(
            List<ConversationFolder> candidates, List<ConversationFolder> strays) {
        for (var candidate : candidates) {
            if (!candidate.isStray()) {
                return Optional.of(candidate);
            }
            if (candidate.exists()) {
                strays.add(candidate);
            }
        }
        return Optional.empty();
    }

    /// Whatever has the name of a conversation's folder, the plain name first; just that when it is a folder.
    private static List<Path> named(Path place, ConversationId id) throws IOException {
        var plain = place.resolve(id.digits());
        if (Files.isDirectory(plain, LinkOption.NOFOLLOW_LINKS)) {
            return List.of(plain);
        }
        var named = entries(place, id.digits() + "-");
        named.addFirst(plain);
        return named;
    }

    /// None when there is no such place.
    static List<Path> entries(Path place, String prefix) throws IOException {
        var found = new ArrayList<Path>();
        if (!Files.isDirectory(place)) {
            // To open a pipe of that name would be to wait for whoever writes into it.
            return found;
        }
        try (var entries = Files.newDirectoryStream(
                place, entry -> entry.getFileName().toString().startsWith(prefix))) {
            entries.forEach(found::add);
        } catch (NoSuchFileException | NotDirectoryException _) {
            // Gone meanwhile.
            return new ArrayList<>();
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return found;
    }
}
