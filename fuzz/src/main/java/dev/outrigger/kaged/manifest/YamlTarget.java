package dev.outrigger.kaged.manifest;

import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.util.List;

/// YAML, as far as manifests may use it: what is read is JSON.
public final class YamlTarget implements Target {
    static final List<String> WORDS = List.of(
            "- ",
            ": ",
            "? ",
            "&a ",
            "*a",
            "!!str ",
            "!x ",
            "---\n",
            "...\n",
            "| \n",
            "> \n",
            "|+2\n",
            "{a: b}",
            "[a, b]",
            "%YAML 1.2\n",
            "%TAG ! x\n",
            "<<: ",
            "\n  ",
            "\n\n",
            "\t",
            "# c",
            "0o7",
            "0x1F",
            ".inf",
            "~",
            "\"\\x41\"",
            "\"\\U0010FFFF\"",
            "\"\\ud800\"",
            "'a''b'",
            "1e99",
            "+.5");

    @Override
    public String name() {
        return "yaml";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) throws IOException {
        return Seeds.all(tree.own("yaml"), tree.own("manifest"), tree.files("plugins", "kaged-plugin.yaml"));
    }

    @Override
    public List<String> words() {
        return WORDS;
    }

    @Override
    public String read(byte[] input) {
        try {
            var value = YamlReader.read("kaged-plugin.yaml", "a name", input).value();
            if (!JsonText.parse(JsonText.bytes(value)).equals(value)) {
                throw new Broken("what was read is not what it says as JSON");
            }
            return value.getClass().getSimpleName();
        } catch (ManifestProblem e) {
            return e.what();
        } catch (MalformedJson e) {
            throw new Broken("what was read is no JSON: " + e.what());
        }
    }
}
