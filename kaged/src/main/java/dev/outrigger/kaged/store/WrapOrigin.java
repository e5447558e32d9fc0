package dev.outrigger.kaged.store;

import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// What a wrapped plugin was made from, by the file that `kaged plugin wrap` put beside its manifest. Like all that is
/// in
/// such a folder, it is what its files say.
public final class WrapOrigin {
    public static final String FILE = "wrapped.json";
    private static final int LARGEST = 8 << 20;

    private WrapOrigin() {}

    /// Such as `npm out-server@1.2.3`; empty for a plugin that was not wrapped.
    public static String of(Path folder) {
        var file = folder.resolve(FILE);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return "";
        }
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return JsonText.parse(in.readNBytes(LARGEST)) instanceof Json.Obj said ? words(said) : "";
        } catch (IOException | MalformedJson _) {
            // It only makes words more exact.
            return "";
        }
    }

    private static String words(Json.Obj said) {
        for (var index : new String[] {"npm", "pypi"}) {
            var name = said.text(index).orElse("");
            if (!name.isEmpty()) {
                return Excerpt.of(
                        index + " " + name + "@" + said.text("version").orElse(""));
            }
        }
        return said.get("command").isPresent() ? "a command of this machine" : "";
    }
}
