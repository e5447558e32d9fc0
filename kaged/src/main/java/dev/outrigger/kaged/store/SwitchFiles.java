package dev.outrigger.kaged.store;

import dev.outrigger.system.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// The switches of this machine: a file for each plugin that is off.
public record SwitchFiles(Path folder) implements PluginSwitches {
    @Override
    public Optional<String> why(String plugin) throws StoreProblem {
        try {
            return Optional.of(Files.readString(folder.resolve(plugin)).strip());
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            throw new StoreProblem("cannot tell whether " + plugin + " is switched off", e);
        }
    }

    @Override
    public void off(String plugin, String why) throws StoreProblem {
        try {
            Files.createDirectories(folder);
            WholeFile.replace(folder.resolve(plugin), (why + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new StoreProblem(plugin + " cannot be switched off for good", e);
        }
    }

    @Override
    public void on(String plugin) throws StoreProblem {
        try {
            Files.deleteIfExists(folder.resolve(plugin));
        } catch (IOException e) {
            throw new StoreProblem(plugin + " cannot be switched on", e);
        }
    }
}
