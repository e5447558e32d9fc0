package dev.outrigger.kaged.service;

import dev.outrigger.kaged.store.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// Which plugins are switched off, and why: one file each, so that it outlives the daemon.
record PluginSwitches(Path folder) {
    Optional<String> why(String plugin) throws ServiceRefusal {
        try {
            return Optional.of(Files.readString(folder.resolve(plugin)).strip());
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            throw new ServiceRefusal("cannot tell whether " + plugin + " is switched off: " + e, e);
        }
    }

    void off(String plugin, String why) throws ServiceRefusal {
        try {
            Files.createDirectories(folder);
            PrivateFile.make(folder.resolve(plugin));
            Files.writeString(folder.resolve(plugin), why + "\n");
        } catch (IOException e) {
            throw new ServiceRefusal(plugin + " cannot be switched off for good: " + e, e);
        }
    }

    void on(String plugin) throws ServiceRefusal {
        try {
            Files.deleteIfExists(folder.resolve(plugin));
        } catch (IOException e) {
            throw new ServiceRefusal(plugin + " cannot be switched on: " + e, e);
        }
    }
}
