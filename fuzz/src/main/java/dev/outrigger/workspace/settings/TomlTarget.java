package dev.outrigger.workspace.settings;

import dev.outrigger.fuzz.base.ScratchFolder;
import dev.outrigger.fuzz.base.Target;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.WorkspaceProblem;
import java.io.IOException;
import java.util.List;

/// Settings that came with a workspace: read at every start, and changed without touching the rest.
public final class TomlTarget implements Target {
    public static final List<String> WORDS = List.of(
            "[a]",
            "[[a]]",
            "[a.b]",
            "a = 1\n",
            "a.b = 2\n",
            "\"\"\"",
            "'''",
            "{ a = 1 }",
            "{ a.b = 1, }",
            "[1, 2,]",
            "1979-05-27T07:32:00Z",
            "1979-05-27",
            "07:32:00",
            "0x_1",
            "0xDEADBEEF",
            "0o7",
            "0b1",
            "inf",
            "-nan",
            "1_000",
            "1e5",
            "+1",
            "\\U0010FFFF",
            "\\u00E9",
            "\\e",
            "\\x41",
            " = ",
            "\n",
            "# c\n",
            "9223372036854775808",
            "1979-13-45T25:61:61Z",
            "1979-05-27 07:32:00.999999999999-07:00",
            "[assistant.model]");

    @Override
    public String name() {
        return "toml";
    }

    @Override
    public List<String> words() {
        return WORDS;
    }

    /// What reading TOML takes, a few times over.
    public static long ofToml(int length) {
        return (16L << 20) + 4_000L * length;
    }

    /// Each edit reads the file three times.
    @Override
    public long mostAllocated(int length) {
        return ofToml(length);
    }

    @Override
    public String read(byte[] input) throws IOException {
        try {
            var text = ConfigText.read(ScratchFolder.file("config.toml", input));
            if (text == null) {
                throw new Broken("the file is there, and yet is not");
            }
            var before = ConfigToml.parse("config.toml", text);
            return "read " + edited(text, before, List.of("a")) + edited(text, before, List.of("a", "b"));
        } catch (WorkspaceProblem e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static String edited(String text, Json.Obj before, List<String> path) {
        try {
            var set = TomlEdit.set("config.toml", text, path, Json.of("new"));
            if (!Json.of("new").equals(KeyPath.at(ConfigToml.parse("config.toml", set), path))) {
                throw new Broken("a key that was set has another value");
            }
        } catch (WorkspaceProblem e) {
            return String.valueOf(e.getMessage());
        }
        if (KeyPath.at(before, path) == null) {
            return "set";
        }
        try {
            var unset = TomlEdit.unset("config.toml", text, path);
            return KeyPath.at(ConfigToml.parse("config.toml", unset), path) instanceof Json.Obj ? "emptied" : "unset";
        } catch (WorkspaceProblem e) {
            return String.valueOf(e.getMessage());
        }
    }
}
