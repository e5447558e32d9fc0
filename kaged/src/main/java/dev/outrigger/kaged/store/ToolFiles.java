package dev.outrigger.kaged.store;

import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Which tools of MCP servers were agreed to on this machine: a file for each plugin that is one.
record ToolFiles(Path folder) {
    /// A thousand tools with large schemas, twice.
    private static final int LARGEST = 64 << 20;

    KnownTools read(String plugin) throws StoreProblem {
        var file = file(plugin);
        try (var in = OrdinaryFile.open(file)) {
            if (JsonText.parse(in.readNBytes(LARGEST)) instanceof Json.Obj said) {
                return KnownTools.of(said);
            }
            throw new StoreProblem(file + " is no note of tools: " + REMEDY);
        } catch (NoSuchFileException _) {
            return KnownTools.NONE;
        } catch (MalformedJson e) {
            throw new StoreProblem(file + " is no note of tools: " + e.what() + ": " + REMEDY);
        } catch (FieldReader.Mistake e) {
            throw new StoreProblem(file + " is no note of tools: " + e.what() + ": " + REMEDY);
        } catch (IOException e) {
            throw new StoreProblem("cannot tell which tools of " + plugin + " were agreed to from " + file, e);
        }
    }

    private static final String REMEDY = "delete it, and the tools that its next start finds count as agreed to";

    void write(String plugin, KnownTools tools) throws StoreProblem {
        try {
            WholeFolders.makePrivate(folder);
            WholeFolders.replace(file(plugin), JsonText.text(tools.json()) + "\n");
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
