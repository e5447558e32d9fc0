package dev.outrigger.hosting.registry;

import dev.outrigger.fuzz.base.ScratchFolder;
import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import dev.outrigger.terminal.program.Problem;
import java.io.IOException;
import java.util.List;

/// A lock file that somebody handed over.
public final class LockTarget implements Target {
    private static final PluginRegistry NONE = new PluginRegistry(List.of());

    @Override
    public String name() {
        return "lock";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) throws IOException {
        return Seeds.all(tree.own("lock"), tree.own("registry"));
    }

    @Override
    public List<String> words() {
        return RegistryTarget.WORDS;
    }

    @Override
    public String read(byte[] input) throws IOException {
        var file = ScratchFolder.file("jp-plugins.lock", input);
        try {
            var lock = LockFile.read(file, NONE);
            if (lock.plugins().entries().stream().anyMatch(RegistryEntry::official)) {
                throw new Broken("official by its own word");
            }
            return "taken";
        } catch (Problem e) {
            return String.valueOf(e.getMessage());
        }
    }
}
