package dev.outrigger.kaged.manifest;

import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import java.io.IOException;
import java.util.List;

/// A service plugin's manifest, before anybody has agreed to anything.
public final class ManifestTarget implements Target {
    @Override
    public String name() {
        return "manifest";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) throws IOException {
        return Seeds.all(tree.own("manifest"), tree.files("plugins", "kaged-plugin.yaml"));
    }

    @Override
    public List<String> words() {
        return Seeds.words(
                YamlTarget.WORDS,
                "name: ",
                "version: ",
                "kaged_api: 1",
                "command: ",
                "capabilities:\n",
                "methods:\n",
                "read:fs:/",
                "net:[]",
                "exec:git:/",
                "params_schema: {",
                "limits: {memory_mb: ",
                "tools:\n",
                "hooks: [",
                "sensitive: [",
                "env: {",
                "shutdown_timeout_sec: ",
                "protocol: mcp",
                "roles: [",
                "knobs: {");
    }

    @Override
    public String read(byte[] input) {
        try {
            var manifest = ManifestReader.parse("kaged-plugin.yaml", input);
            return "taken " + manifest.capabilities().size();
        } catch (ManifestProblem e) {
            for (int i = 0; i < e.what().length(); i++) {
                if (Character.isISOControl(e.what().charAt(i))) {
                    throw new Broken("a control character in the words of a refusal");
                }
            }
            return e.what();
        }
    }
}
