package dev.outrigger.kaged.store;

import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// Which tools of MCP servers were agreed to on this machine: a file for each plugin that is one. Of all threads one at
/// a time changes a plugin's: neither what a server says nor the operator's word is lost between a look and a note.
final class ToolFiles {
    /// Four times what a note comes to at most.
    private static final int LARGEST = 64 << 20;

    private final Path folder;
    private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();

    ToolFiles(Path folder) {
        this.folder = folder;
    }

    KnownTools read(String plugin) throws StoreProblem {
        var file = file(plugin);
        try (var in = OrdinaryFile.open(file)) {
            return parse(in.readNBytes(LARGEST));
        } catch (NoSuchFileException _) {
            return KnownTools.NONE;
        } catch (MalformedJson e) {
            throw unread(plugin, e.what());
        } catch (FieldReader.Mistake e) {
            throw unread(plugin, e.what());
        } catch (IOException e) {
            throw new StoreProblem("cannot tell which tools of " + plugin + " were agreed to from " + file, e);
        }
    }

    private static KnownTools parse(byte[] bytes) throws MalformedJson, FieldReader.Mistake {
        if (JsonText.parse(bytes) instanceof Json.Obj said) {
            return KnownTools.of(said);
        }
        throw new FieldReader.Mistake("it is no object");
    }

    /// Without the note, whatever the server says next would count as agreed to: that is not advised.
    private StoreProblem unread(String plugin, String why) {
        return new StoreProblem(file(plugin) + " is no note of tools (" + why
                + "), so none of them is offered: bring it" + " back from a copy, or `kaged plugin remove " + plugin
                + "`, install it anew, and read its tools");
    }

    /// What is noted from now on.
    <X extends Exception> KnownTools change(String plugin, ToolChange<X> change) throws StoreProblem, X {
        var lock = locks.computeIfAbsent(plugin, _ -> new ReentrantLock());
        lock.lock();
        try {
            var before = read(plugin);
            var after = change.of(before);
            if (!after.equals(before)) {
                write(plugin, after);
            }
            return after;
        } finally {
            lock.unlock();
        }
    }

    private void write(String plugin, KnownTools tools) throws StoreProblem {
        var text = JsonText.text(tools.json()) + "\n";
        try {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            if (bytes.length > LARGEST || !parse(bytes).equals(tools)) {
                throw new StoreProblem("the tools of " + plugin + " are more than can be noted");
            }
            WholeFolders.makePrivate(folder);
            WholeFolders.replace(file(plugin), text);
        } catch (MalformedJson e) {
            throw new StoreProblem("the tools of " + plugin + " cannot be noted: " + e.what());
        } catch (FieldReader.Mistake e) {
            throw new StoreProblem("the tools of " + plugin + " cannot be noted: " + e.what());
        } catch (IOException e) {
            throw new StoreProblem("cannot note the tools of " + plugin + " in " + folder, e);
        }
    }

    void forget(String plugin) throws IOException {
        Files.deleteIfExists(file(plugin));
    }

    private Path file(String plugin) {
        return folder.resolve(plugin + ".json");
    }
}
