package dev.outrigger.kaged.store;

import dev.outrigger.fuzz.base.ScratchFolder;
import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import dev.outrigger.workspace.settings.TomlTarget;
import java.io.IOException;
import java.util.List;

/// The daemon's `local.toml`: the operator's own, read at every start.
public final class LocalTomlTarget implements Target {
    @Override
    public String name() {
        return "local-toml";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) throws IOException {
        return Seeds.all(tree.own("local-toml"), tree.own("toml"));
    }

    @Override
    public List<String> words() {
        return Seeds.words(
                TomlTarget.WORDS, "[plugins.a]", "[plugins.\"a\"]", "installed = \"1\"", "local = true", "config = {");
    }

    @Override
    public long mostAllocated(int length) {
        return TomlTarget.ofToml(length);
    }

    @Override
    public String read(byte[] input) throws IOException {
        try {
            var config = LocalConfig.read(ScratchFolder.file("local.toml", input));
            for (var plugin : config.plugins().entrySet()) {
                var values = plugin.getValue().config();
                var normal = LocalToml.normal(values);
                if (!LocalToml.normal(normal).equals(normal)) {
                    throw new Broken("written and read again, it is another value");
                }
            }
            return "read " + Math.min(2, config.plugins().size());
        } catch (StoreProblem e) {
            return String.valueOf(e.getMessage());
        }
    }
}
